// The work orders of the plant: read, made, changed, undone, and which one is open.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { callFailure } from "../../../client/call-failure.ts";
import { call } from "../../../client/call.ts";
import type { FindingPlace } from "../../../domain/finding/finding-life.ts";
import { isOffline } from "../../../client/offline/offline.ts";
import { isFieldSet, withKept } from "../../../domain/work-order/kept-change.ts";
import { workOrderCode } from "../../../domain/work-order/work-order-code.ts";
import type {
  WorkOrder,
  WorkOrderChange,
  WorkOrderChanged,
  WorkOrderForm,
  WorkOrderStep,
} from "../../../domain/work-order/work-order.ts";
import { openPanel } from "../../shell/dock.ts";
import { perPlant, plantLifetime } from "../../shell/lifetime.ts";
import { valueOf, type Loaded } from "../../shell/loaded.ts";
import { t } from "../../shell/locale.ts";
import { mayKeep } from "../../shell/may-keep.ts";
import { reload, type ServerQuery } from "../../shell/query.ts";
import { recordStep } from "../../shell/undo.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { livesKey } from "../finding/life.ts";
import { plantIdAtom, plantQueryOf } from "../plant.ts";
import { keepOrderChange, keptChangesAtom, orderAuthorAtom, sendOrderChanges } from "./kept.ts";
import { keepOrder, orderHistoryKey, ordersKey, storedOrdersAtom } from "./stored.ts";

/** As the server has them, with what waits on this device. Idle for viewers who may not see them. */
export const workOrdersAtom = atom((get): Loaded<readonly WorkOrder[]> => {
  const stored = get(storedOrdersAtom);
  const kept = new Map(get(keptChangesAtom).map((one) => [one.order_id, one]));
  if (stored.state !== "ready" || kept.size === 0) return stored;
  return { ...stored, value: stored.value.map((one) => withKept(one, kept.get(one.id))) };
});

/** The history of one order of the plant. */
export function historyOfOrder(work_order_id: number) {
  return plantQueryOf((id): ServerQuery<readonly WorkOrderStep[]> => ({
    key: [...orderHistoryKey(), work_order_id],
    ask: (options) => call(api.workOrder.history, { params: { id, work_order_id } }, options),
  }));
}

/** ID of the order that is open, also while orders are loaded; it is in the address. */
export const openedOrderIdAtom = perPlant<number | null>(null);

/** The order that is open in the panel, and on the map; null for none. */
export const openedOrderAtom = atom((get): WorkOrder | null => {
  const id = get(openedOrderIdAtom);
  return valueOf(get(workOrdersAtom))?.find((one) => one.id === id) ?? null;
});

/** The order in its newest version; one that is listed no more stays as it was. */
export const newestOrder = atom(
  null,
  (get, _set, order: WorkOrder): WorkOrder =>
    valueOf(get(workOrdersAtom))?.find(({ id }) => id === order.id) ?? order,
);

/** Shows an order in its panel. */
export const openOrder = atom(null, (_get, set, id: number) => {
  set(openedOrderIdAtom, id);
  set(openPanel, WORK_ORDERS_PANEL);
});
export const WORK_ORDERS_PANEL = "work-orders";

export const closeOrder = atom(null, (_get, set) => set(openedOrderIdAtom, null));

/** Fetches orders and findings again: after a refusal what others have made of them is shown. */
export async function reloadOrders(): Promise<void> {
  await Promise.all([reload(ordersKey()), reload(livesKey())]);
}

async function sent(ask: () => Promise<WorkOrderChanged>): Promise<WorkOrderChanged> {
  const { signal } = plantLifetime();
  try {
    const answer = await ask();
    if (!signal.aborted) keepOrder(answer);
    return answer;
  } catch (cause) {
    if (!signal.aborted) void reloadOrders();
    throw cause;
  }
}

