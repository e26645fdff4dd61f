// What could not be loaded: the reason, and a button to try again. Without a connection it loads by itself.
import { useSetAtom } from "jotai";
import { RotateCw } from "lucide-react";
import { isAwayFromServer } from "../domain/error.ts";
import { faultWords } from "../state/shell/fault.ts";
import { t } from "../state/shell/locale.ts";
import { retryLoads } from "../state/shell/retry.ts";
import { Button } from "../ui/button.tsx";
import { Alert, ErrorState } from "../ui/feedback.tsx";

type LoadFaultProps = {
  fault: unknown;
  /** What could not be loaded, where the place does not say it; with `isSmall`. */
  what?: string;
  /** One line in a small place, such as the legend. */
  isSmall?: boolean;
  /** What else must start again. */
  onRetry?: () => unknown;
};

export function LoadFault({ fault, what, isSmall = false, onRetry }: LoadFaultProps) {
  const retry = useSetAtom(retryLoads);
  const { title, details, code } = faultWords(fault);
  const tone = isAwayFromServer(code) ? "watch" : "danger";
  const again = (
    <Button
      size="sm"
      icon={<RotateCw size={14} aria-hidden="true" />}
      onPress={() => {
        void retry();
        onRetry?.();
      }}
    >
      {t("shell:retry")}
    </Button>
  );
  if (!isSmall) return <ErrorState tone={tone} title={title} details={details} actions={again} />;
  return (
    <Alert tone={tone} title={what}>
      <p>{title}</p>
      {again}
    </Alert>
  );
}
