// The error state of a part of the page that broke. Plain elements: it must stand when nothing else does.
import { t } from "../../state/shell/locale.ts";
import { Notice } from "../../ui/notice.tsx";
import { SignInButton } from "../../ui/sign-in/sign-in-form.tsx";
import css from "../shell.module.css";

export function CallOut({
  fault,
  onRetry,
}: {
  fault: { error_id: string; message: string };
  onRetry: () => void;
}) {
  return (
    <div className={css.callOut}>
      <Notice tone="danger" title={`[${fault.error_id}] ${t("error:SOMETHING_WENT_WRONG")}`}>
        {fault.message}
      </Notice>
      <SignInButton
        type="button"
        kind="secondary"
        onClick={() => void navigator.clipboard?.writeText(fault.error_id)}
      >
        {t("shell:copy_id")}
      </SignInButton>
      <SignInButton type="button" onClick={onRetry}>
        {t("shell:retry")}
      </SignInButton>
    </div>
  );
}
