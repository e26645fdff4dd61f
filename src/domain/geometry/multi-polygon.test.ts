import { describe, expect, it } from "vitest";
import { comb, sequence, zigzag } from "./long-ring.fixture.ts";
import { areaFault, type AreaFault, type Polygon } from "./multi-polygon.ts";
import { ringArea, ringContains } from "./ring.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

type Ring = readonly number[];
const count = (ring: Ring) => ring.length / 2;

function turn(ring: Ring, a: number, b: number, x: number, y: number): number {
  const [ax, ay] = [ring[a * 2]!, ring[a * 2 + 1]!];
  return (ring[b * 2]! - ax) * (y - ay) - (ring[b * 2 + 1]! - ay) * (x - ax);
}

function ringsCross(ring: Ring, other: Ring): boolean {
  for (let i = 0, j = count(ring) - 1; i < count(ring); j = i++) {
    for (let k = 0, l = count(other) - 1; k < count(other); l = k++) {
      const first = turn(ring, j, i, other[k * 2]!, other[k * 2 + 1]!);
      const second = turn(ring, j, i, other[l * 2]!, other[l * 2 + 1]!);
      const third = turn(other, l, k, ring[i * 2]!, ring[i * 2 + 1]!);
      const fourth = turn(other, l, k, ring[j * 2]!, ring[j * 2 + 1]!);
      if (first * second < 0 && third * fourth < 0) return true;
    }
  }
  return false;
}

function liesIn(inner: Ring, outer: Ring): boolean {
  let inside = 0;
  for (let i = 0; i < count(inner); i++) {
    if (ringContains(outer, 0, count(outer), inner[i * 2]!, inner[i * 2 + 1]!)) inside += 1;
  }
  return inside * 2 > count(inner);
}

/** All faults, by a search of all pairs. */
function allFaults(polygons: readonly Polygon[]): Set<AreaFault> {
  const faults = new Set<AreaFault>();
  const size = (ring: Ring) => Math.abs(ringArea(ring, 0, count(ring)));
  for (const [at, polygon] of polygons.entries()) {
    for (const hole of polygon.holes) {
      if (ringsCross(hole, polygon.shell)) faults.add("area_hole_crosses");
      if (!liesIn(hole, polygon.shell)) faults.add("area_hole_outside");
    }
    for (const other of polygons.slice(at + 1)) {
      if (ringsCross(polygon.shell, other.shell)) faults.add("area_polygons_overlap");
      const isSmaller = size(polygon.shell) < size(other.shell);
      const [small, large] = isSmaller ? [polygon.shell, other] : [other.shell, polygon];
      const isIsland = large.holes.some((hole) => liesIn(small, hole));
      if (!isIsland && liesIn(small, large.shell)) faults.add("area_polygons_overlap");
    }
  }
  return faults;
}

const box = (x: number, y: number, width: number, height: number): Ring => [
  x,
  y,
  x + width,
  y,
  x + width,
  y + height,
  x,
  y + height,
];

describe("the fault of an area", () => {
  it("is one that a search of all pairs finds, and none if that finds none", () => {
    const random = sequence(17);
    const seen = new Map<string, number>();
    for (let round = 0; round < 4000; round++) {
      const side = 6 + random(30);
      const ring = (): Ring => {
        const [x, y] = [random(side), random(side)];
        if (random(9) > 0) return box(x, y, 1 + random(9), 1 + random(9));
        return comb(11 + random(3), 2 + random(6)).flatMap(([a, b]) => [x + a / 8, y + b]);
      };
      const polygons = Array.from({ length: 1 + random(5) }, (): Polygon => {
        const shell = ring();
        const holes = Array.from({ length: random(3) }, () =>
          random(2) === 0
            ? ring()
            : box(shell[0]! + 1, shell[1]! + 1, 1 + random(3), 1 + random(3)),
        );
        return { shell, holes };
      });
      const faults = allFaults(polygons);
      const fault = areaFault(polygons);
      seen.set(String(fault), (seen.get(String(fault)) ?? 0) + 1);
      if (fault === null) expect(faults).toEqual(new Set());
      else expect(faults).toContain(fault);
    }
    const kinds = ["null", "area_hole_crosses", "area_hole_outside", "area_polygons_overlap"];
    for (const kind of kinds) expect(seen.get(kind), kind).toBeGreaterThan(100);
  });

  it.skipIf(isEveryday)(
    "is found with few steps for each vertex, however many parts and holes there are",
    () => {
      const grid = (parts: number, size: number, margin: number) =>
        Array.from({ length: parts }, (_, i) =>
          box((i % 100) * 10 + margin, Math.floor(i / 100) * 10 + margin, size, size),
        );
      const besideEachOther = (parts: number) =>
        grid(parts, 10, 0).map((shell): Polygon => ({ shell, holes: [] }));
      const islands = (parts: number): Polygon[] => [
        { shell: box(-10, -10, 1020, 20 + parts / 10), holes: grid(parts, 9, 0) },
        ...grid(parts, 3, 3).map((shell): Polygon => ({ shell, holes: [] })),
      ];
      for (const areaOf of [besideEachOther, islands]) {
        const steps = [2000, 32_000].map((parts) => {
          const work = { steps: 0 };
          const polygons = areaOf(parts);
          expect(areaFault(polygons, work)).toBeNull();
          return work.steps / parts;
        });
        expect(steps[1]! / steps[0]!).toBeLessThan(2);
      }
    },
  );

  it("is that the area is too complex where a search would take too long", () => {
    const strips = Array.from({ length: 8000 }, (_, i): Polygon => ({
      shell: [i, -i, i + 0.3, -i, i + 10_000, 10_000 - i],
      holes: [],
    }));
    const work = { steps: 0 };
    expect(areaFault(strips, work)).toBe("area_too_complex");
    expect(work.steps).toBeLessThan(20_000_000);
    const shell = zigzag(20_000, [0.7, 0.3], 9000).flat();
    const around = Array.from({ length: 3000 }, (_, i): Polygon => ({
      shell: box(9000 + i, 0, 0.5, 0.5),
      holes: [],
    }));
    expect(areaFault([{ shell, holes: [] }, ...around])).not.toBe("area_hole_outside");
  });
});
