// Changes of work orders that wait on this device: kept without a network, sent by themselves, and with their author
// where somebody else has changed the order meanwhile.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { isOffline, onOffline } from "../../../client/offline/offline.ts";
import { answered } from "../../../client/outbox/guarded.ts";
import { openOrderOutbox, type OrderOutbox } from "../../../client/outbox/order-outbox.ts";
import { faultFactsOf, outboxFaultOf } from "../../../client/outbox/outbox-fault.ts";
import { finishBeforeReload } from "../../../client/reload.ts";
import { StorageError } from "../../../client/storage-error.ts";
import { limits } from "../../../domain/limits.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { faultMeaning, isRefusedOnTheWay } from "../../../domain/fault-meaning.ts";
import type { OutboxFault } from "../../../domain/observation/outbox.ts";
import {
  afterSending,
  again,
  withChoice,
  type FieldSet,
  type KeptChange,
  type Sent,
} from "../../../domain/work-order/kept-change.ts";
import type { WorkOrder, WorkOrderChanged } from "../../../domain/work-order/work-order.ts";
import { meAtom } from "../../account/me.ts";
import { keepConfirmedOrder } from "../../account/offline.ts";
import { heldBySession, perSession, sessionLifetime } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { holdSending } from "../../shell/sending.ts";
import { serverTime } from "../../shell/server-time.ts";
import { plantAtom, plantIdAtom } from "../plant.ts";
import { keepOrder, storedOrdersAtom } from "./stored.ts";

const keptAtom = perSession<readonly KeptChange[]>([]);
/** Of all plants, in the order in which they were written. */
export const keptChangesAtom = atom((get) => get(keptAtom));

const sendingAtom = perSession<{
  readonly isSending: boolean;
  readonly paused: OutboxFault | null;
}>({ isSending: false, paused: null });
/** Whether changes of orders are being sent, and why sending stopped before all was tried; null where it did not. */
export const orderSendingAtom = atom((get) => get(sendingAtom));

const held = heldBySession(() => ({
  store: null as OrderOutbox | null,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  sending: null as Promise<void> | null,
}));

function orderOutbox(): OrderOutbox {
  const { store } = held();
  if (!store) throw new StorageError("unavailable");
  return store;
}

/** Opens what waits of this user, shows it, and begins to send. */
export const startOrderOutbox = atom(null, (_get, set, account_id: number): void => {
  const holder = held();
  if (holder.store) return;
  const { signal } = sessionLifetime();
  const store = openOrderOutbox(account_id);
  holder.store = store;
  const show = () => {
    if (!signal.aborted) void set(showKept);
  };
  const send = () => {
    if (!signal.aborted && !isOffline()) void set(sendOrderChanges);
  };
  const ends = [store.watch(show), onOffline(send)];
  window.addEventListener("online", send);
  signal.addEventListener(
    "abort",
    () => {
      window.removeEventListener("online", send);
      clearTimeout(holder.timer);
      ends.forEach((end) => end());
      store.close();
    },
    { once: true },
  );
  show();
  send();
});

const showKept = atom(null, async (_get, set): Promise<void> => {
  if (!held().store) return;
  const { signal } = sessionLifetime();
  // A storage that cannot be read is said by the outbox of observations, and by the next change.
  const kept = await orderOutbox()
    .list()
    .catch(() => null);
  if (kept && !signal.aborted) set(keptAtom, kept);
});

type OrderAuthor = {
  readonly account_id: number | undefined;
  readonly plant: Plant | undefined;
  readonly orders: readonly WorkOrder[] | undefined;
};

/**
 * Whose change of what is kept. It is asked for before the server is: where the session ends, all of it is gone.
 */
export const orderAuthorAtom = atom((get): OrderAuthor => ({
  account_id: valueOf(get(meAtom))?.id,
  plant: valueOf(get(plantAtom)),
  orders: valueOf(get(storedOrdersAtom)),
}));

/**
 * Keeps a change of an order on this device. Rejects with a StorageError where it cannot.
 * @param isTried it was sent, and the answer is not known
 */
export const keepOrderChange = atom(
  null,
  async (
    get,
    set,
    order_id: number,
    fields: FieldSet,
    isTried?: boolean,
    { account_id, plant, orders }: OrderAuthor = get(orderAuthorAtom),
  ): Promise<void> => {
    const seen = orders?.find(({ id }) => id === order_id);
    // Without them nothing says later whose change of what it is.
    if (!seen || !plant || account_id === undefined) throw new StorageError("unavailable");
    // The session may have just ended, and its outbox with it.
    const store = held().store ?? openOrderOutbox(account_id);
    const change = store.change(order_id, (before) =>
      withChoice(before, {
        account_id,
        plant_id: plant.id,
        plant_name: plant.name,
        seen,
        set: fields,
        written_at: serverTime(),
        isTried: isTried === true,
      }),
    );
    await finishBeforeReload(answered(change));
    await set(showKept);
    if (!isOffline()) void set(sendOrderChanges);
  },
);

