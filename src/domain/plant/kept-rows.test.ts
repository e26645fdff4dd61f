import { expect, test } from "vitest";
import type { FilterLevel } from "../column/column-filter.ts";
import { NO_ROW } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { applyKept } from "./kept-rows.ts";

const TRACKERS = 40;
const MODULES = 1000;
/** By module its tracker; every ninth has none. */
const trackerOf = Array.from({ length: MODULES }, (_, row) =>
  row % 9 === 0 ? NO_ROW : (row * 7) % TRACKERS,
);
const level = (row_count: number, parent: readonly number[]) =>
  ({ filter: { row_count, parent: Uint32Array.from(parent) } }) as unknown as {
    filter: FilterLevel;
  };
const levels = new Map<ComponentType, { filter: FilterLevel }>([
  ["tracker", level(TRACKERS, Array(TRACKERS).fill(NO_ROW) as number[])],
  ["module", level(MODULES, trackerOf)],
  ["mirror", level(5, [0, 0, 0, 0, 0])],
]);

function passing(type: ComponentType, component_type: ComponentType, rows: readonly number[]) {
  const mask = new Uint8Array(levels.get(type)!.filter.row_count).fill(1);
  applyKept(mask, type, { component_type, rows: Uint32Array.from(rows) }, levels);
  return [...mask.keys()].filter((row) => mask[row] === 1);
}

test("the kept modules pass and no others", () => {
  const rows = [3, 4, 500, 999];
  expect(passing("module", "module", rows)).toEqual(rows);
  expect(passing("module", "module", [...rows, MODULES + 7])).toEqual(rows);
});

test("the modules of kept trackers pass, counted one by one", () => {
  const kept = [0, 5, 39];
  const expected = trackerOf.flatMap((tracker, row) => (kept.includes(tracker) ? [row] : []));
  expect(expected.length).toBeGreaterThan(20);
  expect(passing("module", "tracker", kept)).toEqual(expected);
});

test("the trackers of kept modules pass", () => {
  const kept = [1, 2, 3, 9, 80];
  const expected = new Set(kept.map((row) => trackerOf[row]!).filter((row) => row !== NO_ROW));
  expect(passing("tracker", "module", kept)).toEqual([...expected].toSorted((a, b) => a - b));
});

test("nothing of another branch passes, and what a filter removed stays removed", () => {
  expect(passing("module", "mirror", [0, 1])).toEqual([]);
  const mask = new Uint8Array(MODULES);
  applyKept(mask, "module", { component_type: "module", rows: Uint32Array.of(1) }, levels);
  expect(mask.includes(1)).toBe(false);
});
