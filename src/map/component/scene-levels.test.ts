import { describe, expect, it } from "vitest";
import { standScene } from "../../../tests/e2e/map/scene.ts";
import { FILTERED_OUT, SELECTED } from "../../state/plant/mark.ts";
import { shownLevelAt, shownLevels } from "./scene-levels.ts";
import type { Scene } from "../scene.ts";

const HOT = 5000;
const scene = standScene({ count: 20_000, values: { [HOT]: 500 } });
const column = scene.column!;
const parentOf = (level: number, row: number) => scene.levels[level]!.geometry.parent[row]!;

describe("shownLevels", () => {
  it("shows modules near, trackers from afar and groups from farther", () => {
    const types = [0.05, 2, 30].map((scale) => shownLevelAt(scene, column, scale)?.level.type);
    expect(types).toEqual(["module", "tracker", "tracker_group"]);
  });

  it("lets one hot module be seen at every level above it", () => {
    const [, trackers, groups] = shownLevels(scene, column);
    const tracker = parentOf(2, HOT);
    expect(trackers!.values[tracker]).toBe(500);
    expect(groups!.values[parentOf(1, tracker)]).toBe(500);
    expect([...trackers!.values].filter((value) => value === 500).length).toBe(1);
  });

  it("lets an urgent module be seen at its tracker, not at the group of thousands, where what is notable is shown", () => {
    const [, trackers, groups] = shownLevels({ ...scene, aggregate: "notable" }, column);
    const tracker = parentOf(2, HOT);
    expect(trackers!.values[tracker]).toBe(500);
    expect(groups!.values[parentOf(1, tracker)]).toBeLessThan(500);
  });

  it("computes the values of a level once", () => {
    const [, first] = shownLevels(scene, column);
    const [, again] = shownLevels({ ...scene }, column);
    expect(again!.values).toBe(first!.values);
  });

  it("leaves filtered-out modules out of their tracker, and is not moved by a selection", () => {
    const bytes = new Uint8Array(20_000);
    const sceneWith = (version: number): Scene => ({
      ...scene,
      markVersion: version,
      levels: scene.levels.map((level) =>
        level.type === "module" ? { ...level, marks: bytes } : level,
      ),
    });
    const tracker = parentOf(2, HOT);
    const before = shownLevels(sceneWith(1e6), column)[1]!.values;
    expect(before[tracker]).toBe(500);
    bytes[7] = SELECTED;
    expect(shownLevels(sceneWith(1e6 + 1), column)[1]!.values).toBe(before);
    bytes[HOT] = FILTERED_OUT;
    expect(shownLevels(sceneWith(1e6 + 2), column)[1]!.values[tracker]).toBeLessThan(100);
  });

  it("colours the share of children past the limit on a scale of its own", () => {
    const [modules, trackers] = shownLevels({ ...scene, aggregate: "share" }, column);
    expect(trackers!.values[parentOf(2, HOT)]).toBeGreaterThan(0);
    expect(Math.max(...[...trackers!.values].filter(Number.isFinite))).toBeLessThanOrEqual(1);
    expect(trackers!.colouring.domain).toEqual([0, 1]);
    expect(modules!.values).toBe(column.values);
  });
});
