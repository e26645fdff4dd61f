// The secret of a webhook, which is shown this once, and what a receiver does with it.
import { Copy } from "lucide-react";
import { copyText } from "../../state/shell/clipboard.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { useUnsaved } from "../unsaved.ts";
import css from "./webhooks.module.css";

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  // It is shown this once: nothing takes it away but its own buttons.
  const { leaveWork } = useUnsaved(true, { kind: "editing" });
  return (
    <Dialog
      isOpen
      holdsWork
      size="sm"
      title={t("webhook:secret")}
      closeLabel={t("shell:close")}
      onClose={() => leaveWork(onClose)}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t("webhook:secret_copied")}
        </Button>
      }
    >
      <div className={css.form}>
        <Notice tone="watch">{t("webhook:secret_once")}</Notice>
        <code className={css.secret}>{secret}</code>
        <div>
          <Button
            icon={<Copy size={14} aria-hidden="true" />}
            onPress={() => void copyText(secret, t("webhook:secret_done"))}
          >
            {t("webhook:secret_copy")}
          </Button>
        </div>
        <p className={css.soft}>{t("webhook:secret_how")}</p>
      </div>
    </Dialog>
  );
}
