// The solids of components stand where the plant has them, and have the shape of what they are.
import { expect, test } from "vitest";
import { NO_ROW } from "../component/component-index.ts";
import { geometryOf, points } from "./solid.fixture.ts";
import { solidsOf } from "./solid.ts";
import { parts } from "./solid-writer.ts";

const flat = () => 0;
const sce = geometryOf("sce", [{ x: 10, y: 20, length: 12, width: 5.77 }]);

test("mirrors of a collector lie on one parabola, whose focal line is the tube's axis", () => {
  const mirror = geometryOf("mirror", [
    { x: 10, y: 21.5, length: 1.6, width: 1.4, parent: 0, rotation: Math.PI / 2 },
    { x: 10, y: 18.5, length: 1.6, width: 1.4, parent: 0, rotation: Math.PI / 2 },
  ]);
  const tube = geometryOf("absorber_tube", [{ x: 10, y: 20, length: 4, width: 0.12, parent: 0 }]);
  const above = sce;
  for (const tilt of [0, 0.7, -1.2]) {
    const pose = () => tilt;
    const glass = points(solidsOf({ geometry: mirror, above, pose, rows: [0, 2] }));
    const pipe = points(solidsOf({ geometry: tube, above, pose, rows: [0, 1] }));
    const middle = [1, 2].map((axis) => pipe.reduce((sum, at) => sum + at[axis]!, 0) / pipe.length);
    // Every point of a parabola is as far from the focus as from the directrix, one focal length below the vertex.
    const focal = 1.71;
    const axis = [-Math.sin(tilt), Math.cos(tilt)];
    const vertex = [middle[0]! - focal * axis[0]!, middle[1]! - focal * axis[1]!];
    for (const [, y = 0, z = 0] of glass) {
      const fromFocus = Math.hypot(y - middle[0]!, z - middle[1]!);
      const above0 = (y - vertex[0]!) * axis[0]! + (z - vertex[1]!) * axis[1]!;
      expect(fromFocus).toBeCloseTo(above0 + focal, 4);
    }
  }
});

test("a module has the size of its rectangle, lies on its table and is turned with it", () => {
  const table = geometryOf("tracker", [{ x: 0, y: 0, length: 40, width: 4, rotation: 0.3 }]);
  const at = (along: number, across: number) => ({
    x: along * Math.cos(0.3) - across * Math.sin(0.3),
    y: along * Math.sin(0.3) + across * Math.cos(0.3),
  });
  const modules = geometryOf("module", [
    { ...at(5, 1), length: 2, width: 1, rotation: 0.3 + Math.PI / 2, parent: 0 },
  ]);
  const made = solidsOf({ geometry: modules, above: table, pose: () => 0.5, rows: [0, 1] });
  const face = points(made).filter((_, i) => made.owners[i * 2 + 1] === parts.face);
  const side = (a: number[], b: number[]) => Math.hypot(...a.map((value, i) => value - b[i]!));
  expect(side(face[0]!, face[1]!)).toBeCloseTo(1, 5);
  expect(side(face[1]!, face[2]!)).toBeCloseTo(2, 5);
  // The upper edge is higher than the lower one by the sine of the tilt.
  expect(face[2]![2]! - face[1]![2]!).toBeCloseTo(2 * Math.sin(0.5), 5);
  const level = solidsOf({ geometry: modules, above: table, pose: flat, rows: [0, 1] });
  const middle = [0, 1].map((axis) => points(level).reduce((sum, p) => sum + p[axis]!, 0) / 12);
  expect(middle[0]).toBeCloseTo(at(5, 1).x, 4);
  expect(middle[1]).toBeCloseTo(at(5, 1).y, 4);
});

test("a missing component leaves a gap, and every vertex names its row", () => {
  const tubes = geometryOf("absorber_tube", [
    { x: 6, y: 20, length: 4, width: 0.12, parent: 0 },
    { x: 10, y: 20, length: 0, width: 0.12, parent: NO_ROW },
    { x: 14, y: 20, length: 4, width: 0.12, parent: 0 },
  ]);
  const made = solidsOf({ geometry: tubes, above: sce, pose: flat, rows: [0, 3] });
  const rows = new Set(made.owners.filter((_, i) => i % 2 === 0));
  expect([...rows]).toEqual([0, 2]);
  expect(points(made).some(([x = 0]) => x > 8.01 && x < 11.99)).toBe(false);
  expect([...made.centres.subarray(0, 4)]).toEqual([6, 20, 10, 20]);
});

test("posts reach from the ground to below the axis, and nothing is below the ground at any tilt", () => {
  const posts = solidsOf({
    geometry: sce,
    above: undefined,
    pose: flat,
    rows: [0, 1],
    as: "posts",
  });
  expect(posts.box[2]).toBe(0);
  expect(posts.box[5]).toBeCloseTo(5.77 / 2 + 0.48, 5);
  for (const tilt of [-Math.PI / 2, -0.6, 0, 0.9, Math.PI / 2]) {
    const made = solidsOf({ geometry: sce, above: undefined, pose: () => tilt, rows: [0, 1] });
    expect(made.box[2]).toBeGreaterThan(0);
  }
});

test.each([-1.05, -0.5, 0, 0.2, 0.7, 1.05, 1.35])(
  "at a tilt of %f nothing of what carries a table reaches through it",
  (tilt) => {
    const table = geometryOf("tracker", [{ x: 10, y: 20, length: 30, width: 4, parent: NO_ROW }]);
    const request = { geometry: table, above: undefined, pose: () => tilt, rows: [0, 1] as const };
    const face = solidsOf(request);
    // The plane of the lower side, by three of its corners: independent of how posts are placed.
    const lower = points(face).filter((_, i) => face.owners[i * 2 + 1] === parts.side);
    const [a, b, c] = [lower[4]!, lower[5]!, lower[7]!];
    const [u, v] = [b, c].map((p) => p.map((value, i) => value - a[i]!));
    const normal = [0, 1, 2].map(
      (i) => u![(i + 1) % 3]! * v![(i + 2) % 3]! - u![(i + 2) % 3]! * v![(i + 1) % 3]!,
    );
    const length = Math.hypot(...normal);
    const upwards = Math.sign(normal[2]!);
    const above = points(solidsOf({ ...request, as: "posts" })).map(
      (p) => (upwards * normal.reduce((sum, n, i) => sum + n * (p[i]! - a[i]!), 0)) / length,
    );
    expect(Math.max(...above)).toBeLessThan(0);
    // They still carry it: no hand's breadth of air between the highest one and the panels.
    expect(Math.max(...above)).toBeGreaterThan(-0.1);
  },
);
