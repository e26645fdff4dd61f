// @vitest-environment happy-dom
// What is computed of a key figure is never read as that of another one, and a failure is said in its place.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Atom } from "jotai";
import { findingsAtom } from "../analysis/finding.ts";
import { changeStatisticsAtom } from "../compare/change-statistics.ts";
import { compare, differenceAtom } from "../compare/compare.ts";
import { openPanel, startDocks } from "../../shell/dock.ts";
import { valueOf, type Loaded } from "../../shell/loaded.ts";
import { retryLoads } from "../../shell/retry.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { openedPlant } from "../opened.fixture.ts";
import { answers, refusal, workerFaults } from "../two-plants.fixture.ts";
import { alsoPatterns } from "./classified.fixture.ts";
import { keyFigureIdAtom } from "./key-figure.ts";
import { histogramAtom } from "./legend.ts";
import { findingCoursesAtom, groupsAtom, trendAtom, valueStatisticsAtom } from "./statistics.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

/** The atoms, and what the worker is asked for each. */
const computed = {
  statistics: valueStatisticsAtom,
  groups: groupsAtom,
  courses: findingCoursesAtom,
  legend: histogramAtom,
  findings: findingsAtom,
  difference: differenceAtom,
  changes: changeStatisticsAtom,
} as const satisfies Record<string, Atom<Loaded<unknown>>>;
const all = Object.entries({ ...computed, trend: trendAtom }) as [string, Atom<Loaded<unknown>>][];

let opened: Awaited<ReturnType<typeof openedPlant>>;
let other = 0;
const usual = { ...answers };
async function open() {
  other = alsoPatterns((row) => row % 3).id;
  opened = await openedPlant("analysis=12");
  const { store } = opened;
  for (const [, one] of all) store.sub(one, () => undefined);
  store.set(startDocks, [{ id: "statistics", dock: "right", opens: false }]);
  store.set(openPanel, "statistics");
  store.set(compare, { analysis_id: 11, mode: "swipe" });
}
beforeEach(() => workerFaults.clear());
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
  workerFaults.clear();
});
const patience = { timeout: patient(10_000) };

test.each(all)("%s of the key figure before are gone with it", async (_, one) => {
  await open();
  const { store } = opened;
  await vi.waitUntil(() => store.get(one).state === "ready", patience);
  const before = valueOf(store.get(one));
  store.set(keyFigureIdAtom, other);
  // Nothing is drawn in between: what is read now is what the screen shows under the new name.
  expect(store.get(one).state).not.toBe("ready");
  await vi.waitUntil(() => store.get(one).state === "ready", patience);
  expect(valueOf(store.get(one))).not.toBe(before);
});

test.each(Object.entries(computed) as [keyof typeof computed, Atom<Loaded<unknown>>][])(
  "%s that could not be computed say so, and are computed again when asked",
  async (verb, one) => {
    workerFaults.set(verb as never, refusal("UNAVAILABLE"));
    await open();
    const { store } = opened;
    await vi.waitUntil(() => store.get(one).state === "failed", patience);
    expect(store.get(one)).toMatchObject({ fault: { code: "UNAVAILABLE" } });
    workerFaults.clear();
    await store.set(retryLoads);
    await vi.waitUntil(() => store.get(one).state === "ready", patience);
  },
);
