// Replaces a part of the page that threw an error, and shows the error until the user dismisses it.
// Uses plain elements only, so that it works when shared components are broken.
import { useState } from "react";
import { reloadUpdated } from "../../client/service-worker.ts";
import { t } from "../../state/shell/locale.ts";
import { ModalAlert } from "../../ui/modal-alert.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PlainButton } from "../../ui/plain-button.tsx";
import css from "../shell.module.css";

export function BrokenPart({
  fault: { error_id },
  isMissing,
  onRetry,
}: {
  /** Its message is for developers: diagnostics have it under this ID. */
  fault: { error_id: string };
  /** True if its code could not be loaded: a newer build may have replaced it on the server. */
  isMissing: boolean;
  onRetry: () => void;
}) {
  const [isRead, setRead] = useState(false);
  const what = t(isMissing ? "shell:missing_part.title" : "error:SOMETHING_WENT_WRONG");
  const title = `[${error_id}] ${what}`;
  const canReload = isMissing && navigator.onLine;
  const hint = t(canReload ? "shell:missing_part.outdated" : "shell:missing_part.offline");
  const details = isMissing ? [hint] : [];
  const retry = (
    <>
      <PlainButton type="button" kind={canReload ? "secondary" : undefined} onClick={onRetry}>
        {t("shell:retry")}
      </PlainButton>
      {canReload ? (
        <PlainButton type="button" onClick={() => reloadUpdated()}>
          {t("shell:missing_part.reload")}
        </PlainButton>
      ) : null}
    </>
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
        {details.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
      {copy}
      {retry}
      {isRead ? null : (
        <ModalAlert
          title={title}
          details={details}
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
