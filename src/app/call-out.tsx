// The error state of a part of the page that broke.
import { Button } from "../ui/button.tsx";
import { ErrorState } from "../ui/feedback.tsx";
import { t } from "../state/locale.ts";

export function CallOut({
  fault,
  onRetry,
}: {
  fault: { error_id: string; message: string };
  onRetry: () => void;
}) {
  return (
    <ErrorState
      title={`[${fault.error_id}] ${t("error:SOMETHING_WENT_WRONG")}`}
      details={[fault.message]}
      actions={
        <>
          <Button onPress={() => void navigator.clipboard?.writeText(fault.error_id)}>
            {t("shell:copy_id")}
          </Button>
          <Button kind="primary" onPress={onRetry}>
            {t("shell:retry")}
          </Button>
        </>
      }
    />
  );
}
