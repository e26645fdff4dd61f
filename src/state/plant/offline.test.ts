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
import type { HeldPlant } from "../../domain/plant/offline.ts";
import { faultWords } from "../shell/fault.ts";
import { refusal, serve } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
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
