// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { differenceClasses } from "../../../domain/column/difference.ts";
import { analysisIdAtom, chooseAnalysis } from "../analysis/analysis.ts";
import { undo } from "../../shell/undo.ts";
import { worseningHash } from "../../../domain/column/change-data.ts";
import {
  compare,
  compareAtom,
  comparedPairAtom,
  compareColumnAtom,
  differenceAtom,
  differenceValues,
  openAnalysis,
  showChanges,
  shownChangesAtom,
  toggleChange,
} from "./compare.ts";
import { changeStatisticsAtom } from "./change-statistics.ts";
import { askData } from "../data.ts";
import { openPanel, startDocks } from "../../shell/dock.ts";
import { valueOf } from "../../shell/loaded.ts";
import { settle } from "../../shell/signed-in.fixture.ts";
import { FILTERED_OUT, rowFlagsOf } from "../column/row-flag.ts";
import { columnValues } from "../column/column.ts";
import { openedPlant } from "../opened.fixture.ts";
import { addFilter, filterCountsAtom, filtersAtom } from "../filter/filter.ts";
import { measured } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());

/** Counts by class, once they are `hash`'s. */
async function counts(hash: string) {
  const { store } = opened;
  const now = () => {
    const difference = store.get(differenceAtom);
    return difference.state === "ready" && difference.value.hash === hash ? difference.value : null;
  };
  await vi.waitUntil(() => now() !== null);
  return Object.fromEntries(now()!.counts.map((count, at) => [differenceClasses[at], count]));
}

