import { describe, expect, it } from "vitest";
import { standScene } from "../../../tests/e2e/map/scene.ts";
import { BETTER, ONLY_OLDER, SAME, WORSE } from "../../domain/column/difference.ts";
import { FILTERED_OUT, SELECTED } from "../../state/plant/column/row-flag.ts";
import { shownLevelAt, shownLevels } from "./shown-level.ts";
import type { ComponentData } from "./component-data.ts";

const HOT = 5000;
const { data } = standScene({ count: 20_000, values: { [HOT]: 500 } });
const LEAST_PIXELS = 2;
const column = data.column!;
const shown = (of: ComponentData) => shownLevels(of, column, LEAST_PIXELS);
const withAggregate = (aggregate: ComponentData["aggregation"]["aggregate"]): ComponentData => ({
  ...data,
  aggregation: { ...data.aggregation, aggregate },
});
const parentOf = (level: number, row: number) => data.levels[level]!.geometry.parent[row]!;

describe("shownLevels", () => {
  it("shows modules near, trackers from afar and groups from farther", () => {
    const types = [0.05, 2, 30].map(
      (scale) =>
        shownLevelAt(data, column, { minPixels: LEAST_PIXELS, metresPerPixel: scale })?.level.type,
    );
    expect(types).toEqual(["module", "tracker", "tracker_group"]);
  });

  it("lets one hot module be seen at every level above it", () => {
    const [, trackers, groups] = shown(data);
    const tracker = parentOf(2, HOT);
    expect(trackers!.values[tracker]).toBe(500);
    expect(groups!.values[parentOf(1, tracker)]).toBe(500);
    expect([...trackers!.values].filter((value) => value === 500).length).toBe(1);
  });

  it("leaves a single urgent module to its dot, at the tracker and at the group, where what is notable is shown", () => {
    const [, trackers, groups] = shown(withAggregate("notable"));
    const tracker = parentOf(2, HOT);
    expect(trackers!.values[tracker]).toBeLessThan(500);
    expect(groups!.values[parentOf(1, tracker)]).toBeLessThan(500);
  });

  it("computes the values of a level once", () => {
    const [, first] = shown(data);
    const [, again] = shown({ ...data });
    expect(again!.values).toBe(first!.values);
  });

  it("leaves filtered-out modules out of their tracker, and is not moved by a selection", () => {
    const bytes = new Uint8Array(20_000);
    const marked = (version: number): ComponentData => ({
      ...data,
      rowFlags: { version, of: (type) => (type === "module" ? bytes : undefined) },
    });
    const tracker = parentOf(2, HOT);
    const before = shown(marked(1e6))[1]!.values;
    expect(before[tracker]).toBe(500);
    bytes[7] = SELECTED;
    expect(shown(marked(1e6 + 1))[1]!.values).toBe(before);
    bytes[HOT] = FILTERED_OUT;
    expect(shown(marked(1e6 + 2))[1]!.values[tracker]).toBeLessThan(100);
  });

  it("draws of changes what most of the modules are where no tenth of them changed", () => {
    const { data: compared } = standScene({ count: 20_000, compare: "difference" });
    const values = new Uint8Array(20_000).fill(SAME);
    // The first tracker lost the measurement of two modules, and a tenth of the second became worse.
    values.fill(ONLY_OLDER, 0, 2);
    values.fill(WORSE, 56, 62);
    // Five of the third became worse and two better: together a tenth, but neither is one.
    values.fill(WORSE, 112, 117);
    values.fill(BETTER, 117, 119);
    const difference = { ...compared.comparison!.difference!, values };
    const notable = { ...compared, aggregation: { ...compared.aggregation, aggregate: "notable" } };
    const [, trackers] = shownLevels(notable as ComponentData, difference, LEAST_PIXELS);
    expect(Array.from(trackers!.values.subarray(0, 3))).toEqual([SAME, WORSE, SAME]);
  });

  it("colours the share of children past the limit on a scale of its own", () => {
    const [modules, trackers] = shown(withAggregate("share"));
    expect(trackers!.values[parentOf(2, HOT)]).toBeGreaterThan(0);
    expect(Math.max(...[...trackers!.values].filter(Number.isFinite))).toBeLessThanOrEqual(1);
    expect(trackers!.colouring.domain).toEqual([0, 1]);
    expect(modules!.values).toBe(column.values);
  });
});
