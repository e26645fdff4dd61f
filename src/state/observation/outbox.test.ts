// The outbox sends again by itself until the server has confirmed what waits.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { unsentEntry, type OutboxEntry } from "../../domain/observation/outbox.ts";
import { limits } from "../../domain/limits.ts";
import { asked, refusal, serve } from "../shell/served.fixture.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { setOffline } from "../../client/offline/offline.ts";
import * as outboxFile from "../../client/outbox/outbox-store.ts";
import { StorageError } from "../../client/storage-error.ts";
import { outboxAtom, outboxStore, sendAfterOthers, sendByItself, startOutbox } from "./outbox.ts";

const { keepConfirmedOffline } = vi.hoisted(() => ({
  keepConfirmedOffline: vi.fn<(all: readonly { id: number }[]) => Promise<void>>(),
}));
vi.mock("../account/offline.ts", () => ({ keepConfirmedOffline }));

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
vi.mock("../../client/upload.ts", () => import("../shell/served.fixture.ts"));

const realTimeout = globalThis.setTimeout;
/** Limits of the storage and of a request, which are no pauses. */
const waits = [5000, limits.outboxSilenceMs];
const pauses: number[] = [];

const entry: OutboxEntry = {
  ...unsentEntry,
  external_id: "a",
  account_id: 1,
  plant_id: 1,
  plant_name: "Valdesol",
  dt_id: "L1",
  pcs: "L1",
  fields: {
    observed_at: "2026-07-01T10:00:00Z",
    notes: "cracked",
    request: { file_ids: [], ccp_values: [], pi_values: [], analysis_id: null },
  },
  photos: [],
  written_at: "2026-07-01T10:00:00Z",
};

/** What the server answers once it has stored the entry. */
const receipt = {
  id: 7,
  plant_id: 1,
  revision: 1,
  observed_at: entry.fields.observed_at,
  notes: entry.fields.notes,
  analysis: null,
  file_ids: [],
  column_values: [],
  images: [],
};

beforeEach(() => {
  pauses.length = 0;
  keepConfirmedOffline.mockReset();
  keepConfirmedOffline.mockResolvedValue(undefined);
  vi.stubGlobal("window", new EventTarget());
  // The storage needs real timers, so only the pauses are shortened.
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms = 0) => {
    const isPause = ms >= limits.outboxWaitMs && !waits.includes(ms);
    if (isPause) pauses.push(ms);
    return realTimeout(run, isPause ? 0 : ms);
  }) as typeof setTimeout);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("sends again after each pause, longer and longer, until the server answers", async () => {
  let refusals = 0;
  serve({
    "POST /auth/plant/{id}/observation": () => {
      refusals += 1;
      return refusals > 7 ? receipt : refusal("DISCONNECT");
    },
  });
  const store = signedInStore([], [outboxAtom]);
  store.set(startOutbox, 1);
  await outboxStore().add(entry, new Map());
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(asked).toHaveLength(8), { timeout: 10_000 });
  await vi.waitFor(() => expect(store.get(outboxAtom).entries).toEqual([]), { timeout: 10_000 });
  expect(pauses.slice(-4)).toEqual([32_000, 60_000, 60_000, 60_000]);
});

test("what the server cannot take now is sent after longer and longer pauses too", async () => {
  let refusals = 0;
  serve({
    "POST /auth/plant/{id}/observation": () => {
      refusals += 1;
      return refusals > 7 ? receipt : refusal("SOMETHING_WENT_WRONG");
    },
  });
  const store = signedInStore([], [outboxAtom]);
  store.set(startOutbox, 11);
  await outboxStore().add(entry, new Map());
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(asked).toHaveLength(8), { timeout: 10_000 });
  await vi.waitFor(() => expect(store.get(outboxAtom).entries).toEqual([]), { timeout: 10_000 });
  expect(pauses.slice(-4)).toEqual([32_000, 60_000, 60_000, 60_000]);
});

test("waits for the tab that sends now, says so, and sends after it", async () => {
  serve({ "POST /auth/plant/{id}/observation": () => receipt });
  const store = signedInStore([], [outboxAtom]);
  const { promise: otherEnds, resolve: endOther } = Promise.withResolvers<void>();
  const other = navigator.locks.request("outbox", () => otherEnds);
  store.set(startOutbox, 2);
  await outboxStore().add(entry, new Map());
  const sent = store.set(sendAfterOthers);
  await vi.waitFor(() => expect(store.get(outboxAtom).isElsewhere).toBe(true));
  expect(asked).toEqual([]);
  expect(await outboxStore().list()).toHaveLength(1);
  endOther();
  await Promise.all([other, sent]);
  expect(asked).toHaveLength(1);
  expect(await outboxStore().list()).toEqual([]);
  expect(store.get(outboxAtom).isElsewhere).toBe(false);
});

