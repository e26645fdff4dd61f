// Sets an order to another status: at once, or after the question which of its findings are done.
import { useState, type ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { unfinishedStatuses } from "../../domain/finding/finding-status.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import type { WorkOrderStatus } from "../../domain/work-order/work-order-status.ts";
import { askAtom } from "../../state/account/ask.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { findingsByIdAtom, findingsOf } from "../../state/plant/work-order/listed.ts";
import { changeOrder, newestOrder } from "../../state/plant/work-order/order.ts";
import {
  fieldReasonAtom,
  findingsReasonAtom,
  withOrderConflict,
} from "../../state/plant/work-order/words.ts";
import { useQueue } from "../pending.ts";
import { FinishDialog } from "./finish-dialog.tsx";

type Finish = { readonly order: WorkOrder; readonly to: WorkOrderStatus };

/** `dialog` is shown beside what sets the status; null where nothing is asked. */
export function useOrderStatus() {
  const ask = useAtomValue(askAtom);
  const fieldReason = useAtomValue(fieldReasonAtom);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const byId = useAtomValue(findingsByIdAtom);
  // Findings that are not known may not be done: without them nothing would be asked.
  const findingsReason = useAtomValue(findingsReasonAtom);
  const change = useSetAtom(changeOrder);
  const newest = useSetAtom(newestOrder);
  const [isPending, add] = useQueue();
  const [finish, setFinish] = useState<Finish | null>(null);
  const openOf = (order: WorkOrder) =>
    findingsOf(order, byId).filter((one) => unfinishedStatuses.has(one.status));

  const asked = (order: WorkOrder, status: WorkOrderStatus) =>
    ask("workOrder.change", { before: order, set: { status }, done: [], removed: 0 });
  // What is not done yet is asked about. Without a network findings are done at their stops, with a record.
  const isFinishing = (order: WorkOrder, to: WorkOrderStatus) =>
    !isOffline && (to === "done" || to === "closed") && order.status !== "closed";
  /** Why the order cannot get the status, in words; null where it can. */
  const reason = (order: WorkOrder, status: WorkOrderStatus) =>
    fieldReason(order.id, asked(order, status)) ??
    (isFinishing(order, status) ? findingsReason(order) : null);

  const setStatus = (order: WorkOrder, to: WorkOrderStatus): void => {
    if (isFinishing(order, to) && openOf(order).length > 0) setFinish({ order, to });
    else {
      // A move before it may have changed the same order.
      void add(() =>
        change(newest(order), { set: { status: to } }).catch((cause: unknown) => {
          throw withOrderConflict(cause);
        }),
      );
    }
  };
  const dialog: ReactNode = finish ? (
    <FinishDialog
      order={finish.order}
      to={finish.to}
      open={openOf(finish.order)}
      onClose={() => setFinish(null)}
    />
  ) : null;
  return { asked, reason, setStatus, dialog, isPending };
}
