// Replaces a part of the page that threw an error, and shows the error until the user dismisses it.
// Uses plain elements only, so that it works when shared components are broken.
import { useState } from "react";
import { t } from "../../state/shell/locale.ts";
import { ModalAlert } from "../../ui/modal-alert.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import css from "../shell.module.css";

export function BrokenPart({
  fault: { error_id, message },
  onRetry,
}: {
  fault: { error_id: string; message: string };
  onRetry: () => void;
}) {
  const [isRead, setRead] = useState(false);
  const title = `[${error_id}] ${t("error:SOMETHING_WENT_WRONG")}`;
  const retry = (
    <PlainButton type="button" onClick={onRetry}>
      {t("shell:retry")}
    </PlainButton>
  );
  const copy = (
    <PlainButton
      type="button"
      kind="secondary"
      onClick={() => void navigator.clipboard?.writeText(error_id)}
    >
      {t("shell:copy_id")}
    </PlainButton>
  );
  return (
    <div className={css.brokenPart}>
      <Notice tone="danger" title={title}>
        {message}
      </Notice>
      {copy}
      {retry}
      {isRead ? null : (
        <ModalAlert
          title={title}
          details={[message]}
          onClose={() => setRead(true)}
          actions={
            <>
              <PlainButton type="button" kind="secondary" onClick={() => setRead(true)}>
                {t("shell:close")}
              </PlainButton>
              {copy}
              {retry}
            </>
          }
        />
      )}
    </div>
  );
}
