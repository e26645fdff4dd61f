// Areas on the ellipsoid, compared with sums of small cells by the radii of curvature, and with its surface.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { groundArea } from "./ground-area.ts";
import { planeAt } from "./plane.ts";
import { ringArea } from "./ring.ts";

const box = (west: number, south: number, east: number, north: number) => [
  west,
  south,
  east,
  south,
  east,
  north,
  west,
  north,
];

/** Square metres of a cell: the meridian's and the prime vertical's radius of curvature, by Simpson's rule. */
function cellArea(west: number, south: number, east: number, north: number): number {
  const [a, f, rad] = [6378137, 1 / 298.257223563, Math.PI / 180];
  const e2 = 2 * f - f * f;
  const perLat = (lat: number) => {
    const w = 1 - e2 * Math.sin(lat * rad) ** 2;
    return ((a * (1 - e2)) / w ** 1.5) * (a / Math.sqrt(w)) * Math.cos(lat * rad);
  };
  const parts = 200;
  const h = (north - south) / parts;
  let sum = 0;
  for (let i = 0; i <= parts; i += 1) {
    sum += perLat(south + i * h) * (i === 0 || i === parts ? 1 : i % 2 === 1 ? 4 : 2);
  }
  return ((sum * h) / 3) * rad * (east - west) * rad;
}

test("is that of the radii of curvature, from a module to a country", () => {
  const place = fc.record({
    lon: fc.double({ min: -180, max: 180, noNaN: true }),
    lat: fc.double({ min: -75, max: 75, noNaN: true }),
    size: fc.constantFrom(1e-5, 1e-3, 0.05, 4),
  });
  fc.assert(
    fc.property(place, ({ lon, lat, size }) => {
      const [west, south, east, north] = [lon, lat, lon + size * 1.5, lat + size] as const;
      const ratio = groundArea(box(west, south, east, north)) / cellArea(west, south, east, north);
      expect(Math.abs(ratio - 1)).toBeLessThan(size < 1e-4 ? 1e-6 : 1e-9);
    }),
  );
});

test("adds up to the surface of the ellipsoid, 510,065,621.724 km²", () => {
  const all = groundArea(box(-180, -90, 0, 90)) + groundArea(box(0, -90, 180, 90));
  expect(all / 1e6).toBeCloseTo(510_065_621.724, 3);
});

test("does not depend on the first corner, and turns its sign with the direction", () => {
  const ring = [-69.1, -22.3, -69.05, -22.31, -69.06, -22.25, -69.11, -22.26];
  const turned = [...ring.slice(4), ...ring.slice(0, 4)];
  const back = [3, 2, 1, 0].flatMap((at) => ring.slice(at * 2, at * 2 + 2));
  expect(groundArea(turned) / groundArea(ring)).toBeCloseTo(1, 9);
  expect(groundArea(back) / groundArea(ring)).toBeCloseTo(-1, 9);
});

test("is 0.5 % less than the area in the plane at 22 degrees south, where the plant in Chile lies", () => {
  const plane = planeAt([-69, -22]);
  const ring = box(-69.01, -22.01, -68.99, -21.99);
  const flat = [0, 1, 2, 3].flatMap((at) => plane.toPlane(ring[at * 2]!, ring[at * 2 + 1]!));
  const excess = ringArea(flat, 0, 4) / groundArea(ring) - 1;
  expect(excess).toBeGreaterThan(0.0045);
  expect(excess).toBeLessThan(0.0065);
});
