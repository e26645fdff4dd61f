// The webhooks of a customer: which there are, and how each stands.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import type { Webhook } from "../../domain/provider/webhook.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { webhookCustomerAtom, webhooksAtom } from "../../state/settings/webhook.ts";
import { formatElapsed, formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { Notice } from "../../ui/notice.tsx";
import { LoadFault } from "../load-fault.tsx";
import { WebhookActions } from "./actions.tsx";
import { Deliveries } from "./deliveries.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import css from "./webhooks.module.css";

export function Webhooks() {
  const hasCustomer = useAtomValue(webhookCustomerAtom) !== null;
  const loaded = useAtomValue(webhooksAtom);
  if (!hasCustomer) {
    return (
      <EmptyState
        icon={<WebhookIcon size={22} aria-hidden="true" />}
        title={t("webhook:no_customer")}
      >
        {t("webhook:no_customer_text")}
      </EmptyState>
    );
  }
  if (loaded.state === "failed") return <LoadFault fault={loaded.fault} />;
  if (loaded.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  return <List webhooks={loaded.value} />;
}

function List({ webhooks }: { webhooks: readonly Webhook[] }) {
  const ask = useAtomValue(askAtom);
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button
      kind="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      reason={reasonOf(ask("webhook.create", webhooks.length))}
      onPress={() => setMaking(true)}
    >
      {t("webhook:create")}
    </Button>
  );
  return (
    <div className={css.panel}>
      <p className={css.soft}>{t("webhook:lead")}</p>
      {webhooks.length === 0 ? (
        <EmptyState
          icon={<WebhookIcon size={22} aria-hidden="true" />}
          title={t("webhook:none")}
          actions={add}
        >
          {t("webhook:none_text")}
        </EmptyState>
      ) : (
        <div className={css.actions}>{add}</div>
      )}
      {webhooks.map((webhook) => (
        <Card key={webhook.id} webhook={webhook} onSecret={setSecret} />
      ))}
      {isMaking ? (
        <WebhookDialog
          webhook={null}
          onSaved={(made) => {
            setMaking(false);
            setSecret(made);
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      {secret === null ? null : <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </div>
  );
}

type CardProps = { webhook: Webhook; onSecret: (secret: string) => void };

function Card({ webhook, onSecret }: CardProps) {
  const { name, url, events, is_on, stopped_at, last_delivered_at, waiting } = webhook;
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={css.card} aria-label={name}>
      <div className={css.head}>
        <h3>{name}</h3>
        <Badge tone={stopped_at ? "danger" : is_on ? "good" : "neutral"}>
          {t(stopped_at ? "webhook:stopped" : is_on ? "webhook:on" : "webhook:off")}
        </Badge>
      </div>
      <code className={css.url}>{url}</code>
      <p className={css.soft}>{events.map((event) => eventName(event)).join(" · ")}</p>
      <p className={css.soft}>
        {last_delivered_at === null
          ? t("webhook:never_delivered")
          : t("webhook:delivered", { time: formatElapsed(last_delivered_at) })}
        {waiting > 0
          ? ` · ${t("webhook:waiting", { count: waiting, n: formatNumber(waiting) })}`
          : ""}
      </p>
      {stopped_at ? (
        <Notice
          tone="danger"
          title={t("webhook:stopped_title", { time: formatElapsed(stopped_at) })}
        >
          {t("webhook:stopped_text")}
        </Notice>
      ) : null}
      <WebhookActions webhook={webhook} isOpen={isOpen} onOpen={setOpen} onSecret={onSecret} />
      {isOpen ? <Deliveries webhook={webhook} /> : null}
    </section>
  );
}

/** "finding.status_changed" in words. */
const eventName = (event: Webhook["events"][number]) =>
  t(`webhook:event.${event.replace(".", "_") as EventKey}`);
type Underlined<Name extends string> = Name extends `${infer Noun}.${infer What}`
  ? `${Noun}_${What}`
  : never;
type EventKey = Underlined<Webhook["events"][number]>;
