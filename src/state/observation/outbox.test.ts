// The outbox sends again by itself until the server has confirmed what waits.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { limits } from "../../domain/limits.ts";
import { asked, refusal, serve } from "../shell/served.fixture.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { outboxAtom, outboxStore, startOutbox } from "./outbox.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
vi.mock("../../client/upload.ts", () => import("../shell/served.fixture.ts"));

const realTimeout = globalThis.setTimeout;
/** Limits of the storage and of a request, which are no pauses. */
const waits = [5000, limits.outboxSilenceMs];
const pauses: number[] = [];

const entry: OutboxEntry = {
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
  dropped: [],
  stored: null,
  sent: null,
  trying: null,
  state: "waiting",
  fault: null,
  current: null,
  attempts: 0,
  edit: 0,
  written_at: "2026-07-01T10:00:00Z",
};

beforeEach(() => {
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
      return refusals > 7 ? { id: 7, plant_id: 1, revision: 1, images: [] } : refusal("DISCONNECT");
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