describe("a comparison", () => {
  it("counts what became worse in the newer analysis, among the components that match the filters", async () => {
    const { store } = opened;
    // Rows from 20 on had 8 less in analysis 11, flown a year before: more is worse.
    store.set(compare, { analysis_id: 11 });
    expect(await counts("column-11 column-12")).toMatchObject({ worse: 20, better: 0, same: 20 });
    expect(differenceValues("column-11 column-12")).toHaveLength(40);
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 35, max: null });
    await vi.waitUntil(() => {
      const difference = store.get(differenceAtom);
      return difference.state === "ready" && difference.value.counts.includes(5);
    });
  });

  it("filters by change: the map, the counts and the ranking agree with a count by hand", async () => {
    const { store } = opened;
    store.set(compare, { analysis_id: 11 });
    await counts("column-11 column-12");
    store.set(showChanges, ["worse"]);
    await vi.waitUntil(() => store.get(filterCountsAtom).module?.matching === 20);
    const [before, after] = [columnValues("column-11")!, columnValues("column-12")!];
    // Rows from 20 on became worse by 8; nothing else changed.
    const byHand = [...after.keys()].filter((row) => after[row]! - before[row]! > 1.5);
    const flags = rowFlagsOf("module")!;
    expect([...flags.keys()].filter((row) => (flags[row]! & FILTERED_OUT) === 0)).toEqual(byHand);
    // Each class keeps its count, so that it can be switched on again.
    expect(await counts("column-11 column-12")).toMatchObject({ worse: 20, same: 20 });
    const ranked = await askData("order", {
      type: "module",
      scope: {},
      sort: { by: { hash: worseningHash("column-11 column-12") }, direction: "descending" },
    });
    expect([...ranked]).toEqual(byHand);
    const counted = await askData("changes", { type: "module", scope: {}, group: "tracker" });
    expect(counted.counts).toEqual([20, 20, 0, 0, 0, 0, 0]);
    // Trackers 1 and 2 stayed the same, 3 and 4 became worse: ten modules each.
    expect([...counted.groups]).toEqual(
      [
        [0, 10, 0, 0, 0, 0, 0],
        [0, 10, 0, 0, 0, 0, 0],
        [10, 0, 0, 0, 0, 0, 0],
        [10, 0, 0, 0, 0, 0, 0],
      ].flat(),
    );
  });

  it("is counted for the statistics: the same counts as in the legend, and by group", async () => {
    const { store } = opened;
    store.set(startDocks, [{ id: "statistics", dock: "bottom", opens: false }]);
    store.set(openPanel, "statistics");
    store.set(compare, { analysis_id: 11 });
    const legend = await counts("column-11 column-12");
    await vi.waitUntil(() => store.get(changeStatisticsAtom).state === "ready");
    const statistics = valueOf(store.get(changeStatisticsAtom))!;
    expect(statistics.counts).toEqual(differenceClasses.map((one) => legend[one]));
    expect([statistics.group, statistics.rows]).toEqual(["tracker", [2, 3]]);
    expect(statistics.countsOf(2)).toEqual([10, 0, 0, 0, 0, 0, 0]);
    // A filter by change hides components; the counts of the classes stay.
    store.set(showChanges, ["better"]);
    await vi.waitUntil(() => store.get(filterCountsAtom).module?.matching === 0);
    await settle();
    expect(valueOf(store.get(changeStatisticsAtom))?.counts).toEqual(statistics.counts);
    store.set(compare, null);
    await vi.waitUntil(() => store.get(changeStatisticsAtom).state === "idle");
  });

  it("switches classes on and off; its filter follows the other analysis and ends with it", () => {
    const { store } = opened;
    const filters = () => store.get(filtersAtom);
    store.set(toggleChange, "same");
    expect(filters()).toEqual([]);
    store.set(compare, { analysis_id: 11 });
    store.set(toggleChange, "same");
    const shown = ["worse", "better", "cannot_tell", "only_newer", "only_older", "unknown"];
    const filter = { kind: "change", key_figure_id: measured.id, analysis_id: 11, values: shown };
    expect(filters()).toEqual([filter]);
    expect(store.get(shownChangesAtom)).toEqual(shown);
    store.set(toggleChange, "same");
    expect(filters()).toEqual([]);
    store.set(showChanges, ["only_older"]);
    store.set(addFilter, { kind: "text", text: "a" });
    store.set(compare, { analysis_id: 12 });
    expect(filters()[0]).toMatchObject({ analysis_id: 12, values: ["only_older"] });
    store.set(compare, null);
    expect(filters()).toEqual([{ kind: "text", text: "a" }]);
  });

  it("changes places where the analysis compared with is opened, in one step", async () => {
    const { store } = opened;
    store.set(compare, { analysis_id: 11 });
    store.set(showChanges, ["worse"]);
    store.set(openAnalysis, 11);
    expect([store.get(analysisIdAtom), store.get(compareAtom)?.analysis_id]).toEqual([11, 12]);
    expect(store.get(filtersAtom)).toMatchObject([{ analysis_id: 12, values: ["worse"] }]);
    expect(await counts("column-12 column-11")).toMatchObject({ worse: 20, better: 0 });
    await store.set(undo);
    expect([store.get(analysisIdAtom), store.get(compareAtom)?.analysis_id]).toEqual([12, 11]);
    store.set(compare, null);
    store.set(openAnalysis, 11);
    expect(store.get(analysisIdAtom)).toBe(11);
  });

  it("names both analyses, the older first", () => {
    const { store } = opened;
    expect(store.get(comparedPairAtom)).toBeNull();
    store.set(compare, { analysis_id: 11 });
    const ids = () => store.get(comparedPairAtom)?.map(({ id }) => id);
    expect(ids()).toEqual([11, 12]);
    store.set(chooseAnalysis, 11);
    store.set(compare, { analysis_id: 12 });
    expect(ids()).toEqual([11, 12]);
  });

  it("gives the same result where the older analysis is the current one", async () => {
    const { store } = opened;
    store.set(chooseAnalysis, 11);
    store.set(compare, { analysis_id: 12 });
    expect(await counts("column-12 column-11")).toMatchObject({ worse: 20, better: 0 });
  });

  it("shows the other analysis' values, and nothing once it ends", async () => {
    const { store } = opened;
    store.set(compare, { analysis_id: 11 });
    await vi.waitUntil(() => store.get(compareColumnAtom).state === "ready");
    expect(columnValues("column-11")?.[20]).toBe(12);
    store.set(compare, null);
    await vi.waitUntil(() => store.get(compareColumnAtom).state === "idle");
    await vi.waitUntil(() => store.get(differenceAtom).state === "idle");
  });

  it("keeps what is not changed, and needs an analysis", () => {
    const { store } = opened;
    store.set(compare, { mode: "difference" });
    expect(store.get(compareAtom)).toBeNull();
    store.set(compare, { analysis_id: 11, position: 0.3 });
    store.set(compare, { mode: "difference" });
    expect(store.get(compareAtom)).toEqual({ analysis_id: 11, mode: "difference", position: 0.3 });
  });
});
