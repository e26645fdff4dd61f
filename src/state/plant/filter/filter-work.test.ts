// @vitest-environment happy-dom
// What passes the filters: numbers by level, and the flags that the map reads.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Filter } from "../../../domain/column/filter.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { alsoPatterns } from "../column/classified.fixture.ts";
import { askData } from "../data.ts";
import {
  addFilter,
  clearFilters,
  filterCountsAtom,
  filterFaultAtom,
  keepOnly,
  removeFilters,
} from "./filter.ts";
import { keyFigureIdAtom, limitsAtom, setLimits } from "../column/key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { FILTERED_OUT, rowFlagsOf } from "../column/row-flag.ts";
import { answers, asked, measured, refusal, workerFaults } from "../two-plants.fixture.ts";
import { retryLoads } from "../../shell/retry.ts";
import { undo } from "../../shell/undo.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
let pattern = keyFigureByKey("soiling_pattern")!;
beforeEach(async () => {
  // Every fourth module is clean, the next one uniform, and so on.
  pattern = alsoPatterns((row) => row % 4);
  opened = await openedPlant("analysis=12");
});
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
  workerFaults.clear();
});

const matching = () => opened.store.get(filterCountsAtom).module?.matching;
const passing = (type: "module" | "tracker") =>
  [...(rowFlagsOf(type) ?? [])].flatMap((flags, row) => (flags & FILTERED_OUT ? [] : [row]));

describe("the filters", () => {
  it("count what passes, also the parents of what passes", async () => {
    const { store } = opened;
    expect(store.get(filterCountsAtom)).toEqual({});
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 28, max: 31 });
    await vi.waitUntil(() => matching() === 4);
    expect(store.get(filterCountsAtom)).toEqual({
      module: { matching: 4, total: 40 },
      tracker: { matching: 2, total: 4 },
    });
    expect(passing("module")).toEqual([28, 29, 30, 31]);
    expect(passing("tracker")).toEqual([2, 3]);
    store.set(removeFilters, () => true);
    await vi.waitUntil(() => matching() === undefined);
    expect(passing("module")).toHaveLength(40);
    expect(passing("tracker")).toHaveLength(4);
  });

  it("let only kept components pass, besides the conditions, until all are cleared", async () => {
    const { store } = opened;
    const rows = Uint32Array.of(3, 17, 29, 30);
    store.set(keepOnly, { component_type: "module", rows });
    await vi.waitUntil(() => matching() === 4);
    expect(passing("module")).toEqual([3, 17, 29, 30]);
    expect(passing("tracker")).toEqual([0, 1, 2, 3]);
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 28, max: 31 });
    await vi.waitUntil(() => matching() === 2);
    expect(passing("module")).toEqual([29, 30]);
    store.set(undo);
    await vi.waitUntil(() => matching() === 4);
    store.set(clearFilters);
    await vi.waitUntil(() => matching() === undefined);
    expect(passing("module")).toHaveLength(40);
    store.set(undo);
    await vi.waitUntil(() => matching() === 4);
  });

  it("fetch the columns that they need, and no others", async () => {
    const { store } = opened;
    asked.splice(0);
    store.set(addFilter, { kind: "text", text: "module-3" });
    await vi.waitUntil(() => matching() === 11);
    expect(asked).toEqual([]);
    store.set(addFilter, {
      kind: "classes",
      key_figure_id: pattern.id,
      values: [3],
      by: "class",
    });
    // Of 3 and 30 to 39, the third of each four: 3, 31, 35 and 39.
    await vi.waitUntil(() => matching() === 4);
    expect(passing("module")).toEqual([3, 31, 35, 39]);
    expect(asked).toEqual([`GET /auth/analysis-result/12/${pattern.id}/column/pattern-12`]);
  });

  it("by severity follow the limits of the plant", async () => {
    const { store } = opened;
    store.sub(limitsAtom, () => undefined);
    store.set(addFilter, {
      kind: "classes",
      key_figure_id: measured.id,
      values: [3],
      by: "severity",
    });
    await vi.waitUntil(() => matching() === 20);
    await store.set(setLimits, measured.id, [4, 10, 35]);
    await vi.waitUntil(() => matching() === 5);
  });

  const COLUMN = "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}";
  const refuse = (request: string) => {
    answers[request] = () => {
      throw refusal("OFFLINE");
    };
  };

  it("that cannot be evaluated let nothing pass, and say why, until they can be", async () => {
    const { store } = opened;
    const served = answers[COLUMN]!;
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 28, max: 31 });
    await vi.waitUntil(() => matching() === 4);
    refuse(COLUMN);
    store.set(addFilter, {
      kind: "classes",
      key_figure_id: pattern.id,
      values: [3],
      by: "class",
    });
    await vi.waitUntil(() => store.get(filterFaultAtom)?.code === "OFFLINE");
    expect([passing("module"), passing("tracker"), store.get(filterCountsAtom)]).toEqual([
      [],
      [],
      {},
    ]);
    // Table, statistics and exports count what the worker lets pass.
    const counted = await askData("order", { type: "module", scope: {}, sort: null }, {});
    expect(counted).toHaveLength(0);
    answers[COLUMN] = served;
    await store.set(retryLoads);
    // Of 28 to 31, the third of each four.
    await vi.waitUntil(() => matching() === 1);
    expect(passing("module")).toEqual([31]);
    expect(store.get(filterFaultAtom)).toBeNull();
  });

  it("that a broken worker cannot evaluate let nothing pass either", async () => {
    const { store } = opened;
    store.set(addFilter, { kind: "text", text: "module-3" });
    await vi.waitUntil(() => matching() === 11);
    workerFaults.set("mask", new Error("broken"));
    store.set(addFilter, { kind: "text", text: "module-2" });
    await vi.waitUntil(() => store.get(filterFaultAtom) !== null);
    expect(passing("module")).toEqual([]);
    workerFaults.clear();
    store.set(clearFilters);
    await vi.waitUntil(() => store.get(filterFaultAtom) === null);
    expect(passing("module")).toHaveLength(40);
  });

  it.each<[string, string, Filter]>([
    ["images", "GET /auth/analysis/{id}/images", { kind: "known", of: "image", present: true }],
    [
      "the other analysis",
      "GET /auth/analysis/{id}/columns",
      { kind: "change", key_figure_id: measured.id, analysis_id: 11, values: ["worse"] },
    ],
  ])("by %s fail where that is not there, and do not count 0", async (_name, request, filter) => {
    const { store } = opened;
    store.set(addFilter, { kind: "text", text: "module-3" });
    await vi.waitUntil(() => matching() === 11);
    refuse(request);
    store.set(addFilter, filter);
    await vi.waitUntil(() => store.get(filterFaultAtom)?.code === "OFFLINE");
    expect([passing("module"), matching()]).toEqual([[], undefined]);
  });

  it("stay as they are where no key figure is on the map", async () => {
    const { store } = opened;
    store.set(addFilter, { kind: "range", key_figure_id: measured.id, min: 28, max: 31 });
    await vi.waitUntil(() => matching() === 4);
    store.set(keyFigureIdAtom, null);
    store.set(removeFilters, () => true);
    await new Promise((done) => setTimeout(done, 10));
    expect(matching()).toBe(4);
  });
});
