// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { plantCourses } from "../../../domain/key-figure/plant-course.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { viewAreaAtom } from "../../map/view.ts";
import { openPanel, startDocks } from "../../shell/dock.ts";
import { valueOf } from "../../shell/loaded.ts";
import { alsoPatterns } from "./classified.fixture.ts";
import { addFilter, chooseScope } from "../filter/filter.ts";
import { keyFigureIdAtom } from "./key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { keepLevel } from "../plant.ts";
import { select, selectedRowsAtom } from "../component/selection.ts";
import {
  findingCoursesAtom,
  groupsAtom,
  groupTypeAtom,
  groupTypesAtom,
  selectCourse,
  trendAtom,
  valueStatisticsAtom,
} from "./statistics.ts";
import { answers, asked, measured, refusal, summaryOf } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
const usual = { ...answers };
async function open(before = () => {}) {
  before();
  opened = await openedPlant("analysis=12");
  opened.store.set(startDocks, [{ id: "statistics", dock: "right", opens: false }]);
}
async function openStatistics(before?: () => void) {
  await open(before);
  opened.store.set(openPanel, "statistics");
}
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const distribution = () => valueOf(opened.store.get(valueStatisticsAtom));
const groups = () => valueOf(opened.store.get(groupsAtom));
const trend = () => valueOf(opened.store.get(trendAtom));
const counted = (count: number) => vi.waitUntil(() => distribution()?.count === count);
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe("the statistics", () => {
  it("are not computed while their panel is closed", async () => {
    await open();
    asked.splice(0);
    await pause(150);
    expect(opened.store.get(valueStatisticsAtom).state).toBe("idle");
    expect(opened.store.get(groupsAtom).state).toBe("idle");
    expect(opened.store.get(trendAtom).state).toBe("idle");
    expect(asked).toEqual([]);
  });

  it("count the values by severity, and follow the filters", async () => {
    await openStatistics();
    await counted(40);
    // Row r has r K, with limits at 4, 10 and 20 K.
    expect(distribution()).toMatchObject({
      severities: [4, 6, 10, 20],
      min: 0,
      max: 39,
      mean: 19.5,
    });
    opened.store.set(addFilter, {
      kind: "range",
      key_figure_id: measured.id,
      min: 35,
      max: null,
    });
    await counted(5);
  });

  it("count what is selected or in view where only that counts", async () => {
    await openStatistics();
    const { store } = opened;
    store.set(select, { component_type: "module", rows: [3, 36], mode: "replace" });
    await counted(40);
    store.set(chooseScope, "selected");
    await counted(2);
    store.set(select, { component_type: "tracker", rows: [1], mode: "replace" });
    await counted(0);
    store.set(chooseScope, "in_view");
    // Modules lie 10 m apart along the x axis: 7 of them between 95 and 165 m.
    store.set(viewAreaAtom, [95, -5, 165, 5]);
    await counted(7);
    expect(distribution()).toMatchObject({ min: 10, max: 16 });
  });

  it("are none without a column", async () => {
    await openStatistics();
    await counted(40);
    opened.store.set(keyFigureIdAtom, keyFigureByKey("soiling")!.id);
    await vi.waitUntil(() => opened.store.get(valueStatisticsAtom).state === "idle");
    expect(opened.store.get(groupsAtom).state).toBe("idle");
  });
});

