// @vitest-environment happy-dom
// A session that ends while a plant is on this device, and a plant that is on its way when a page starts.
import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { offlineFlag } from "../../client/offline/offline.ts";
import {
  keepOffline,
  startOfflineRecord,
  waitingFlag,
} from "../../client/offline/offline-record.ts";
import { deleteAll, openAnswers, openCatalogue } from "../../client/offline/offline-store.ts";
import { leaveSession, session } from "../../client/session.ts";
import { openOrderOutbox } from "../../client/outbox/order-outbox.ts";
import { loadWords, startWords } from "../../client/i18n.ts";
import { withChoice } from "../../domain/work-order/kept-change.ts";
import { newWorkOrder } from "../../domain/work-order/work-order-change.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import type { HeldPlant } from "../../domain/plant/offline.ts";
import { startOutbox } from "../observation/outbox.ts";
import { faultWords } from "../shell/fault.ts";
import { retriesAtom } from "../shell/retry.ts";
import { refusal, serve } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { keptChangesAtom, startOrderOutbox } from "./work-order/kept.ts";
import { goOnline, heldAtom, isSessionEnd, signInAgain, startOffline } from "./offline.ts";

vi.mock("../../client/call.ts", async () => ({
  ...(await import("../shell/served.fixture.ts")),
  callFailure: (await import("../../client/call-failure.ts")).callFailure,
}));

const database = "offline-1-7-abcdef01";
const held: HeldPlant = {
  plant_id: 7,
  plant_name: "Soledad",
  database,
  choice: { analysis_ids: [], has_images: false, has_orthomosaics: false, has_blueprints: false },
  taken_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  bytes: 1,
  loaded_bytes: 1,
  answers: 0,
  failed_images: [],
};
const flag = { account_id: 1, plant_ids: [7] };
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

/** A row in the catalogue of the first user, and the database that it names. */
async function keep(isComplete: boolean): Promise<void> {
  const catalogue = openCatalogue(1);
  await catalogue.begin({ plant_id: 7, database });
  if (isComplete) await catalogue.complete(held);
  catalogue.close();
  const store = openAnswers(database);
  await store.addresses();
  store.close();
}

beforeEach(async () => {
  signedInStore();
  await keepOffline(null);
  await deleteAll(1);
  serve({ "GET /auth/user/me": () => ({ id: 1 }) });
});

test("a plant on its way to this device outlives the start of a page", async () => {
  await keep(false);
  const store = signedInStore([], [heldAtom]);
  await store.set(startOffline, 1);
  expect(await names()).toContain(database);
});

test("where only the session has ended, the refusal says so, and signing in again leads on", async () => {
  await startOfflineRecord();
  await keep(true);
  const store = signedInStore([], [heldAtom]);
  await store.set(startOffline, 1);
  await keepOffline(flag);
  serve({ "GET /auth/user/me": refusal("DISCONNECT") });
  const cut = await store.set(goOnline, { sends: true, deletes: true }).catch((cause) => cause);
  expect(isSessionEnd(cut)).toBe(false);
  serve({ "GET /auth/user/me": refusal("TOKEN_EXPIRED") });
  const ended = await store.set(goOnline, { sends: true, deletes: true }).catch((cause) => cause);
  expect(isSessionEnd(ended)).toBe(true);
  expect(faultWords(ended).details).toHaveLength(1);
  expect(ended).toMatchObject({ problems: [{ reason: "offline_cannot_return" }] });

  await store.set(signInAgain);
  expect([session(), offlineFlag()]).toEqual([null, null]);
  await settle();
  expect(await names()).toContain(database);
  const next = signedInStore([], [heldAtom]);
  await next.set(startOffline, 1);
  expect(offlineFlag()).toEqual(flag);
  expect(next.get(heldAtom)).toHaveLength(1);
  expect(await names()).toContain(database);
  serve({ "GET /auth/user/me": () => ({ id: 1 }) });
  await next.set(goOnline, { sends: false, deletes: true });
  expect(await names()).not.toContain(database);
});

test("another user who signs in then finds nothing, and a sign-out deletes the plants", async () => {
  await keep(true);
  const store = signedInStore([], [heldAtom]);
  await store.set(startOffline, 1);
  await keepOffline(flag);
  await store.set(signInAgain);
  const other = signedInStore([], [heldAtom]);
  await other.set(startOffline, 2);
  expect([offlineFlag(), await waitingFlag(), other.get(heldAtom)]).toEqual([null, null, []]);
  expect(await names()).not.toContain(database);

  await keep(true);
  const again = signedInStore([], [heldAtom]);
  await again.set(startOffline, 1);
  await keepOffline(flag);
  leaveSession();
  await vi.waitFor(async () => expect(await names()).not.toContain(database));
});

test("what failed while offline is loaded again online", async () => {
  const store = signedInStore([], [retriesAtom]);
  await keepOffline(flag);
  const before = store.get(retriesAtom);
  await store.set(goOnline, { sends: false, deletes: false });
  expect(store.get(retriesAtom)).toBeGreaterThan(before);
});

test("what was not sent is counted by its kind", async () => {
  await startWords("en");
  await loadWords(() => true);
  // This page has no tabs beside it.
  Object.defineProperty(navigator, "locks", {
    value: { request: (_name: string, ...rest: (() => unknown)[]) => rest.at(-1)!() },
    configurable: true,
  });
  const order = { ...newWorkOrder, id: 3, number: 3, title: "North", revision: 1 } as WorkOrder;
  const kept = openOrderOutbox(1);
  await kept.change(3, () =>
    withChoice(null, {
      account_id: 1,
      plant_id: 7,
      plant_name: "Soledad",
      seen: order,
      set: { status: "done" },
      written_at: "2026-11-20T09:00:00Z",
      isTried: false,
    }),
  );
  serve({
    "GET /auth/user/me": () => ({ id: 1 }),
    "POST /auth/plant/{id}/work-order/{work_order_id}/change": refusal("DISCONNECT"),
  });
  const store = signedInStore([], [keptChangesAtom]);
  store.set(startOutbox, 1);
  store.set(startOrderOutbox, 1);
  await vi.waitUntil(() => store.get(keptChangesAtom).length === 1);
  await keepOffline(flag);
  const left = await store.set(goOnline, { sends: true, deletes: false }).catch((cause) => cause);
  expect(left).toMatchObject({
    code: "CONFLICT",
    problems: [{ reason: "offline_unsent_orders", values: { count: 1 } }],
  });
  expect(faultWords(left).details).toEqual([
    "1 change to a work order was not sent. It waits on this device.",
  ]);
  await kept.change(3, () => null);
  kept.close();
});
