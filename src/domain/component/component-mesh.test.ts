import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moduleField } from "../../../tests/fixtures/module-field.ts";
import type { Geometry } from "./component-index.ts";
import { buildComponentMesh, CULL_ROWS, meshBuffers } from "./component-mesh.ts";

const { modules } = moduleField(1000);

function withPolygon(row: number, ring: number[]): Geometry {
  return {
    ...modules,
    polygons: {
      rows: Uint32Array.of(row),
      offsets: Uint32Array.of(0, ring.length / 2),
      xy: Float32Array.from(ring),
    },
  };
}

function triangleArea(xy: Float32Array, [a, b, c]: number[]): number {
  const x = (vertex: number | undefined) => xy[vertex! * 2]!;
  const y = (vertex: number | undefined) => xy[vertex! * 2 + 1]!;
  return Math.abs((x(b) - x(a)) * (y(c) - y(a)) - (x(c) - x(a)) * (y(b) - y(a))) / 2;
}

describe("buildComponentMesh", () => {
  it("puts the four corners at half length and half width around the centre, turned", () => {
    const { positions } = buildComponentMesh(modules);
    for (const row of [0, 57, 999]) {
      const corners = [0, 2, 4, 6].map((at) => [
        positions[row * 8 + at]! - modules.centreX[row]!,
        positions[row * 8 + at + 1]! - modules.centreY[row]!,
      ]);
      const angle = modules.rotation[row]!;
      const along = corners.map(([x, y]) => x! * Math.cos(angle) + y! * Math.sin(angle));
      const across = corners.map(([x, y]) => y! * Math.cos(angle) - x! * Math.sin(angle));
      expect(along.map((value) => Math.round(value * 1000))).toEqual([-565, 565, 565, -565]);
      expect(across.map((value) => Math.round(value * 1000))).toEqual([-1140, -1140, 1140, 1140]);
    }
  });

  it("draws a tube wider than it is, at its real length", () => {
    const tubes: Geometry = {
      ...modules,
      type: "absorber_tube",
      count: 1,
      length: Float32Array.of(4),
      width: Float32Array.of(0.12),
      rotation: Float32Array.of(0),
    };
    const { positions, size } = buildComponentMesh(tubes);
    expect(positions[2]! - positions[0]!).toBeCloseTo(4, 4);
    expect(positions[5]! - positions[3]!).toBeCloseTo(1.2, 4);
    expect(size).toBeCloseTo(Math.sqrt(4.8), 6);
  });

  it("bounds every culling box around its corners and nothing else", () => {
    const { bounds, positions } = buildComponentMesh(modules);
    expect(bounds.length).toBe(Math.ceil(1000 / CULL_ROWS) * 4);
    const xs = Array.from({ length: CULL_ROWS * 4 }, (_, vertex) => positions[vertex * 2]!);
    expect(bounds[0]).toBe(Math.min(...xs));
    expect(bounds[2]).toBe(Math.max(...xs));
  });

  it("draws a removed row as a point and leaves it out of the bounds", () => {
    const length = modules.length.slice().fill(0, 0, CULL_ROWS);
    const mesh = buildComponentMesh({ ...modules, length });
    expect([...mesh.positions.subarray(0, 8)]).toEqual(
      [0, 1, 2, 3].flatMap(() => [modules.centreX[0]!, modules.centreY[0]!]),
    );
    expect([...mesh.bounds.subarray(0, 4)]).toEqual([Infinity, Infinity, -Infinity, -Infinity]);
    expect(mesh.extent[0]).toBeGreaterThan(-Infinity);
  });

  it("triangulates a component that is no rectangle over its whole area, and only once", () => {
    const ring = [100, 0, 110, 0, 110, 4, 104, 4, 104, 10, 100, 10];
    const { polygons, positions } = buildComponentMesh(withPolygon(300, ring));
    const triangles = Array.from({ length: polygons!.indices.length / 3 }, (_, triangle) => [
      ...polygons!.indices.subarray(triangle * 3, triangle * 3 + 3),
    ]);
    const area = triangles.reduce(
      (sum, triangle) => sum + triangleArea(polygons!.positions, triangle),
      0,
    );
    expect(area).toBeCloseTo(64, 4);
    expect([...polygons!.rows]).toEqual([300, 300, 300, 300, 300, 300]);
    // Row 300 is in the second culling box.
    expect([...polygons!.firstIndex]).toEqual([0, 0, 12, 12, 12]);
    expect([...positions.subarray(300 * 8, 301 * 8)]).toEqual(
      [0, 1, 2, 3].flatMap(() => [modules.centreX[300]!, modules.centreY[300]!]),
    );
    // Its neighbour keeps its rectangle.
    expect(positions[301 * 8]).not.toBe(modules.centreX[301]);
  });

  it("lists every buffer for the transfer from the worker, and none of the geometry", () => {
    const mesh = buildComponentMesh(modules);
    expect(meshBuffers(mesh)).toEqual([mesh.positions.buffer, mesh.bounds.buffer]);
    const geometry = withPolygon(0, [0, 0, 1, 0, 0, 1]);
    const buffers = meshBuffers(buildComponentMesh(geometry));
    expect(buffers).toHaveLength(6);
    for (const buffer of buffers) expect(buffer).toBeInstanceOf(ArrayBuffer);
    expect(buffers).not.toContain(geometry.polygons.xy.buffer);
  });

  it("triangulates two shapes far from the origin, each in its culling box", () => {
    const shape = [0, 0, 10, 0, 10, 4, 4, 4, 4, 10, 0, 10];
    const far = shape.map((value, at) => value + (at % 2 === 0 ? 4096 : 8192));
    const { polygons } = buildComponentMesh({
      ...modules,
      polygons: {
        rows: Uint32Array.of(3, 700),
        offsets: Uint32Array.of(0, 6, 12),
        xy: Float32Array.of(...shape, ...far),
      },
    });
    const { indices, rows, positions, firstIndex } = polygons!;
    const areaBetween = (from: number, to: number) => {
      let area = 0;
      for (let at = from; at < to; at += 3) {
        area += triangleArea(positions, [...indices.subarray(at, at + 3)]);
      }
      return area;
    };
    expect([...firstIndex]).toEqual([0, 12, 12, 24, 24]);
    expect([areaBetween(0, 12), areaBetween(12, 24)]).toEqual([64, 64]);
    expect([...rows]).toEqual([3, 3, 3, 3, 3, 3, 700, 700, 700, 700, 700, 700]);
  });

  it("agrees with the corners of each component, computed one by one", () => {
    const component = fc.record({
      x: fc.integer({ min: -500, max: 500 }),
      y: fc.integer({ min: -500, max: 500 }),
      length: fc.constantFrom(0, 1, 4, 9),
      width: fc.constantFrom(0.5, 1, 3),
      rotation: fc.constantFrom(0, 0.5, 1.5, -0.7),
    });
    const repeat = fc.integer({ min: 1, max: 150 });
    fc.assert(
      fc.property(fc.array(component, { minLength: 1, maxLength: 5 }), repeat, (drawn, times) => {
        // Shifted copies, so that several culling boxes are filled.
        const all = drawn.flatMap((one) =>
          Array.from({ length: times }, (_, copy) => ({
            ...one,
            x: one.x + copy,
            y: one.y - copy,
          })),
        );
        const floats = (key: keyof (typeof all)[number]) =>
          Float32Array.from(all, (one) => one[key]);
        const mesh = buildComponentMesh({
          ...modules,
          count: all.length,
          centreX: floats("x"),
          centreY: floats("y"),
          length: floats("length"),
          width: floats("width"),
          rotation: floats("rotation"),
        });
        const cornersOf = ({ x, y, length, width, rotation }: (typeof all)[number]) =>
          [-1, 1].flatMap((a) =>
            [-1, 1].map((b) => {
              const size = Math.hypot(length, width) / 2;
              const angle = rotation + Math.atan2(b * width, a * length);
              return [x + size * Math.cos(angle), y + size * Math.sin(angle)] as const;
            }),
          );
        const boxOf = (rows: typeof all) => {
          const corners = rows.filter(({ length }) => length > 0).flatMap(cornersOf);
          const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
          return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
        };
        const expectBox = (box: ArrayLike<number>, rows: typeof all) => {
          for (const [at, edge] of boxOf(rows).entries()) expect(box[at]).toBeCloseTo(edge, 3);
        };
        expect(mesh.bounds).toHaveLength(Math.ceil(all.length / CULL_ROWS) * 4);
        for (let at = 0; at < all.length; at += CULL_ROWS) {
          const box = mesh.bounds.subarray((at / CULL_ROWS) * 4, (at / CULL_ROWS) * 4 + 4);
          expectBox(box, all.slice(at, at + CULL_ROWS));
        }
        expectBox(mesh.extent, all);
        all.forEach(({ x, y, length }, row) => {
          const drawnAt = mesh.positions.subarray(row * 8, row * 8 + 8);
          const point = [0, 1, 2, 3].flatMap(() => [Math.fround(x), Math.fround(y)]);
          if (length === 0) expect([...drawnAt]).toEqual(point);
          else expect([...drawnAt]).not.toEqual(point);
        });
        const present = all.filter(({ length }) => length > 0);
        const median = (measures: number[]) =>
          measures.toSorted((a, b) => a - b)[Math.floor(measures.length / 2)] ?? 0;
        const sizes = present.map(({ length, width }) => Math.sqrt(length * width));
        expect(mesh.size).toBeCloseTo(median(sizes), 6);
        const breadths = present.map(({ length, width }) => Math.min(length, width));
        expect(mesh.breadth).toBeCloseTo(median(breadths), 6);
      }),
      { numRuns: 25 },
    );
  });
});
