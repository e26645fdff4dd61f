// What a webhook was sent: event, how it went, and when it is tried again.
import { useAtomValue, useSetAtom } from "jotai";
import type { Webhook, WebhookDelivery } from "../../domain/provider/webhook.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { deliveriesOf, redeliver, reloadWebhook } from "../../state/settings/webhook.ts";
import { formatDateTime, formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Badge, Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { usePending } from "../pending.ts";
import { useStayCurrent } from "../stay-current.ts";
import css from "./webhooks.module.css";

/** While the log is open, and the server sends. */
const EVERY_MS = 3000;

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const loaded = useAtomValue(deliveriesOf(webhook.id));
  useStayCurrent(() => reloadWebhook(webhook.id), EVERY_MS);
  if (loaded.state === "failed") return <LoadFault fault={loaded.fault} isSmall />;
  if (loaded.state !== "ready") return <Skeleton label={t("shell:loading")} lines={3} />;
  if (loaded.value.length === 0) return <p className={css.soft}>{t("webhook:log_empty")}</p>;
  return (
    <ul className={css.log} aria-label={t("webhook:log")}>
      {loaded.value.map((delivery) => (
        <Row key={delivery.id} webhook_id={webhook.id} delivery={delivery} />
      ))}
    </ul>
  );
}

const tones = { waiting: "watch", delivered: "good", given_up: "danger" } as const;

function Row({ webhook_id, delivery }: { webhook_id: number; delivery: WebhookDelivery }) {
  const again = useSetAtom(redeliver);
  const reason = reasonOf(useAtomValue(askAtom)("webhook.redeliver"));
  const [isPending, whilePending] = usePending();
  const { id, event, state, created_at, attempts, status, fault, duration_ms } = delivery;
  const facts = [
    ...(status === null ? [] : [t("webhook:status", { status: String(status) })]),
    ...(duration_ms === null ? [] : [t("webhook:duration", { n: formatNumber(duration_ms) })]),
    ...(fault === null ? [] : [t(`webhook:fault.${fault}`)]),
    ...(attempts > 1
      ? [t("webhook:attempts", { count: attempts, n: formatNumber(attempts) })]
      : []),
    ...(state === "waiting" && attempts > 0 && delivery.next_attempt_at
      ? [t("webhook:next", { time: formatDateTime(delivery.next_attempt_at) })]
      : []),
  ];
  return (
    <li>
      <span className={css.entry}>
        <span className={css.head}>
          <code>{event}</code>
          <Badge tone={tones[state]}>{t(`webhook:state.${state}`)}</Badge>
        </span>
        <small>
          {formatDateTime(created_at)}
          {facts.length > 0 ? ` · ${facts.join(" · ")}` : ""}
        </small>
        <small className={css.id}>{id}</small>
      </span>
      <Button
        size="sm"
        isDisabled={isPending}
        reason={reason}
        aria-label={t("webhook:again_named", { event })}
        onPress={() => void whilePending(() => again(webhook_id, id))}
      >
        {t("webhook:again")}
      </Button>
    </li>
  );
}
