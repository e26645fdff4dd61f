import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plane } from "../geometry/plane.ts";
import { ringArea } from "../geometry/ring.ts";
import type { Rectangle } from "../geometry/rectangle.ts";
import { plantOutline } from "./plant-outline.ts";

/** Degrees are metres here, so that the expected corners can be counted. */
const plane: Plane = {
  origin: [0, 0],
  toPlane: (lon, lat) => [lon, lat],
  toLonLat: (x, y) => [x, y],
};
const box = (west: number, south: number, east: number, north: number): Rectangle => ({
  centreX: (west + east) / 2,
  centreY: (south + north) / 2,
  length: east - west,
  width: north - south,
  rotation: 0,
});
const outlineOf = (...all: (Rectangle | null)[]) =>
  plantOutline(
    plane,
    all.length,
    (index) => all[index] ?? null,
    (ring) => ringArea(ring, 0, ring.length / 2),
  );
/** The outer rings; a ring ends where it begins. */
const ringsOf = (...all: (Rectangle | null)[]) =>
  (outlineOf(...all)?.area.coordinates ?? []).map(([ring = []]) => ring);

function extentOf(ring: readonly number[][]): number[] {
  const [xs, ys] = [0, 1].map((axis) => ring.map((corner) => corner[axis]!));
  return [Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)];
}

/** Shoelace formula; positive counter-clockwise. */
function areaOf(ring: readonly number[][]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!;
    return sum + (x! * nextY! - nextX! * y!) / 2;
  }, 0);
}

/** Counts crossings of a ray to the east. */
function isInside(ring: readonly number[][], x: number, y: number): boolean {
  const crossings = ring.filter(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length]!;
    return ay! > y !== by! > y && x < ((bx! - ax!) * (y - ay!)) / (by! - ay!) + ax!;
  });
  return crossings.length % 2 === 1;
}

/** Metres from a point to a rectangle, 0 inside. */
function distanceTo({ centreX, centreY, length, width, rotation }: Rectangle, [x, y]: number[]) {
  const [east, north] = [x! - centreX, y! - centreY];
  const along = Math.abs(east * Math.cos(rotation) + north * Math.sin(rotation)) - length / 2;
  const across = Math.abs(north * Math.cos(rotation) - east * Math.sin(rotation)) - width / 2;
  return Math.hypot(Math.max(0, along), Math.max(0, across));
}

describe("the outline of a plant", () => {
  it("holds the corners of a large component that is turned", () => {
    // A square of 400 m on its corner reaches 283 m from its centre, 83 m further than its half length.
    const square = { ...box(-200, -200, 200, 200), rotation: Math.PI / 4 };
    const [ring = []] = ringsOf(square);
    const reach = 200 * Math.SQRT2;
    for (const [east, north] of [
      [reach, 0],
      [0, reach],
      [-reach, 0],
      [0, -reach],
    ] as const) {
      expect(isInside(ring, east * 0.98, north * 0.98)).toBe(true);
      expect(isInside(ring, east * 1.05, north * 1.05)).toBe(false);
    }
    expect(areaOf(ring) / 400 ** 2).toBeCloseTo(1, 1);
  });

  it("is the cells of four metres that a component touches", () => {
    // 400 m by 200 m: 101 by 51 cells, because the edges lie in the middle of cells.
    const outline = outlineOf(box(1000, 2000, 1400, 2200));
    expect(outline?.area).toEqual({
      type: "MultiPolygon",
      coordinates: [
        [
          [
            [998, 1998],
            [1402, 1998],
            [1402, 2202],
            [998, 2202],
            [998, 1998],
          ],
        ],
      ],
    });
    expect(outline?.area_ha).toBeCloseTo((404 * 204) / 10_000, 10);
  });

  it("has larger cells for a large plant: one in 600 of its longer side", () => {
    const outline = outlineOf(box(-3000, -5, -2960, 5), box(2960, -5, 3000, 5));
    // Cells of 10 m: five by two for each of the two components.
    expect(outline?.area_ha).toBeCloseTo((2 * 5 * 2 * 100) / 10_000, 8);
  });

  it("closes a gap of four cells and leaves one of five", () => {
    const west = box(0, 0, 40, 20);
    const near = ringsOf(west, box(60, 0, 100, 20));
    expect(near.map(extentOf)).toEqual([[-2, -2, 102, 22]]);
    expect(areaOf(near[0]!)).toBe(104 * 24);
    const far = ringsOf(west, box(64, 0, 104, 20));
    expect(far.map(extentOf)).toEqual([
      [-2, -2, 42, 22],
      [62, -2, 106, 22],
    ]);
    const above = ringsOf(west, box(0, 40, 40, 60));
    expect(above.map(extentOf)).toEqual([[-2, -2, 42, 62]]);
    expect(ringsOf(west, box(0, 44, 40, 64))).toHaveLength(2);
  });

  it("includes the yard that components surround", () => {
    const around = [
      box(0, 0, 300, 20),
      box(0, 280, 300, 300),
      box(0, 0, 20, 300),
      box(280, 0, 300, 300),
    ];
    const outline = outlineOf(...around);
    expect(outline?.area.coordinates).toHaveLength(1);
    expect(outline?.area_ha).toBeCloseTo((304 * 304) / 10_000, 10);
  });

  it("leaves out removed components, and without any there is none", () => {
    const kept = box(0, 0, 40, 20);
    expect(outlineOf(null, kept, null)).toEqual(outlineOf(kept));
    expect(outlineOf()).toBeNull();
    expect(outlineOf(null, null)).toBeNull();
  });

  it("follows a row that runs diagonally with few corners", () => {
    const row = { centreX: 0, centreY: 0, length: 400, width: 40, rotation: Math.PI / 6 };
    const [ring = [], ...more] = ringsOf(row);
    expect(more).toEqual([]);
    expect(ring.length).toBeLessThan(16);
    expect(areaOf(ring)).toBeGreaterThan(400 * 40);
    expect(areaOf(ring)).toBeLessThan(410 * 50);
    for (const corner of ring) expect(distanceTo(row, corner)).toBeLessThan(6);
  });

  it("goes around every component, keeps near to them and turns counter-clockwise", () => {
    const rectangle = fc.record({
      centreX: fc.integer({ min: -90, max: 90 }),
      centreY: fc.integer({ min: -90, max: 90 }),
      length: fc.integer({ min: 30, max: 80 }),
      width: fc.integer({ min: 16, max: 30 }),
      rotation: fc.double({ min: -0.7, max: 2.3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(rectangle, { minLength: 1, maxLength: 5 }), (all) => {
        const outline = outlineOf(...all);
        const rings = ringsOf(...all);
        for (const { centreX, centreY } of all) {
          expect(rings.filter((ring) => isInside(ring, centreX, centreY))).toHaveLength(1);
        }
        for (const ring of rings) {
          expect(ring[0]).toEqual(ring.at(-1));
          expect(areaOf(ring)).toBeGreaterThan(0);
          // Two cells of a closed gap, one of rounding and one of simplification, along a diagonal.
          for (const corner of ring) {
            const nearest = Math.min(...all.map((one) => distanceTo(one, corner)));
            expect(nearest).toBeLessThan(4 * 4 * Math.SQRT2);
          }
        }
        const squareMetres = rings.reduce((sum, ring) => sum + areaOf(ring), 0);
        expect(outline?.area_ha).toBeCloseTo(squareMetres / 10_000, 8);
      }),
      { numRuns: 25 },
    );
  });
});
