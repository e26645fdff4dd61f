import { expect, test } from "vitest";
import { childlessOf } from "./childless.ts";
import { NO_ROW, type Geometry } from "./component-index.ts";
import type { ComponentType } from "./component.ts";

/** A level by the parents of its rows; `removed` rows have no length. */
function level(type: ComponentType, parents: readonly number[], removed: readonly number[] = []) {
  const size = Float32Array.from(parents, (_, row) => (removed.includes(row) ? 0 : 4));
  return [type, { type, count: parents.length, parent: Uint32Array.from(parents), length: size }];
}
const plant = (...levels: unknown[][]) => new Map(levels as [ComponentType, Geometry][]);
const groups = level("tracker_group", [NO_ROW, NO_ROW, NO_ROW]);

test("trackers without modules are found, and groups without either", () => {
  const modules = level("module", [0, 0, 3, NO_ROW, 1], [4]);
  // Row 4 was removed; the module of tracker 1 too.
  const levels = plant(groups, level("tracker", [0, 0, 1, 1, 1], [4]), modules);
  expect(childlessOf(levels, "tracker")).toEqual({
    count: 2,
    hasParts: Uint8Array.of(1, 0, 0, 1, 1),
  });
  expect(childlessOf(levels, "tracker_group")).toEqual({
    count: 1,
    hasParts: Uint8Array.of(1, 1, 0),
  });
  expect(childlessOf(levels, "module")).toBeNull();
});

test("the finest level has no parts, and that says nothing", () => {
  const levels = plant(level("tracker_group", [NO_ROW]), level("tracker", [0, 0]));
  expect(childlessOf(levels, "tracker")).toBeNull();
  expect(childlessOf(levels, "tracker_group")).toBeNull();
  const emptied = plant(level("tracker", [NO_ROW, NO_ROW]), level("module", [0, 1], [0, 1]));
  expect(childlessOf(emptied, "tracker")).toBeNull();
});

test("mirrors are parts as tubes are, and a level between may be missing", () => {
  const levels = plant(
    level("sce", [NO_ROW, NO_ROW, NO_ROW]),
    level("absorber_tube", [0]),
    level("mirror", [1]),
  );
  expect(childlessOf(levels, "sce")).toEqual({ count: 1, hasParts: Uint8Array.of(1, 1, 0) });
});
