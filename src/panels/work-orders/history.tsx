// What was done with a work order, newest first; each step can be undone.
import { useMemo, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ChevronDown, ChevronRight, Undo2 } from "lucide-react";
import type { WorkOrderStep } from "../../domain/work-order/work-order.ts";
import { askAtom } from "../../state/account/ask.ts";
import { historyOfOrder, undoOrderStep } from "../../state/plant/work-order/order.ts";
import { deskReasonAtom, stepWords } from "../../state/plant/work-order/words.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { usePending } from "../pending.ts";
import css from "./work-orders.module.css";

export function History({ order_id }: { order_id: number }) {
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={css.section} aria-label={t("finding:history")}>
      <span>
        <Button
          size="sm"
          kind="quiet"
          icon={<Icon size={14} aria-hidden="true" />}
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {t("finding:history")}
        </Button>
      </span>
      {isOpen ? <Steps order_id={order_id} /> : null}
    </section>
  );
}

function Steps({ order_id }: { order_id: number }) {
  const history = useAtomValue(useMemo(() => historyOfOrder(order_id), [order_id]));
  if (history.state === "failed") return <LoadFault fault={history.fault} isSmall />;
  if (history.state !== "ready") return <Skeleton label={t("shell:loading")} lines={2} />;
  return (
    <ol className={css.history} aria-label={t("finding:history")}>
      {history.value.map((step) => (
        <Step key={step.id} step={step} />
      ))}
    </ol>
  );
}

const userOf = (name: string | null) => name ?? t("finding:unknown_user");

function Step({ step }: { step: WorkOrderStep }) {
  const { kind, is_first, undone_at, user_name, created_at } = step;
  const ask = useAtomValue(askAtom);
  const deskReason = useAtomValue(deskReasonAtom);
  const undo = useSetAtom(undoOrderStep);
  const [isPending, whilePending] = usePending();
  const refusal = ask("workOrder.undo", step);
  const run = async () => {
    await undo(step.id);
    showDone(t("finding:undone"));
  };
  const by = t("finding:step_by", { user: userOf(user_name), date: formatDateTime(created_at) });
  return (
    <li data-undone={undone_at !== null}>
      <div>
        {stepWords(step).map((words) => (
          <span key={words} className={css.change}>
            {words}
          </span>
        ))}
        <small>{kind === "import" ? `${t("work-order:imported")} · ${by}` : by}</small>
        {undone_at === null ? null : (
          <small>
            {t("finding:undone_by", {
              user: userOf(step.undone_by),
              date: formatDateTime(undone_at),
            })}
          </small>
        )}
      </div>
      {is_first || undone_at !== null || refusal?.isHidden ? null : (
        <IconButton
          size="sm"
          label={t("finding:undo")}
          reason={deskReason(refusal)}
          isDisabled={isPending}
          onPress={() => void whilePending(run)}
        >
          <Undo2 size={14} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}