/** Sends what waits, also while the user is offline by choice; resolves once all was tried. */
export const sendOrderChanges = atom(null, (_get, set): Promise<void> => {
  const holder = held();
  if (!holder.store) return Promise.resolve();
  return (holder.sending ??= set(sendRound).finally(() => {
    holder.sending = null;
  }));
});

const LOCK = "order-outbox";

const sendRound = atom(null, async (get, set): Promise<void> => {
  const holder = held();
  const { signal } = sessionLifetime();
  clearTimeout(holder.timer);
  const store = orderOutbox();
  let paused: OutboxFault | null = null;
  const round = async (): Promise<boolean> => {
    const waiting = (await store.list()).filter(({ state }) => state === "waiting");
    let isDone = true;
    set(sendingAtom, { isSending: true, paused: null });
    for (const { order_id } of waiting) {
      if (signal.aborted) return true;
      const became = await sendOne(store, order_id, (plant_id, answer) => {
        if (!signal.aborted && plant_id === get(plantIdAtom)) keepOrder(answer);
      });
      if (typeof became !== "string") {
        paused = became;
        return false;
      }
      // One that the server cannot take now holds up no other.
      if (became === "later") isDone = false;
    }
    return isDone;
  };
  const release = holdSending();
  // Two tabs that send at once would meet their own change as somebody else's.
  const isDone = await inOneTab(round).catch(() => false);
  release();
  if (signal.aborted) return;
  set(sendingAtom, { isSending: false, paused });
  await set(showKept);
  const isLeft = get(keptAtom).some(({ state }) => state === "waiting");
  if (isLeft && !isOffline()) {
    const wait = isDone ? 0 : limits.outboxLongestWaitMs;
    holder.timer = setTimeout(() => void set(sendOrderChanges), wait);
  }
});

function inOneTab(work: () => Promise<boolean>): Promise<boolean> {
  if (!("locks" in navigator)) return work();
  return navigator.locks.request(LOCK, work);
}

/** A fault: the server is not reached, and all that waits is sent later. `later`: this one alone is. */
async function sendOne(
  store: OrderOutbox,
  order_id: number,
  onStored: (plant_id: number, answer: WorkOrderChanged) => void,
): Promise<"done" | "later" | OutboxFault> {
  const kept = await store.change(order_id, (one) => one && { ...one, isTried: true });
  if (kept?.state !== "waiting") return "done";
  const { plant_id, seen, set } = kept;
  let sent: Sent;
  try {
    const answer = await call(
      api.workOrder.change,
      {
        params: { id: plant_id, work_order_id: order_id },
        body: { revision: seen.revision, set, done_ids: [], removed_ids: [] },
      },
      { fromServer: true, isQuiet: true },
    );
    await keepConfirmedOrder(plant_id, answer.order);
    onStored(plant_id, answer);
    sent = { kind: "stored", answer: answer.order };
  } catch (cause) {
    const fault = outboxFaultOf(cause);
    const facts = faultFactsOf(cause);
    const meaning = faultMeaning(facts, kept.refusals);
    const { current } = (cause as { versions?: { current?: WorkOrder } }).versions ?? {};
    if (current?.number !== undefined) sent = { kind: "conflict", answer: current, fault };
    else if (meaning === "pause") {
      if (isRefusedOnTheWay(facts)) {
        const refusals = (kept.refusals ?? 0) + 1;
        await store.change(order_id, (now) => now && { ...now, fault, refusals });
      }
      return fault;
    } else if (meaning === "later") {
      await store.change(order_id, (now) => now && { ...now, fault });
      return "later";
    } else sent = { kind: "refused", fault };
  }
  await store.change(order_id, (now) => now && afterSending(now, sent));
  return "done";
}

/** The author's version goes on top of what the server has now. */
export const sendOwnChange = atom(null, async (_get, set, order_id: number): Promise<void> => {
  await orderOutbox().change(order_id, (one) => one && again(one));
  await set(showKept);
  await set(sendOrderChanges);
});

/** What the server has stays; the author's version is deleted from this device. */
export const dropOwnChange = atom(null, async (get, set, kept: KeptChange): Promise<void> => {
  await orderOutbox().change(kept.order_id, () => null);
  await set(showKept);
  const { current, plant_id } = kept;
  if (current && plant_id === get(plantIdAtom)) {
    keepOrder({ order: current, findings: [], step_id: null });
  }
});
