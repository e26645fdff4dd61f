// A new webhook, or a change of one: name, address, and when it sends a message.
import { useId, useState, type FormEvent } from "react";
import { useSetAtom } from "jotai";
import { webhookEvents, type Webhook, type WebhookEvent } from "../../domain/provider/webhook.ts";
import { changeWebhook, createWebhook } from "../../state/settings/webhook.ts";
import { t } from "../../state/shell/locale.ts";
import { formFault, type FormFault } from "../../state/shell/refusal-words.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import css from "./webhooks.module.css";

const noFault: FormFault = { message: null, fields: {} };

type DialogProps = {
  /** Null for a new one. */
  readonly webhook: Webhook | null;
  /** `secret`: of a new one; null after a change. */
  readonly onSaved: (secret: string | null) => void;
  readonly onClose: () => void;
};

export function WebhookDialog({ webhook, onSaved, onClose }: DialogProps) {
  const formId = useId();
  const create = useSetAtom(createWebhook);
  const change = useSetAtom(changeWebhook);
  const [name, setName] = useState(webhook?.name ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "https://");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? webhookEvents);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState(noFault);
  const title = t(webhook ? "webhook:edit_title" : "webhook:create");
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending || events.length === 0) return;
    setPending(true);
    setFault(noFault);
    const form = { name: name.trim(), url: url.trim(), events: [...events] };
    try {
      if (webhook === null) onSaved(await create(form));
      else {
        await change(webhook.id, { ...form, is_on: webhook.is_on });
        onSaved(null);
      }
    } catch (cause) {
      setFault(formFault(cause, ["name", "url"]));
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      size="sm"
      title={title}
      closeLabel={t("shell:close")}
      onClose={onClose}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          type="submit"
          form={formId}
          isDisabled={isPending}
          reason={events.length === 0 ? t("webhook:event_missing") : null}
        >
          {webhook ? t("shell:save") : t("webhook:create")}
        </DialogActions>
      }
    >
      <form id={formId} className={css.form} onSubmit={submit}>
        {fault.message ? <Notice tone="danger">{fault.message}</Notice> : null}
        <TextField
          label={t("webhook:name")}
          value={name}
          onChange={setName}
          maxLength={60}
          isRequired
          error={fault.fields["name"]}
          autoFocus
        />
        <TextField
          label={t("webhook:url")}
          hint={t("webhook:url_hint")}
          value={url}
          onChange={setUrl}
          maxLength={500}
          isRequired
          error={fault.fields["url"]}
        />
        <fieldset className={css.events}>
          <legend>{t("webhook:events")}</legend>
          {webhookEvents.map((one) => (
            <Checkbox
              key={one}
              isSelected={events.includes(one)}
              onChange={(isWanted) =>
                setEvents(
                  webhookEvents.filter((other) =>
                    other === one ? isWanted : events.includes(other),
                  ),
                )
              }
            >
              {t(`webhook:event.${one.replace(".", "_") as EventKey}`)}
            </Checkbox>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}

type Underlined<Name extends string> = Name extends `${infer Noun}.${infer What}`
  ? `${Noun}_${What}`
  : never;
type EventKey = Underlined<WebhookEvent>;
