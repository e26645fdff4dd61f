// What can be done with a webhook: changed, tested, its log opened, a new secret, deleted.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ChevronDown, ChevronRight } from "lucide-react";
import type { Webhook } from "../../domain/provider/webhook.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  changeWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from "../../state/settings/webhook.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import { usePending } from "../pending.ts";
import { WebhookDialog } from "./webhook-dialog.tsx";
import css from "./webhooks.module.css";

type ActionsProps = {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onSecret: (secret: string) => void;
};

export function WebhookActions({ webhook, isOpen, onOpen, onSecret }: ActionsProps) {
  const change = useSetAtom(changeWebhook);
  const test = useSetAtom(testWebhook);
  const renew = useSetAtom(renewWebhookSecret);
  const remove = useSetAtom(removeWebhook);
  const [dialog, setDialog] = useState<"edit" | "secret" | "remove" | null>(null);
  const [isPending, whilePending] = usePending();
  const { id, name, url, events, is_on } = webhook;
  const ask = useAtomValue(askAtom);
  const reason = reasonOf(ask("webhook.update"));
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const confirmed = async () => {
    if (dialog === "remove") await whilePending(() => remove(webhook));
    else await whilePending(async () => onSecret(await renew(id)));
    setDialog(null);
  };
  return (
    <div className={css.actions}>
      <Button
        size="sm"
        kind="quiet"
        icon={<Icon size={14} aria-hidden="true" />}
        aria-expanded={isOpen}
        onPress={() => onOpen(!isOpen)}
      >
        {t("webhook:log")}
      </Button>
      <Button
        size="sm"
        isDisabled={isPending}
        reason={reasonOf(ask("webhook.test"))}
        onPress={() => {
          onOpen(true);
          void whilePending(() => test(id));
        }}
      >
        {t("webhook:test")}
      </Button>
      <Button
        size="sm"
        isDisabled={isPending}
        reason={reason}
        onPress={() => void whilePending(() => change(id, { name, url, events, is_on: !is_on }))}
      >
        {t(is_on ? "webhook:switch_off" : "webhook:switch_on")}
      </Button>
      <Button size="sm" reason={reason} onPress={() => setDialog("edit")}>
        {t("webhook:edit")}
      </Button>
      <Button
        size="sm"
        reason={reasonOf(ask("webhook.renewSecret"))}
        onPress={() => setDialog("secret")}
      >
        {t("webhook:renew")}
      </Button>
      <Button
        size="sm"
        reason={reasonOf(ask("webhook.remove"))}
        onPress={() => setDialog("remove")}
      >
        {t("webhook:remove")}
      </Button>
      {dialog === "edit" ? (
        <WebhookDialog
          webhook={webhook}
          onSaved={() => setDialog(null)}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === "secret" || dialog === "remove" ? (
        <ConfirmDialog
          title={t(`webhook:${dialog}_title`, { name })}
          confirmLabel={t(dialog === "remove" ? "webhook:remove" : "webhook:renew")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          isPending={isPending}
          onConfirm={() => void confirmed()}
          onClose={() => setDialog(null)}
        >
          {t(`webhook:${dialog}_text`)}
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
