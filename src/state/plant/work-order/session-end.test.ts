// @vitest-environment happy-dom
// What a crew has decided is kept on the device where the session ended meanwhile, and the reload waits for it.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openOrderOutbox } from "../../../client/outbox/order-outbox.ts";
import { reloadPage } from "../../../client/reload.ts";
import { keepSession } from "../../../client/session.ts";
import type { WorkOrder } from "../../../domain/work-order/work-order.ts";
import { newWorkOrder } from "../../../domain/work-order/work-order-change.ts";
import { meAtom } from "../../account/me.ts";
import { openedWith } from "../../observation/observed.fixture.ts";
import { valueOf } from "../../shell/loaded.ts";
import { answers, refusal } from "../two-plants.fixture.ts";
import { plantAtom } from "../plant.ts";
import { startOrderOutbox } from "./kept.ts";
import { changeOrder } from "./order.ts";
import { storedOrdersAtom } from "./stored.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

const CHANGE = "POST /auth/plant/{id}/work-order/{work_order_id}/change";
const usual = { ...answers };
const order: WorkOrder = {
  ...newWorkOrder,
  id: 3,
  number: 3,
  title: "North",
  assignee_name: null,
  finding_ids: [1],
  revision: 1,
  created_by: null,
  created_at: "2026-11-20T08:00:00Z",
  updated_by: null,
  updated_at: "2026-11-20T08:00:00Z",
};
const account_id = 1;
let opened: Awaited<ReturnType<typeof openedWith>>;
beforeEach(async () => {
  // Another tab sends, so that what is kept stays.
  const locks = { request: () => new Promise(() => undefined) };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  answers["GET /auth/user/me"] = () => ({ id: account_id, first_name: "Ana", last_name: "" });
  answers["GET /auth/plant/{id}/work-orders"] = () => [order];
  opened = await openedWith([], ["READ_WORK_ORDER", "READ_FINDING"]);
  const { store } = opened;
  for (const one of [meAtom, plantAtom, storedOrdersAtom]) store.sub(one, () => undefined);
  await vi.waitUntil(() =>
    [meAtom, plantAtom, storedOrdersAtom].every((one) => valueOf(store.get<unknown>(one) as never)),
  );
  store.set(startOrderOutbox, account_id);
});
afterEach(() => {
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
  vi.restoreAllMocks();
});

const change = () => opened.store.set(changeOrder, order, { set: { status: "in_work" } });
async function kept() {
  const store = openOrderOutbox(account_id);
  const all = await store.list();
  for (const { order_id } of all) await store.change(order_id, () => null);
  store.close();
  return all;
}

test("a change of an order waits on the device after the session ended, and the page reloads after it", async () => {
  const began: string[] = [];
  vi.spyOn(location, "reload").mockImplementation(() => void began.push("reload"));
  let left = Promise.resolve();
  answers[CHANGE] = () => {
    keepSession(null);
    left = reloadPage();
    throw refusal("TOKEN_EXPIRED");
  };
  await change();
  began.push("kept");
  await left;
  expect(began).toEqual(["kept", "reload"]);
  expect(await kept()).toMatchObject([
    { order_id: 3, account_id, plant_id: 1, set: { status: "in_work" }, isTried: true },
  ]);
});

test.each([
  [503, "waits"],
  [404, "goes back"],
])("after %i it %s", async (status, became) => {
  answers[CHANGE] = () => {
    throw Object.assign(refusal("SOMETHING_WENT_WRONG"), { status });
  };
  if (became === "waits") await change();
  else await expect(change()).rejects.toMatchObject({ status });
  expect(await kept()).toHaveLength(became === "waits" ? 1 : 0);
});
