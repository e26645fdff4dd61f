// A new webhook, or a change of one: name, address, and when it sends a message.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { webhookEvents, type Webhook, type WebhookEvent } from "../../domain/provider/webhook.ts";
import { changeWebhook, createWebhook } from "../../state/settings/webhook.ts";
import { t } from "../../state/shell/locale.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { FormDialog } from "../form-dialog.tsx";
import css from "./webhooks.module.css";

type DialogProps = {
  /** Null for a new one. */
  readonly webhook: Webhook | null;
  /** `secret`: of a new one; null after a change. */
  readonly onSaved: (secret: string | null) => void;
  readonly onClose: () => void;
};

export function WebhookDialog({ webhook, onSaved, onClose }: DialogProps) {
  const create = useSetAtom(createWebhook);
  const change = useSetAtom(changeWebhook);
  const [name, setName] = useState(webhook?.name ?? "");
  const [url, setUrl] = useState(webhook?.url ?? "https://");
  const [events, setEvents] = useState<readonly WebhookEvent[]>(webhook?.events ?? webhookEvents);
  const save = async () => {
    const form = { name: name.trim(), url: url.trim(), events: [...events] };
    if (webhook === null) return onSaved(await create(form));
    await change(webhook.id, { ...form, is_on: webhook.is_on });
    return onSaved(null);
  };
  return (
    <FormDialog
      title={t(webhook ? "webhook:edit_title" : "webhook:create")}
      saveLabel={webhook ? t("shell:save") : t("webhook:create")}
      reason={events.length === 0 ? t("webhook:event_missing") : null}
      fields={["name", "url"]}
      onSave={save}
      onClose={onClose}
    >
      {(fault) => (
        <>
          <TextField
            label={t("webhook:name")}
            value={name}
            onChange={setName}
            maxLength={60}
            isRequired
            error={fault["name"]}
            autoFocus
          />
          <TextField
            label={t("webhook:url")}
            hint={t("webhook:url_hint")}
            value={url}
            onChange={setUrl}
            maxLength={500}
            isRequired
            error={fault["url"]}
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
        </>
      )}
    </FormDialog>
  );
}

type Underlined<Name extends string> = Name extends `${infer Noun}.${infer What}`
  ? `${Noun}_${What}`
  : never;
type EventKey = Underlined<WebhookEvent>;
