// @vitest-environment happy-dom
// Updates of the app against a model: whatever is under way, the page never reloads over work, and always in the end.
import * as fc from "fast-check";
import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../domain/limits.ts";
import { forgetUnsaved, holdUnsaved, type UnsavedKind } from "./leave.ts";
import { holdSending } from "./sending.ts";

vi.stubGlobal("APP_VERSION", "1.0.0");
const { startUpdate } = await import("./update.ts");

const works = ["editing", "drawing", "uploading", "refreshing", "sending"] as const;
type Work = (typeof works)[number];
type Act =
  | { readonly kind: "deploy" }
  | { readonly kind: "begin" | "end"; readonly work: Work }
  | { readonly kind: "network"; readonly isOnline: boolean }
  | { readonly kind: "wait"; readonly seconds: number };

const work = fc.constantFrom(...works);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constant({ kind: "deploy" as const }),
  fc.record({ kind: fc.constantFrom("begin" as const, "end" as const), work }),
  fc.record({ kind: fc.constant("network" as const), isOnline: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 900 }) }),
);

let isOnline = true;
let served = "1.0.0";
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  vi.stubGlobal("fetch", async () => Response.json({ version: served }));
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const hold = (kind: Work) =>
  kind === "sending" ? holdSending() : holdUnsaved({ kind: kind satisfies UnsavedKind });

/** Runs the acts, then ends all work; returns how often the page was updated. */
async function updatesOf(acts: readonly Act[]): Promise<number> {
  isOnline = true;
  served = "1.0.0";
  forgetUnsaved();
  const store = createStore();
  const underway = new Map<Work, () => void>();
  let updates = 0;
  let stop = () => {};
  const setOnline = (next: boolean) => {
    isOnline = next;
    window.dispatchEvent(new Event(next ? "online" : "offline"));
  };
  const start = () => {
    stop = startUpdate(store, () => {
      expect([...underway.keys()], "work that the reload would lose").toEqual([]);
      expect(isOnline, "the network at the reload").toBe(true);
      updates += 1;
      served = "1.0.0";
      stop();
      start();
    });
  };
  const end = (kind: Work) => {
    underway.get(kind)?.();
    underway.delete(kind);
  };
  start();
  for (const one of acts) {
    if (one.kind === "deploy") served = "1.1.0";
    else if (one.kind === "end") end(one.work);
    else if (one.kind === "begin" && !underway.has(one.work)) {
      underway.set(one.work, hold(one.work));
    } else if (one.kind === "network") setOnline(one.isOnline);
    else if (one.kind === "wait") await vi.advanceTimersByTimeAsync(one.seconds * 1000);
  }
  [...underway.keys()].forEach(end);
  setOnline(true);
  await vi.advanceTimersByTimeAsync(limits.versionCheckMs + (limits.updateCountdownS + 1) * 1000);
  expect(served, "the version that is left to be taken").toBe("1.0.0");
  stop();
  return updates;
}

test("forms, drawings, uploads and sending outlive every update, and each update comes in the end", async () => {
  let updates = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 30 }), async (acts) => {
      updates += await updatesOf([{ kind: "deploy" }, ...acts]);
    }),
    { numRuns: 60 },
  );
  expect(updates).toBeGreaterThanOrEqual(50);
});
