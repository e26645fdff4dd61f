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
    expect(positions[300 * 8]).toBe(positions[300 * 8 + 4]);
  });

  it("lists every buffer for the transfer from the worker", () => {
    expect(meshBuffers(buildComponentMesh(modules)).length).toBe(2);
    expect(meshBuffers(buildComponentMesh(withPolygon(0, [0, 0, 1, 0, 0, 1]))).length).toBe(6);
  });
});
