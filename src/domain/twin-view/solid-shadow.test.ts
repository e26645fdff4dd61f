// The soft shadow of a table lies on the ground, reaches beyond the table, and gets narrower as the table stands up.
import { expect, test } from "vitest";
import { geometryOf, points } from "./solid.fixture.ts";
import { solidsOf } from "./solid.ts";
import { VERTEX_FLOATS } from "./solid-writer.ts";

const table = geometryOf("tracker", [{ x: 100, y: 20, length: 40, width: 4 }]);

function shadowOf(tilt: number, ground?: (x: number, y: number) => number) {
  const solids = solidsOf({
    geometry: table,
    above: undefined,
    pose: () => tilt,
    rows: [0, 1],
    as: "shadow",
    ...(ground && { ground }),
  });
  return { solids, corners: points(solids) };
}

test("on flat ground it is one rectangle, wider than the table by the metres over which its rim fades", () => {
  const { solids, corners } = shadowOf(0);
  expect(corners).toHaveLength(4);
  expect(solids.indices).toHaveLength(6);
  // The axis stands at 2 m x sin 60 degrees + 0.5 m = 2.23 m, and half of that is 1.12 m.
  const xs = corners.map(([x]) => x!).toSorted((a, b) => a - b);
  const ys = corners.map(([, y]) => y!).toSorted((a, b) => a - b);
  expect([xs[0], xs[3]].map((x) => x!.toFixed(2))).toEqual(["78.88", "121.12"]);
  expect([ys[0], ys[3]].map((y) => y!.toFixed(2))).toEqual(["16.88", "23.12"]);
  // Over an orthomosaic, whose temperatures lie 3 cm above the ground.
  for (const [, , z] of corners) expect(z).toBeCloseTo(0.05, 5);
  const [along, across, soft] = solids.vertices.subarray(3, VERTEX_FLOATS);
  expect([along, across, soft].map((part) => part!.toFixed(2))).toEqual(["20.00", "2.00", "1.12"]);
  expect([...solids.edges.subarray(0, 2)].map((part) => part.toFixed(2))).toEqual([
    "-21.12",
    "-3.12",
  ]);
});

test("a table that stands up has a narrower one", () => {
  const across = (tilt: number) => shadowOf(tilt).solids.vertices[4];
  expect(across(Math.PI / 3)).toBeCloseTo(1, 5);
  expect(across(Math.PI / 2)).toBeCloseTo(2 * 0.15, 5);
});

test("on a slope it follows the ground, in pieces of five metres at most", () => {
  const ground = (x: number, y: number) => x / 10 + y / 20;
  const { corners } = shadowOf(0, ground);
  for (const [x, y, z] of corners) expect(z! - ground(x!, y!)).toBeCloseTo(0.2, 4);
  const xs = [...new Set(corners.map(([x]) => x!.toFixed(2)))]
    .map(Number)
    .toSorted((a, b) => a - b);
  const steps = xs.slice(1).map((x, at) => x - xs[at]!);
  expect(Math.max(...steps)).toBeLessThanOrEqual(5);
});