/** Makes an order of findings. Rejects with the refusal; resolves to the order, null without an analysis. */
export const createOrder = atom(
  null,
  async (get, _set, body: WorkOrderForm): Promise<WorkOrder | null> => {
    const id = get(analysisIdAtom);
    if (id === null) return null;
    const { order } = await sent(() => call(api.workOrder.create, { params: { id }, body }));
    return order;
  },
);

/** Takes findings into an order; one step that can be undone. Rejects with the refusal. */
export const addToOrder = atom(
  null,
  async (get, set, order: WorkOrder, places: readonly FindingPlace[]): Promise<void> => {
    const id = get(analysisIdAtom);
    if (id === null) return;
    const params = { id, work_order_id: order.id };
    const findings = [...places];
    await set(doStep, order, (revision) =>
      call(api.workOrder.addFindings, { params, body: { revision, findings } }),
    );
  },
);

export type OrderChange = Partial<Omit<WorkOrderChange, "revision">>;

/**
 * Changes an order; one step that can be undone. Without a network, what a crew decides waits on this device. Rejects
 * with the refusal, and with CONFLICT and both `versions`.
 */
export const changeOrder = atom(
  null,
  async (get, set, order: WorkOrder, change: OrderChange): Promise<void> => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const { set: fields = {}, done_ids = [], removed_ids = [], parts } = change;
    const isPlain = done_ids.length + removed_ids.length === 0 && isFieldSet(fields);
    const isKept = get(keptChangesAtom).some(({ order_id }) => order_id === order.id);
    // What waits of an order is sent before what follows it.
    if (isPlain && (isOffline() || isKept)) return set(keepOrderChange, order.id, fields);
    const latest = isKept ? await set(sendKeptOf, order) : order;
    const params = { id, work_order_id: order.id };
    const author = get(orderAuthorAtom);
    try {
      await set(doStep, latest, (revision) =>
        call(api.workOrder.change, {
          params,
          body: {
            revision,
            set: fields,
            done_ids,
            removed_ids,
            ...(parts !== undefined && { parts }),
          },
        }),
      );
    } catch (cause) {
      // The server may have it: what is kept is compared with what the server has when it is sent.
      if (!isPlain || !mayKeep(cause)) throw cause;
      await set(keepOrderChange, order.id, fields, true, author);
    }
  },
);

const undoOnServer = (id: number, order_step_id: number) =>
  sent(() => call(api.workOrder.undo, { params: { id, order_step_id } }));

type AskChange = (revision: number) => Promise<WorkOrderChanged>;

/** Sends what waits of an order; resolves to the order as the server has it then. Rejects where something still waits. */
const sendKeptOf = atom(null, async (get, set, order: WorkOrder): Promise<WorkOrder> => {
  await set(sendOrderChanges);
  const left = get(keptChangesAtom).find(({ order_id }) => order_id === order.id);
  if (left?.state === "waiting") throw callFailure("DISCONNECT", {});
  if (left) throw callFailure("CONFLICT", { message: t("outbox:order.decide_first") });
  return valueOf(get(storedOrdersAtom))?.find(({ id }) => id === order.id) ?? order;
});

/** Makes a change that undo takes back and redo makes again. */
const doStep = atom(null, async (get, set, order: WorkOrder, ask: AskChange): Promise<void> => {
  const id = get(plantIdAtom);
  const { signal } = plantLifetime();
  let latest = await sent(() => ask(order.revision));
  if (signal.aborted || id === null || latest.step_id === null) return;
  set(recordStep, {
    name: "workbench:step.change_work_order",
    values: { code: workOrderCode(order.number) },
    undo: async () => {
      latest = await undoOnServer(id, latest.step_id ?? 0);
    },
    redo: async () => {
      latest = await sent(() => ask(latest.order.revision));
    },
  });
});

/** Undoes a step of the history, with all that it changed of findings. Rejects with the refusal. */
export const undoOrderStep = atom(null, async (get, _set, step_id: number): Promise<void> => {
  const id = get(plantIdAtom);
  if (id !== null) await undoOnServer(id, step_id);
});