describe("the groups", () => {
  it("begin with the greatest share of what is poor or to be acted on, then of what is to be acted on", async () => {
    await openStatistics();
    await vi.waitUntil(() => groups() !== undefined);
    // Of ten modules each: trackers 2 and 3 must act on all, tracker 1 has poor ones, tracker 0 none.
    expect(groups()).toMatchObject({ type: "tracker", rows: [2, 3, 1, 0] });
    expect([...groups()!.statistics.count]).toEqual([10, 10, 10, 10]);
  });

  it("count shares and not numbers, and leave out groups without values", async () => {
    await openStatistics();
    const { store } = opened;
    // Tracker 1: two of two are poor. Tracker 0: none. Tracker 2: one of two is to be acted on.
    store.set(select, { component_type: "module", rows: [1, 11, 12, 13], mode: "replace" });
    store.set(chooseScope, "selected");
    await vi.waitUntil(() => groups()?.rows.length === 2);
    expect(groups()?.rows).toEqual([1, 0]);
  });

  it("are the levels above that have components, the top one first", async () => {
    await open();
    const { store } = opened;
    expect([store.get(groupTypesAtom), store.get(groupTypeAtom)]).toEqual([["tracker"], "tracker"]);
    store.set(keepLevel, "tracker_group", { geometry: { count: 1 } as never });
    expect(store.get(groupTypesAtom)).toEqual(["tracker_group", "tracker"]);
    expect(store.get(groupTypeAtom)).toBe("tracker_group");
    store.set(groupTypeAtom, "tracker");
    expect(store.get(groupTypeAtom)).toBe("tracker");
    store.set(groupTypeAtom, "loop");
    expect(store.get(groupTypeAtom)).toBe("tracker_group");
  });

  it("are none at the top of the hierarchy", async () => {
    await open();
    opened.store.set(keyFigureIdAtom, keyFigureByKey("group_power_loss")!.id);
    expect(opened.store.get(groupTypesAtom)).toEqual([]);
    expect(opened.store.get(groupTypeAtom)).toBeNull();
    opened.store.set(keyFigureIdAtom, null);
    expect(opened.store.get(groupTypesAtom)).toEqual([]);
  });
});

describe("the courses of findings", () => {
  it("count each component once, and select those of one course", async () => {
    await openStatistics();
    await vi.waitUntil(() => valueOf(opened.store.get(findingCoursesAtom)) !== undefined);
    const { counts, asked } = valueOf(opened.store.get(findingCoursesAtom))!;
    expect(asked.columns).toHaveLength(trend()!.length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40);
    for (const [at, course] of plantCourses.entries()) {
      await opened.store.set(selectCourse, course);
      expect(opened.store.get(selectedRowsAtom), course).toHaveLength(counts[at]!);
    }
  });
});

describe("the trend", () => {
  it("goes from the oldest analysis to the newest", async () => {
    await openStatistics();
    await vi.waitUntil(() => trend() !== undefined);
    expect(trend()).toMatchObject([
      // The last 20 of the 40 modules had 8 K less: 19.5 - 4.
      { analysis_id: 11, name: "Analysis 11", statistics: { count: 40, mean: 15.5 } },
      { analysis_id: 12, name: "Analysis 12", statistics: { count: 40, mean: 19.5 } },
    ]);
    expect(trend()![0]!.flown_at).toBe("2024-05-01T10:00:00Z");
  });

  it("is loading at first", async () => {
    await openStatistics();
    const seen: string[] = [];
    opened.store.sub(trendAtom, () => seen.push(opened.store.get(trendAtom).state));
    await vi.waitUntil(() => trend() !== undefined);
    expect(seen).toEqual(["loading", "ready"]);
  });

  it("leaves out analyses that did not measure the key figure", async () => {
    await openStatistics(() => {
      answers["GET /auth/analysis/{id}/columns"] = ({ id }) => (id === 11 ? [] : [summaryOf(id)]);
    });
    await vi.waitUntil(() => trend() !== undefined);
    expect(trend()?.map(({ analysis_id }) => analysis_id)).toEqual([12]);
  });

  it("says what failed", async () => {
    await openStatistics(() => {
      answers["GET /auth/analysis/{id}/columns"] = ({ id }) => {
        if (id === 11) throw refusal("FORBIDDEN");
        return [summaryOf(id)];
      };
    });
    await vi.waitUntil(() => opened.store.get(trendAtom).state === "failed");
    expect(opened.store.get(trendAtom)).toMatchObject({ fault: { code: "FORBIDDEN" } });
  });

  it("is of the key figure that is chosen", async () => {
    let id = 0;
    await openStatistics(() => {
      // Half of the modules were clean in analysis 11, none is in analysis 12.
      id = alsoPatterns((row, analysis_id) => (analysis_id === 11 && row < 20 ? 0 : 1)).id;
    });
    await vi.waitUntil(() => trend() !== undefined);
    opened.store.set(keyFigureIdAtom, id);
    await vi.waitUntil(() => trend()?.[0]?.statistics.key_figure_id === id);
    expect(trend()?.map(({ statistics }) => [...statistics.severities])).toEqual([
      [20, 20, 0, 0],
      [0, 40, 0, 0],
    ]);
  });
});
