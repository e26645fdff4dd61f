// What a change of the outbox costs: the entry that has changed is read again, not all that wait.
import "fake-indexeddb/auto";
import { IDBIndex, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { bytesOf, entryOf, FakeServer } from "../../client/outbox/outbox.fixture.ts";
import { openOutbox } from "../../client/outbox/outbox-store.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { outboxAtom, sendByItself, startOutbox } from "./outbox.ts";
import { serverCalls } from "./outbox-calls.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
vi.mock("../../client/upload.ts", () => import("../shell/served.fixture.ts"));

const ENTRIES = 500;
const read = { entries: 0, photos: 0 };

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
  const storeOf = (source: IDBObjectStore | IDBIndex) =>
    (source instanceof IDBIndex ? source.objectStore : source).name as keyof typeof read;
  const count = (source: IDBObjectStore | IDBIndex, value: unknown) => {
    read[storeOf(source)] += Array.isArray(value) ? value.length : Number(value !== undefined);
  };
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const name of ["get", "getAll"] as const) {
      const original = prototype[name] as (...words: unknown[]) => IDBRequest<unknown>;
      vi.spyOn(prototype, name).mockImplementation(function (
        this: IDBObjectStore,
        ...words: unknown[]
      ) {
        const request = original.apply(this, words);
        request.addEventListener("success", () => count(this, request.result));
        return request as never;
      });
    }
    const { openCursor } = prototype;
    vi.spyOn(prototype, "openCursor").mockImplementation(function (
      this: IDBObjectStore,
      ...words: Parameters<typeof openCursor>
    ) {
      const request = openCursor.apply(this, words);
      request.addEventListener("success", () => count(this, request.result ?? undefined));
      return request;
    });
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.skipIf(isEveryday)(
  "500 entries with photos are sent with a few reads of each, and the bytes of a photo are read once",
  async () => {
    const kept = openOutbox(41);
    for (let at = 0; at < ENTRIES; at += 1) {
      const file_id = `photo-${at}`;
      const entry = entryOf(`entry-${at}`, `Note ${at}`, new Map([[file_id, bytesOf(file_id)]]));
      const written_at = new Date(1_780_000_000_000 + at).toISOString();
      await kept.add({ ...entry, written_at }, new Map([[file_id, bytesOf(file_id)]]));
    }
    kept.close();
    const server = new FakeServer();
    Object.assign(
      serverCalls,
      server.calls(() => "fair"),
    );
    const store = signedInStore([], [outboxAtom]);
    Object.assign(read, { entries: 0, photos: 0 });
    const seen = new Set<number>();
    store.sub(outboxAtom, () => seen.add(store.get(outboxAtom).entries.length));
    store.set(startOutbox, 41);
    await store.set(sendByItself);
    await vi.waitFor(() => expect(store.get(outboxAtom).entries).toEqual([]), { timeout: 20_000 });
    expect(server.rows.size).toBe(ENTRIES);
    // The number on the screen went down one by one.
    expect(seen.size).toBeGreaterThan(ENTRIES / 2);
    expect(read.photos).toBe(ENTRIES);
    // Each in the list at the start; then as it is sent, in each of its changes, and to show each.
    expect(read.entries).toBeLessThanOrEqual(8 * ENTRIES);
  },
  patient(60_000),
);
