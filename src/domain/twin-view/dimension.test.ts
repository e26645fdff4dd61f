// The sizes of a plant's settings are those that are drawn.
import { expect, test } from "vitest";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { dimensionDefaults, dimensionShape, type Dimensions } from "./dimension.ts";
import { poseOf } from "./pose.ts";
import { solidsOf } from "./solid.ts";
import { VERTEX_FLOATS } from "./solid-writer.ts";

const oneOf = (type: ComponentType, length: number, width: number, parent = NO_ROW): Geometry => ({
  type,
  count: 1,
  parent: Uint32Array.of(parent),
  centreX: Float32Array.of(0),
  centreY: Float32Array.of(0),
  length: Float32Array.of(length),
  width: Float32Array.of(width),
  rotation: Float32Array.of(0),
  height: Float32Array.of(0),
  polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(0), xy: new Float32Array(0) },
  blockBounds: new Float32Array(0),
});

const collector = oneOf("sce", 12, 5.77);
const tube = oneOf("absorber_tube", 4, 0.1, 0);
const table = oneOf("tracker", 30, 4);

function boxOf(
  geometry: Geometry,
  own: Partial<Dimensions>,
  more: { above?: Geometry; as?: "posts" } = {},
): readonly number[] {
  return solidsOf({
    geometry,
    above: more.above,
    pose: () => 0,
    rows: [0, 1],
    dimensions: { ...dimensionDefaults, ...own },
    ...(more.as && { as: more.as }),
  }).box;
}

test("the usual sizes are plausible, and draw what is drawn without sizes", () => {
  expect(dimensionShape.parse(dimensionDefaults)).toEqual(dimensionDefaults);
  const bare = solidsOf({ geometry: collector, above: undefined, pose: () => 0, rows: [0, 1] });
  expect(boxOf(collector, {})).toEqual(bare.box);
});

test("a tube is as thick as its glass, and lies a focal length above the vertex", () => {
  const own = { tube_diameter_mm: 200, focal_length_m: 2, pylon_height_m: 4 };
  const [, south = 0, low = 0, , north = 0, high = 0] = boxOf(tube, own, { above: collector });
  // Six sides: the corners lie on the circle, of which two are at the very left and right.
  expect(north - south).toBeGreaterThan(0.17);
  expect(north - south).toBeLessThanOrEqual(0.2 + 1e-6);
  expect((low + high) / 2).toBeCloseTo(6, 5);
});

test("pylons end below the axis, and stand as far apart as they are said to", () => {
  const own = { pylon_height_m: 5, pylon_distance_m: 4 };
  expect(boxOf(collector, own, { as: "posts" })[5]).toBeCloseTo(4.98, 5);
  const feet = (distance: number) =>
    solidsOf({
      geometry: collector,
      above: undefined,
      pose: () => 0,
      rows: [0, 1],
      dimensions: { ...dimensionDefaults, pylon_distance_m: distance },
      as: "posts",
    }).vertices.length / VERTEX_FLOATS;
  // Eight corners each: the torque tube, and at 12 m one post at either end, at 4 m two more between them.
  expect([feet(12), feet(4)]).toEqual([24, 40]);
});

test("a flat table is as thick as its modules, and lies above its lower edge", () => {
  const [, , low = 0, , , high = 0] = boxOf(table, { panel_thickness_mm: 100, clearance_m: 2 });
  expect(high - low).toBeCloseTo(0.1, 5);
  expect((high + low) / 2).toBeCloseTo(2 + 2 * Math.sin(Math.PI / 3), 5);
});

test("trackers turn no further than their largest angle", () => {
  const plant = {
    technology: "photovoltaic",
    mounting_type: "tracked",
    mounting_orientation: null,
    module_inclination: null,
    orientation_angle: null,
    lat: 37,
  } as const;
  const sun = { elevation_deg: 25, azimuth_deg: 95 };
  const turned = (most_tracker_deg: number) =>
    Math.abs(
      poseOf(plant, sun, { ...dimensionDefaults, ground_cover: 0.1, most_tracker_deg })(
        Math.PI / 2,
        0,
      ),
    );
  expect((turned(30) * 180) / Math.PI).toBeCloseTo(30, 5);
  expect(turned(60)).toBeGreaterThan(turned(30) + 0.1);
});