test("a storage that answers late is read again, and only one that stays silent is called a fault", async () => {
  serve({});
  let silences = 0;
  const answers = 5;
  const list = (): Promise<OutboxEntry[]> => {
    silences += 1;
    return silences > answers
      ? Promise.resolve([{ ...entry, state: "rejected" }])
      : Promise.reject(new StorageError("blocked"));
  };
  vi.spyOn(outboxFile, "openOutbox").mockReturnValue({
    list,
    names: async () => (await list()).map(({ external_id }) => external_id),
    hasWaiting: async () => (await list()).length === 0,
    read: async () => (await list())[0],
    watch: () => () => undefined,
    close: () => undefined,
  } as unknown as outboxFile.OutboxStore);
  const store = signedInStore([], [outboxAtom]);
  const shown: string[] = [];
  store.sub(outboxAtom, () => {
    const { storage, isSlow, entries } = store.get(outboxAtom);
    const now = `${storage} ${isSlow ? "slow" : "fault"} ${entries.length}`;
    if (shown.at(-1) !== now) shown.push(now);
  });
  store.set(startOutbox, 1);
  await vi.waitFor(() => expect(store.get(outboxAtom).entries).toHaveLength(1));
  expect(shown).toContain("blocked slow 0");
  expect(shown).toContain("blocked fault 0");
  expect(shown.at(-1)).toBe("null fault 1");
});

test("what is written while others are sent follows in the same round", async () => {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  serve({
    "POST /auth/plant/{id}/observation": async () => {
      ask();
      await isLet;
      return receipt;
    },
  });
  const store = signedInStore([], [outboxAtom]);
  store.set(startOutbox, 3);
  await outboxStore().add(entry, new Map());
  const sent = store.set(sendByItself);
  await isAsked;
  await outboxStore().add({ ...entry, external_id: "b" }, new Map());
  const again = store.set(sendByItself);
  letGo();
  await Promise.all([sent, again]);
  expect(await outboxStore().names()).toEqual([]);
  expect(asked).toHaveLength(2);
});

test("the plant on this device has what has arrived before the entry leaves", async () => {
  serve({ "POST /auth/plant/{id}/observation": () => receipt });
  const seen: unknown[] = [];
  keepConfirmedOffline.mockImplementation(async ([one]) => {
    seen.push(one?.id, await outboxStore().names());
  });
  const store = signedInStore([], [outboxAtom]);
  store.set(startOutbox, 4);
  await outboxStore().add(entry, new Map());
  await store.set(sendByItself);
  await vi.waitFor(async () => expect(await outboxStore().names()).toEqual([]));
  expect(seen).toEqual([7, ["a"]]);
});

/** The flag lies in the local storage, which Node does not have. */
function withLocalStorage(): void {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
}

test("offline by choice nothing is sent by itself: only the user sends, or goes online", async () => {
  serve({ "POST /auth/plant/{id}/observation": () => receipt });
  withLocalStorage();
  const store = signedInStore([], [outboxAtom]);
  setOffline({ account_id: 6, plant_ids: [1] });
  store.set(startOutbox, 6);
  await outboxStore().add(entry, new Map());
  window.dispatchEvent(new Event("online"));
  await store.set(sendByItself);
  await vi.waitFor(() => expect(store.get(outboxAtom).entries).toHaveLength(1));
  expect([asked, pauses]).toEqual([[], []]);
  await store.set(sendAfterOthers);
  expect(asked).toHaveLength(1);
  expect(await outboxStore().names()).toEqual([]);
  await outboxStore().add({ ...entry, external_id: "b" }, new Map());
  await store.set(sendByItself);
  expect(asked).toHaveLength(1);
  setOffline(null);
  await vi.waitFor(async () => expect(await outboxStore().names()).toEqual([]));
  expect(asked).toHaveLength(2);
});

test("going offline ends what is being sent by itself with the step on its way", async () => {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  serve({
    "POST /auth/plant/{id}/observation": async () => {
      ask();
      await isLet;
      return receipt;
    },
  });
  withLocalStorage();
  const store = signedInStore([], [outboxAtom]);
  store.set(startOutbox, 7);
  await outboxStore().add(entry, new Map());
  const second = { ...entry, external_id: "b", written_at: "2026-07-01T11:00:00Z" };
  await outboxStore().add(second, new Map());
  const sent = store.set(sendByItself);
  await isAsked;
  setOffline({ account_id: 7, plant_ids: [1] });
  letGo();
  await sent;
  expect(asked).toHaveLength(1);
  expect(await outboxStore().names()).toContain("b");
  expect(pauses).toEqual([]);
  setOffline(null);
});

test("the list has the order in which the entries were written, whenever they are heard of", async () => {
  serve({});
  const store = signedInStore([], [outboxAtom]);
  store.set(startOutbox, 5);
  const names = () => store.get(outboxAtom).entries.map(({ external_id }) => external_id);
  for (const [external_id, hour] of [
    ["noon", 12],
    ["morning", 8],
    ["evening", 18],
  ] as const) {
    const written_at = `2026-07-01T${String(hour).padStart(2, "0")}:00:00Z`;
    await outboxStore().add({ ...entry, external_id, written_at, state: "rejected" }, new Map());
    await vi.waitFor(() => expect(names()).toContain(external_id));
  }
  expect(names()).toEqual(["morning", "noon", "evening"]);
});
