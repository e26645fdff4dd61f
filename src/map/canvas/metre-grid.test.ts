import { expect, test } from "vitest";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { gridLines, gridStep, nearBox } from "./metre-grid.ts";

const origin: LonLat = [-6, 37.4];
const box = [-400, -300, 400, 300] as const;
const text = (metres: number) => `${metres} m`;

/** Metres on the ground between two places on a sphere (haversine), written here on its own. */
function metres(from: readonly number[], to: readonly number[]): number {
  const [lon1 = 0, lat1 = 0, lon2 = 0, lat2 = 0] = [...from, ...to].map(
    (one) => (one * Math.PI) / 180,
  );
  const half =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin((lon2 - lon1) / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(half));
}

test("steps are 1, 2 or 5 times a power of ten, and never less than a metre", () => {
  expect([0.2, 1, 1.1, 3, 7, 10, 96, 150, 480, 501].map(gridStep)).toEqual([
    1, 1, 2, 5, 10, 10, 100, 200, 500, 1000,
  ]);
});

test("each line is as far from the origin as it says", () => {
  const { features } = gridLines(origin, box, 1, text);
  expect(features).toHaveLength(9 + 7);
  for (const { geometry, properties } of features) {
    const [first = [], last = []] = geometry.coordinates;
    const isMeridian = first[0] === last[0];
    const foot = isMeridian ? [first[0] ?? 0, origin[1]] : [origin[0], first[1] ?? 0];
    const said = Number(properties.label.replace(" m", ""));
    // The plane is true to 0.3 % this close to its origin.
    expect(Math.abs(metres(origin, foot) - said)).toBeLessThan(0.004 * said + 0.01);
    expect(properties.isAxis).toBe(said === 0);
  }
});

test("a view that reaches to the horizon has no more lines than a near one", () => {
  const far = [-50_000, -50_000, 50_000, 50_000] as const;
  expect(gridLines(origin, far, 1, text).features.length).toBeLessThan(130);
});

test("far from the middle of a tilted view lines have no names, and near it each line has its own", () => {
  const view = [-400, -300, 400, 9000] as const;
  const near = nearBox(view, [0, 0], 500);
  expect(near).toEqual([-400, -300, 400, 500]);
  const labels = (box = view as readonly [number, number, number, number]) =>
    gridLines(origin, view, 1, text, box).features.map(({ properties }) => properties.label);
  // 9,300 m are seen: lines are 200 m apart, in both.
  expect(labels(near)).toEqual([
    ..."400 m,200 m,0 m,200 m,400 m".split(","),
    ..."200 m,0 m,200 m,400 m".split(","),
  ]);
  expect(labels()).toHaveLength(5 + 47);
});
