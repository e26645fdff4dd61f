import { describe, expect, it } from "vitest";
import { moduleField } from "../../../tests/fixtures/module-field.ts";
import { NO_ROW, type Geometry } from "../../domain/component/component-index.ts";
import { buildComponentMesh } from "../../domain/component/component-mesh.ts";
import { insideRing } from "../../domain/component/ring.ts";
import { boxRing, pickPoint, pickRing } from "./picking.ts";

const { modules } = moduleField(20_000);
const target = { geometry: modules, mesh: buildComponentMesh(modules) };

/** A repeatable sequence in [0, 1). */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The rectangle test by turning the point, unlike the code under test. */
function bruteForcePoint(geometry: Geometry, x: number, y: number): number {
  let hit = NO_ROW;
  for (let row = 0; row < geometry.count; row += 1) {
    const dx = x - geometry.centreX[row]!;
    const dy = y - geometry.centreY[row]!;
    const angle = geometry.rotation[row]!;
    const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
    const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
    if (geometry.length[row] === 0) continue;
    if (along <= geometry.length[row]! / 2 && across <= geometry.width[row]! / 2) hit = row;
  }
  return hit;
}

function spread(random: () => number): [number, number] {
  const [minX, minY, maxX, maxY] = target.mesh.extent;
  return [minX + random() * (maxX - minX), minY + random() * (maxY - minY)];
}

describe("pickPoint", () => {
  it("finds the same row as a test of every rectangle", () => {
    const random = randoms(7);
    let hits = 0;
    for (let i = 0; i < 400; i += 1) {
      const [x, y] = spread(random);
      const row = pickPoint(target, x, y);
      expect(row).toBe(bruteForcePoint(modules, x, y));
      if (row !== NO_ROW) hits += 1;
    }
    expect(hits).toBeGreaterThan(50);
  });

  it("takes the nearest outline within reach where the pointer misses", () => {
    // Two bars of 100 by 2 m, from x 0 to 100: the upper edge of one at y 1, the lower of the other at 9.
    const bars: Geometry = {
      ...modules,
      count: 2,
      centreX: Float32Array.of(50, 50),
      centreY: Float32Array.of(0, 10),
      length: Float32Array.of(100, 100),
      width: Float32Array.of(2, 2),
      rotation: Float32Array.of(0, 0),
    };
    const pick = (x: number, y: number, reach: number, mask?: Uint8Array) =>
      pickPoint(
        { geometry: bars, mesh: buildComponentMesh(bars), mask: mask ?? null },
        x,
        y,
        reach,
      );
    expect(pick(95, 4.9, 4)).toBe(0);
    expect(pick(95, 5.1, 4)).toBe(1);
    expect([pick(5, 3, 1.9), pick(5, 3, 2.1)]).toEqual([NO_ROW, 0]);
    // Off the corner (100, 1) by 3 to the east and 4 to the north: 5 m away.
    expect([pick(103, 5, 4.9), pick(103, 4.99, 5)]).toEqual([NO_ROW, 0]);
    // A hit wins, however near the other is; a filtered-out one is passed over.
    expect(pick(50, 0.9, 9)).toBe(0);
    expect(pick(95, 4.9, 6, Uint8Array.of(1, 0))).toBe(1);
  });

  it("finds the same near row as the distances to all rectangles", () => {
    const random = randoms(11);
    let found = 0;
    for (let i = 0; i < 60; i += 1) {
      const [x, y] = spread(random);
      const reach = 1 + random() * 3;
      const distances = Array.from({ length: modules.count }, (_, row) => {
        const dx = x - modules.centreX[row]!;
        const dy = y - modules.centreY[row]!;
        const angle = modules.rotation[row]!;
        const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
        const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
        const beyond = [along - modules.length[row]! / 2, across - modules.width[row]! / 2];
        return Math.hypot(...beyond.map((part) => Math.max(0, part)));
      });
      const least = Math.min(...distances);
      const row = pickPoint(target, x, y, reach);
      if (Math.abs(least - reach) < 1e-3) continue;
      expect(row !== NO_ROW).toBe(least < reach);
      if (row === NO_ROW) continue;
      expect(distances[row]).toBeCloseTo(least, 3);
      if (least > 0) found += 1;
    }
    expect(found).toBeGreaterThan(10);
  });

  it("passes over removed and filtered-out rows", () => {
    const length = modules.length.slice();
    length[300] = 0;
    const geometry = { ...modules, length };
    const [x, y] = [modules.centreX[300]!, modules.centreY[300]!];
    expect(pickPoint({ geometry, mesh: buildComponentMesh(geometry) }, x, y)).toBe(NO_ROW);
    const mask = new Uint8Array(modules.count);
    mask[300] = 1;
    expect(pickPoint({ ...target, mask }, x, y)).toBe(NO_ROW);
    expect(pickPoint(target, x, y)).toBe(300);
  });

  it("follows the ring of a component that is no rectangle", () => {
    const triangle = [0, 0, 10, 0, 0, 10];
    const geometry: Geometry = {
      ...modules,
      count: 1,
      centreX: Float32Array.of(5),
      centreY: Float32Array.of(5),
      length: Float32Array.of(10),
      width: Float32Array.of(10),
      rotation: Float32Array.of(0),
      polygons: {
        rows: Uint32Array.of(0),
        offsets: Uint32Array.of(0, 3),
        xy: Float32Array.from(triangle),
      },
    };
    const picked = { geometry, mesh: buildComponentMesh(geometry) };
    expect(pickPoint(picked, 2, 2)).toBe(0);
    expect(pickPoint(picked, 8, 8)).toBe(NO_ROW);
  });
});

describe("pickRing", () => {
  it("selects the same centres as a test of every row, in boxes and in freehand lassos", () => {
    const random = randoms(11);
    for (let i = 0; i < 40; i += 1) {
      const [x, y] = spread(random);
      const ring =
        i % 2 === 0
          ? boxRing(x, y, ...spread(random))
          : lasso(x, y, 20 + random() * 120, 3 + Math.floor(random() * 60), random);
      const expected: number[] = [];
      for (let row = 0; row < modules.count; row += 1) {
        if (insideRing(ring, modules.centreX[row]!, modules.centreY[row]!)) expected.push(row);
      }
      expect([...pickRing(target, ring)]).toEqual(expected);
    }
  });

  it("leaves out filtered rows", () => {
    const mask = new Uint8Array(modules.count).fill(1, 0, 1000);
    const [minX, minY, maxX, maxY] = target.mesh.extent;
    const all = pickRing({ ...target, mask }, boxRing(minX, minY, maxX, maxY));
    expect(all.length).toBe(19_000);
    expect(all[0]).toBe(1000);
  });

  it("selects nothing with a line", () => {
    expect(pickRing(target, [0, 0, 5, 5]).length).toBe(0);
  });
});

/** A star-shaped freehand ring, often with spikes. */
function lasso(x: number, y: number, radius: number, corners: number, random: () => number) {
  const ring: number[] = [];
  for (let i = 0; i < corners; i += 1) {
    const angle = (i / corners) * 2 * Math.PI;
    const reach = radius * (0.3 + random());
    ring.push(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
  }
  return ring;
}
