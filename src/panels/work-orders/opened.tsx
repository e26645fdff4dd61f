// One work order: how it stands, its walk with the findings, and its history.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, Pencil } from "lucide-react";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import { hasOwnAssignment } from "../../domain/work-order/work-order-change.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { nextStatuses, type WorkOrderStatus } from "../../domain/work-order/work-order-status.ts";
import { askAtom } from "../../state/account/ask.ts";
import { livesAtom } from "../../state/plant/finding/life.ts";
import { showWalk, walkBoundsAtom } from "../../state/plant/work-order/listed.ts";
import { changeOrder, closeOrder } from "../../state/plant/work-order/order.ts";
import {
  deskReasonAtom,
  statusAction,
  withOrderConflict,
} from "../../state/plant/work-order/words.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { CopyId } from "../copy-id.tsx";
import { FindingDialog } from "../finding-life/finding-dialog.tsx";
import { OrderFields, useOrderDraft } from "../work-order/order-fields.tsx";
import { OrderFile } from "./file-menu.tsx";
import { History } from "./history.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { PrintOrder } from "./order-sheet.tsx";
import { PresentStop } from "./present-stop.tsx";
import { Stops } from "./stops.tsx";
import { useOrderStatus } from "./use-order-status.tsx";
import css from "./work-orders.module.css";

export function Opened({ order }: { order: WorkOrder }) {
  const close = useSetAtom(closeOrder);
  const show = useSetAtom(showWalk);
  const hasWalk = useAtomValue(walkBoundsAtom) !== null;
  // A crew at work needs the stop that it is at before all else.
  const isWorking = order.status === "in_work";
  // Once its stops are known; later on the map is the user's.
  useEffect(() => {
    if (hasWalk) show();
  }, [hasWalk, show]);
  return (
    <div className={css.panel}>
      <div className={css.opened}>
        <div className={css.head}>
          <div className={css.back}>
            <Button
              size="sm"
              kind="quiet"
              icon={<ArrowLeft size={14} aria-hidden="true" />}
              onPress={() => close()}
            >
              {t("work-order:all")}
            </Button>
            <span className={css.line}>
              <CopyId id={workOrderCode(order.number)} />
              <OrderFile order={order} />
              <PrintOrder order={order} />
              <Edit order={order} />
            </span>
          </div>
          <h3>
            {workOrderCode(order.number)} {order.title}
          </h3>
          <OrderFacts order={order} />
        </div>
        {isWorking ? <PresentStop order={order} /> : null}
        <div className={css.section}>
          {order.note === "" ? null : <p className={css.note}>{order.note}</p>}
          <StatusButtons order={order} />
        </div>
        {isWorking ? null : <PresentStop order={order} />}
        <Stops order={order} />
        <History order_id={order.id} />
      </div>
    </div>
  );
}

function Edit({ order }: { order: WorkOrder }) {
  const ask = useAtomValue(askAtom);
  const deskReason = useAtomValue(deskReasonAtom);
  const [isOpen, setOpen] = useState(false);
  const facts = { before: order, set: { note: `${order.note}.` }, done: [], removed: 0 };
  const refusal = ask("workOrder.change", facts);
  if (refusal?.isHidden) return null;
  return (
    <>
      <IconButton
        size="sm"
        label={t("work-order:edit")}
        reason={deskReason(refusal)}
        onPress={() => setOpen(true)}
      >
        <Pencil size={14} aria-hidden="true" />
      </IconButton>
      {isOpen ? <EditDialog order={order} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function EditDialog({ order, onClose }: { order: WorkOrder; onClose: () => void }) {
  const change = useSetAtom(changeOrder);
  // The version that is edited: what others change meanwhile is found when this is saved.
  const [begun] = useState(order);
  const form = useOrderDraft(begun);
  const held = new Set(begun.finding_ids);
  const lives = valueOf(useAtomValue(livesAtom)) ?? [];
  const own = lives.filter((life) => held.has(life.id) && hasOwnAssignment(life, begun)).length;
  const save = () => {
    const fields = form.fields();
    if (!fields) return null;
    const set = Object.fromEntries(
      Object.entries(fields).filter(
        ([name, value]) => begun[name as keyof typeof fields] !== value,
      ),
    );
    return change(begun, { set }).catch((cause: unknown) => {
      throw withOrderConflict(cause);
    });
  };
  return (
    <FindingDialog
      title={t("work-order:edit_title", { code: workOrderCode(begun.number) })}
      action={t("shell:save")}
      typed={form.draft}
      change={save}
      onClose={onClose}
    >
      <OrderFields form={form} assigneeName={begun.assignee_name} />
      {own > 0 ? (
        <Alert tone="watch">{t("work-order:keep_own", { count: own, n: formatNumber(own) })}</Alert>
      ) : null}
    </FindingDialog>
  );
}

function StatusButtons({ order }: { order: WorkOrder }) {
  const { asked, reason, setStatus, dialog, isPending } = useOrderStatus();
  const next = nextStatuses(order.status);
  if (next.some((status) => asked(order, status)?.isHidden)) return null;
  return (
    <div className={css.acts}>
      {next.map((status) => (
        <Button
          key={status}
          size="sm"
          kind={status === leading[order.status] ? "primary" : "secondary"}
          reason={reason(order, status)}
          isDisabled={isPending}
          onPress={() => setStatus(order, status)}
        >
          {statusAction(order.status, status)}
        </Button>
      ))}
      {dialog}
    </div>
  );
}

/** What is usually done next. */
const leading: Partial<Record<WorkOrderStatus, WorkOrderStatus>> = {
  open: "in_work",
  in_work: "done",
  done: "closed",
};
