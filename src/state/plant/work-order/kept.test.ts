// @vitest-environment happy-dom
// Changes of work orders that wait: one that fails holds up no other, and what follows a change comes after it.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOrderOutbox } from "../../../client/outbox/order-outbox.ts";
import { withChoice, type FieldSet } from "../../../domain/work-order/kept-change.ts";
import { newWorkOrder } from "../../../domain/work-order/work-order-change.ts";
import type { WorkOrder } from "../../../domain/work-order/work-order.ts";
import { asked, refusal, serve } from "../../shell/served.fixture.ts";
import { signedInStore } from "../../shell/signed-in.fixture.ts";
import {
  keepOrderChange,
  keptChangesAtom,
  orderSendingAtom,
  sendOrderChanges,
  startOrderOutbox,
} from "./kept.ts";
import { changeOrder } from "./order.ts";

vi.mock("../../../client/call.ts", () => import("../../shell/served.fixture.ts"));
vi.mock("../plant.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), plantIdAtom: atom(2) };
});

const CHANGE = "POST /auth/plant/{id}/work-order/{work_order_id}/change";
const orderOf = (id: number, more: Partial<WorkOrder> = {}): WorkOrder => ({
  ...newWorkOrder,
  id,
  number: id,
  title: "North",
  assignee_name: null,
  finding_ids: [1],
  revision: 1,
  created_by: null,
  created_at: "2026-11-20T08:00:00Z",
  updated_by: null,
  updated_at: "2026-11-20T08:00:00Z",
  ...more,
});
let account_id = 700;
const keep = async (...orders: WorkOrder[]) => {
  const store = openOrderOutbox(account_id);
  for (const seen of orders) {
    const set: FieldSet = { status: "in_work" };
    const written_at = `2026-11-20T09:0${seen.id}:00Z`;
    const made = { account_id, plant_id: 2, plant_name: "Plant", seen, set, written_at };
    await store.change(seen.id, () => withChoice(null, { ...made, isTried: false }));
  }
  store.close();
};
const sentOrders = () => asked.map(([request]) => request.split("/").at(-2));
const answer = (order: WorkOrder) => ({ step_id: 5, order, findings: [] });
const changed = ({ params, body }: { params: { work_order_id: number }; body: { set: object } }) =>
  answer(orderOf(params.work_order_id, { revision: 2, ...body.set }));

beforeEach(() => {
  account_id += 1;
  // This page has no tabs beside it.
  Object.defineProperty(navigator, "locks", {
    value: { request: (_name: string, work: () => unknown) => work() },
    configurable: true,
  });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  signedInStore();
  vi.restoreAllMocks();
});

test("an order that the server cannot take now holds up no other, and says why", async () => {
  await keep(orderOf(3), orderOf(4));
  const broken = refusal("SOMETHING_WENT_WRONG", { message: "It broke" });
  serve({
    [CHANGE]: (ask: Parameters<typeof changed>[0]) =>
      ask.params.work_order_id === 3 ? broken : changed(ask),
  });
  const store = signedInStore([], [keptChangesAtom]);
  store.set(startOrderOutbox, account_id);
  await store.set(sendOrderChanges);
  expect(sentOrders()).toEqual(["3", "4"]);
  expect(store.get(keptChangesAtom)).toMatchObject([
    { order_id: 3, state: "waiting", fault: { message: "It broke" } },
  ]);
});

test("an order that a proxy refuses ends the round, and is left with its author after five", async () => {
  await keep(orderOf(3), orderOf(4));
  const refused = Object.assign(refusal("SOMETHING_WENT_WRONG"), { status: 403 });
  serve({
    [CHANGE]: (ask: Parameters<typeof changed>[0]) =>
      ask.params.work_order_id === 3 ? refused : changed(ask),
  });
  const store = signedInStore([], [keptChangesAtom, orderSendingAtom]);
  store.set(startOrderOutbox, account_id);
  for (let round = 0; round < 4; round += 1) await store.set(sendOrderChanges);
  expect(sentOrders()).toEqual(["3", "3", "3", "3"]);
  expect(store.get(orderSendingAtom)).toMatchObject({ paused: { code: "SOMETHING_WENT_WRONG" } });
  expect(store.get(keptChangesAtom)).toMatchObject([
    { order_id: 3, state: "waiting", fault: { code: "SOMETHING_WENT_WRONG" } },
    { order_id: 4, state: "waiting", fault: null },
  ]);
  await store.set(sendOrderChanges);
  expect(sentOrders().slice(4)).toEqual(["3", "4"]);
  expect(store.get(keptChangesAtom)).toMatchObject([{ order_id: 3, state: "rejected" }]);
});

test("without a server the first ends the round", async () => {
  await keep(orderOf(3), orderOf(4));
  serve({ [CHANGE]: refusal("DISCONNECT") });
  const store = signedInStore([], [keptChangesAtom]);
  store.set(startOrderOutbox, account_id);
  await store.set(sendOrderChanges);
  expect(sentOrders()).toEqual(["3"]);
  expect(store.get(keptChangesAtom)).toMatchObject([{ order_id: 3 }, { order_id: 4 }]);
});

test("why nothing is sent is said until the next round", async () => {
  await keep(orderOf(3));
  serve({ [CHANGE]: refusal("TOKEN_EXPIRED") });
  const store = signedInStore([], [keptChangesAtom, orderSendingAtom]);
  store.set(startOrderOutbox, account_id);
  await store.set(sendOrderChanges);
  expect(store.get(orderSendingAtom)).toMatchObject({
    isSending: false,
    paused: { code: "TOKEN_EXPIRED" },
  });
  serve({ [CHANGE]: changed });
  const shown: unknown[] = [];
  store.sub(orderSendingAtom, () => shown.push(store.get(orderSendingAtom)));
  await store.set(sendOrderChanges);
  expect(shown).toEqual([
    { isSending: true, paused: null },
    { isSending: false, paused: null },
  ]);
});

test("a change with findings is sent after what waits of its order, or not at all", async () => {
  await keep(orderOf(3));
  serve({ [CHANGE]: refusal("DISCONNECT") });
  const store = signedInStore([], [keptChangesAtom]);
  store.set(startOrderOutbox, account_id);
  await store.set(sendOrderChanges);
  const finish = () =>
    store.set(changeOrder, orderOf(3), { set: { status: "done" }, done_ids: [1] });
  await expect(finish()).rejects.toMatchObject({ code: "DISCONNECT" });
  serve({ [CHANGE]: changed });
  await finish();
  expect(asked.map(([, body]) => (body as { set: FieldSet }).set.status)).toEqual([
    "in_work",
    "done",
  ]);
  expect(store.get(keptChangesAtom)).toEqual([]);
});

test("what cannot be kept is said", async () => {
  const store = signedInStore([], [keptChangesAtom]);
  store.set(startOrderOutbox, account_id);
  await expect(store.set(keepOrderChange, 3, { status: "done" })).rejects.toMatchObject({
    fault: "unavailable",
  });
});
