// How an order stands, in one line: status, priority, who does it, by when, and how much is done.
import { useAtomValue } from "jotai";
import { isOrderOverdue } from "../../domain/work-order/work-order-list.ts";
import { orderProgress } from "../../domain/work-order/work-order-progress.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import type { WorkOrderStatus } from "../../domain/work-order/work-order-status.ts";
import { livesAtom } from "../../state/plant/finding/life.ts";
import { todayAtom } from "../../state/plant/finding/listed.ts";
import { assigneeName } from "../../state/plant/finding/words.ts";
import { keptChangesAtom } from "../../state/plant/work-order/kept.ts";
import { orderStatusName } from "../../state/plant/work-order/words.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatDay, formatNumber, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import css from "./work-orders.module.css";

const tones = {
  open: "neutral",
  in_work: "info",
  done: "good",
  closed: "good",
  cancelled: "neutral",
} as const satisfies Record<WorkOrderStatus, "neutral" | "info" | "good">;

type FactsProps = {
  order: WorkOrder;
  /** Leaves the status out, where it is said already. */
  hidesStatus?: boolean;
};

export function OrderFacts({ order, hidesStatus = false }: FactsProps) {
  const { status, priority, due_on, finding_ids } = order;
  const today = useAtomValue(todayAtom);
  const waits = useAtomValue(keptChangesAtom).find(({ order_id }) => order_id === order.id)?.state;
  const progress = orderProgress(order, valueOf(useAtomValue(livesAtom)));
  const assignee = assigneeName(order);
  return (
    <span className={css.facts}>
      {hidesStatus ? null : <Badge tone={tones[status]}>{orderStatusName(status)}</Badge>}
      {waits ? (
        <Badge tone={waits === "waiting" ? "info" : "watch"}>
          {t(`outbox:order.state.${waits}`)}
        </Badge>
      ) : null}
      {priority === "safety" ? (
        <Badge tone="danger">{t("work-order:priority.safety")}</Badge>
      ) : null}
      {isOrderOverdue(order, today) ? <Badge tone="danger">{t("finding:overdue")}</Badge> : null}
      <span>
        {progress === null
          ? t("finding:count", { count: finding_ids.length, n: formatNumber(finding_ids.length) })
          : t("work-order:progress", {
              done: formatNumber(progress.done),
              of: formatNumber(progress.of),
            })}
      </span>
      {assignee === "" ? null : <span>{assignee}</span>}
      {due_on === null ? null : <span>{t("finding:due", { day: formatDay(due_on) })}</span>}
    </span>
  );
}
