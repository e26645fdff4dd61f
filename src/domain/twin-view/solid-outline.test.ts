// The outline of a component lies around what is drawn of it.
import { expect, test } from "vitest";
import { geometryOf } from "./solid.fixture.ts";
import { middleOfOutline, solidOutline } from "./solid-outline.ts";

const sorted = (points: readonly (readonly number[])[]) =>
  points.map((point) => point.map((part) => Number(part.toFixed(2)) + 0).join()).toSorted();

test("a module on its table has four edges, a few centimetres outside of its face", () => {
  // A table along east, tilted to the south by 30 degrees: its axis stands at 4 m / 2 · sin 60° + 0.5 m = 2.232 m. The
  // module lies 1 m up the slope, 2 m along it and 1 m across; from afar it is 25 mm longer on each side.
  const table = geometryOf("tracker", [{ x: 100, y: 50, length: 40, width: 4 }]);
  const modules = geometryOf("module", [
    { x: 105, y: 51, length: 2, width: 1, rotation: Math.PI / 2, parent: 0 },
  ]);
  const request = { geometry: modules, above: table, pose: () => Math.PI / 6 };
  const edges = solidOutline(request, 0);
  expect(edges).toHaveLength(4);
  const [middle] = [middleOfOutline(edges)!];
  expect(middle[0]).toBeCloseTo(105, 2);
  expect(middle[1]).toBeCloseTo(50 + Math.cos(Math.PI / 6), 1);
  const heights = edges.map(([[, , z]]) => z);
  expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(2.05 * Math.sin(Math.PI / 6), 2);
  const lengths = edges.map(([a, b]) => Math.hypot(...a.map((part, axis) => part - b[axis]!)));
  expect(lengths.map((length) => length.toFixed(2)).toSorted()).toEqual([
    "1.05",
    "1.05",
    "2.05",
    "2.05",
  ]);
  // They go around: each corner belongs to two edges.
  expect(sorted(edges.map(([from]) => from))).toEqual(sorted(edges.map(([, to]) => to)));
});

test("a collector is outlined around its aperture, without the lines between its flat pieces", () => {
  const sca = geometryOf("sca", [{ x: 10, y: 20, length: 100, width: 5.77 }]);
  const edges = solidOutline({ geometry: sca, above: undefined, pose: () => 0 }, 0);
  const ends = edges.filter(([a, b]) => Math.abs(a[0] - b[0]) > 50);
  expect(ends).toHaveLength(2);
  for (const [a, b] of ends) expect(Math.abs(a[0] - b[0])).toBeCloseTo(100, 3);
  // Both rims, 2.885 m beside the axis; the rest are the two ends, which follow the parabola.
  expect(sorted(ends.map(([a]) => [a[1]]))).toEqual(["17.11", "22.89"].toSorted());
  expect(edges.filter(([a, b]) => Math.abs(a[0] - b[0]) < 1e-3)).toHaveLength(edges.length - 2);
});

test("a tube has a line on each side, far enough from its colour", () => {
  const sce = geometryOf("sce", [{ x: 0, y: 0, length: 12, width: 5.77 }]);
  const tube = geometryOf("absorber_tube", [{ x: 2, y: 0, length: 4, width: 0.12, parent: 0 }]);
  const edges = solidOutline({ geometry: tube, above: sce, pose: () => 0 }, 0);
  expect(edges).toHaveLength(4);
  const places = edges.map(([[x, y]]) => [x, y]);
  expect(sorted(places)).toEqual(sorted([0, 4].flatMap((x) => [-0.15, 0.15].map((y) => [x, y]))));
});

test("what has been removed has no outline and no middle", () => {
  const modules = geometryOf("module", [{ x: 0, y: 0, length: 0, width: 1 }]);
  const edges = solidOutline({ geometry: modules, above: undefined, pose: () => 0 }, 0);
  expect(edges).toEqual([]);
  expect(middleOfOutline(edges)).toBeNull();
});
