import { expect, it } from "vitest";
import { moduleField } from "../../../tests/fixtures/module-field.ts";
import { buildComponentMesh } from "../../domain/component/component-mesh.ts";
import type { Geometry } from "../../domain/component/component-index.ts";
import { outlineOf } from "./outline.ts";

const field = moduleField(56, 0).trackers;
const bar: Geometry = {
  ...field,
  count: 1,
  centreX: Float32Array.of(100),
  centreY: Float32Array.of(50),
  length: Float32Array.of(20),
  width: Float32Array.of(4),
  rotation: Float32Array.of(0),
};
const levelOf = (geometry: Geometry, isBuilt = true) => ({
  type: geometry.type,
  geometry,
  mesh: isBuilt ? buildComponentMesh(geometry) : undefined,
  names: undefined,
});

it("runs around a rectangle, outside of it by the gap", () => {
  expect(outlineOf(levelOf(bar), 0, 3)).toEqual([
    [87, 45],
    [113, 45],
    [113, 55],
    [87, 55],
    [87, 45],
  ]);
});

it("turns with the rectangle", () => {
  const upright = { ...bar, rotation: Float32Array.of(Math.PI / 2) };
  const ring = outlineOf(levelOf(upright), 0, 3);
  const expected = [
    [105, 37],
    [105, 63],
    [95, 63],
    [95, 37],
    [105, 37],
  ];
  ring.flat().forEach((part, at) => expect(part).toBeCloseTo(expected.flat()[at]!, 4));
});

it("follows the edge of another shape, and is empty where nothing is drawn", () => {
  const polygons = {
    rows: Uint32Array.of(0),
    offsets: Uint32Array.of(0, 3),
    xy: Float32Array.of(0, 0, 9, 0, 0, 9),
  };
  expect(outlineOf(levelOf({ ...bar, polygons }), 0, 3)).toEqual([
    [0, 0],
    [9, 0],
    [0, 9],
    [0, 0],
  ]);
  expect(outlineOf(levelOf(bar, false), 0, 3)).toEqual([]);
  expect(outlineOf(levelOf({ ...bar, length: Float32Array.of(0) }), 0, 3)).toEqual([]);
});
