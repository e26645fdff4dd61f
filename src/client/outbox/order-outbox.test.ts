// What waits of work orders in a browser: kept across visits, one for each order, and of one user alone.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { KeptChange } from "../../domain/work-order/kept-change.ts";
import { openOrderOutbox, type OrderOutbox } from "./order-outbox.ts";

// Dexie says that it lets another connection upgrade or delete the database; that is meant here.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => undefined));

const opened: OrderOutbox[] = [];
const open = (account_id: number) => {
  const store = openOrderOutbox(account_id);
  opened.push(store);
  return store;
};
afterEach(() => {
  opened.splice(0).forEach((store) => store.close());
  vi.restoreAllMocks();
});

const kept = (order_id: number, written_at: string) =>
  ({ order_id, written_at, set: { status: "in_work" } }) as unknown as KeptChange;
const idsOf = async (store: OrderOutbox) => (await store.list()).map(({ order_id }) => order_id);

test("changes stay across visits in the order in which they were written, and of one user alone", async () => {
  const first = open(901);
  expect(await idsOf(first)).toEqual([]);
  await first.change(8, () => kept(8, "2026-11-20T09:00:00Z"));
  await first.change(7, () => kept(7, "2026-11-20T08:00:00Z"));
  first.close();
  expect(await idsOf(open(901))).toEqual([7, 8]);
  expect(await idsOf(open(902))).toEqual([]);
});

test("an order has one, others hear of a change, and null ends it", async () => {
  const store = open(903);
  const heard = vi.fn();
  store.watch(heard);
  await store.change(7, () => kept(7, "2026-11-20T08:00:00Z"));
  await store.change(7, (before) => before && { ...before, edit: 2 });
  expect((await store.list()).map(({ edit }) => edit)).toEqual([2]);
  await store.change(7, () => null);
  expect([await idsOf(store), heard.mock.calls.length]).toEqual([[], 3]);
});

test("a store that is closed says so", async () => {
  const store = open(904);
  store.close();
  await expect(store.change(7, () => null)).rejects.toMatchObject({ fault: "unavailable" });
});
