// Values of one analysis never appear under the name of the other.
import { expect, it } from "vitest";
import { standScene } from "../../../tests/e2e/map/scene.ts";
import type { ComponentData } from "./component-data.ts";
import { currentColumn, currentSpan, drawnPartAt, drawnParts } from "./drawn-column.ts";

const swiped = standScene({ count: 56, compare: "swipe", position: 0.3 }).data;
const changed = standScene({ count: 56, compare: "difference" }).data;
const { other } = swiped.comparison!;
const without = (data: ComponentData, lack: Partial<NonNullable<ComponentData["comparison"]>>) => ({
  ...data,
  comparison: { ...data.comparison!, ...lack },
});

it("draws each analysis on its side of a swipe, the older one left", () => {
  expect(drawnParts(swiped)).toEqual([
    { side: "other", column: other, span: [0, 0.3] },
    { side: "this", column: swiped.column, span: [0.3, 1] },
  ]);
  const turned = without(swiped, { isOtherOlder: false });
  expect(drawnParts(turned).map(({ side }) => side)).toEqual(["this", "other"]);
  expect(drawnPartAt(swiped, 0.1).column).toBe(other);
  expect(drawnPartAt(swiped, 0.9).column).toBe(swiped.column);
  expect(currentSpan(swiped.comparison)).toEqual([0.3, 1]);
});

it("has no colours where the other analysis has no values", () => {
  const [left, right] = drawnParts(without(swiped, { other: null }));
  expect([left?.column, right?.column]).toEqual([null, swiped.column]);
});

it("has no colours until the changes are computed", () => {
  expect(drawnParts(changed)[0]?.column).toBe(changed.comparison!.difference);
  const waiting = without(changed, { difference: null });
  expect(drawnParts(waiting)).toEqual([{ side: "this", column: null, span: [0, 1] }]);
  expect(currentColumn(waiting)).toBe(null);
});

it("draws one analysis over the whole width without a swipe, and in 3D", () => {
  const alone = { column: swiped.column, comparison: null };
  expect(drawnParts(alone)).toEqual([{ side: "this", column: swiped.column, span: [0, 1] }]);
  expect(currentColumn(swiped)).toBe(swiped.column);
  expect(currentSpan(null)).toEqual([0, 1]);
});
