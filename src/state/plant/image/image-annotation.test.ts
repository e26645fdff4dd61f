import { expect, it } from "vitest";
import type { Geometry } from "../../../domain/component/component-index.ts";
import { planeAt } from "../../../domain/geometry/plane.ts";
import { componentAtPlace } from "./image-annotation.ts";

const origin = [-70.11, -18.88] as const;
const plane = planeAt(origin);

/** Two modules side by side, 2 m by 1 m, turned by 30°; the second was removed in a third row. */
const modules: Geometry = {
  type: "module",
  count: 3,
  parent: new Uint32Array(3),
  centreX: Float32Array.of(0, 10, 0),
  centreY: Float32Array.of(0, 0, 0.2),
  length: Float32Array.of(2, 2, 0),
  width: Float32Array.of(1, 1, 0),
  rotation: Float32Array.of(Math.PI / 6, Math.PI / 6, 0),
  height: new Float32Array(3),
  polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
  blockBounds: new Float32Array(4),
};
const tracker: Geometry = {
  ...modules,
  type: "tracker",
  count: 1,
  centreX: Float32Array.of(5),
  centreY: Float32Array.of(0),
  length: Float32Array.of(60),
  width: Float32Array.of(20),
  rotation: Float32Array.of(0),
};
const geometries = (type: string) =>
  type === "module" ? modules : type === "tracker" ? tracker : null;
const at = (x: number, y: number) =>
  componentAtPlace(geometries, origin, plane.toLonLat(x, y) as [number, number]);

it.each([
  ["in the middle", 0, 0, "module", 0],
  // 0.95 m along the turned module, which is 1 m to its end.
  ["at the end of the turned module", 0.95 * Math.cos(Math.PI / 6), 0.95 * 0.5, "module", 0],
  ["in the other", 10, 0.3, "module", 1],
  ["a metre beside it", 0, -1.6, "module", 0],
  ["between them: only the tracker is there", 5, 0, "tracker", 0],
])("is found %s", (_, x, y, component_type, row) => {
  expect(at(x, y)).toEqual({ component_type, row });
});

it("is none beside the plant", () => {
  expect(at(500, 0)).toBeNull();
});
