// Rows that are turned about their axis, as rays meet them: nothing here knows how wide a row should look.
import type { Geometry } from "../../component/component-index.ts";
import type { Plane } from "../../geometry/plane.ts";
import { castRays } from "../../image/scene.fixture.ts";
import type { ImageCamera } from "../../image/image-camera.ts";
import type { Grid } from "../../image/measure.ts";
import { blurred, normalNumbers, type Scene } from "../scene.fixture.ts";

export type RowScene = {
  readonly geometry: Geometry;
  /** Radians by row, positive towards the right of the axis. */
  readonly tilts: readonly number[];
  /** °C of the rows and of the ground, K of noise, pixels of blur. */
  readonly surface?: number;
  readonly ground?: number;
  readonly noise?: number;
  readonly blur?: number;
  readonly seed?: number;
};

/** Parallel rows with axes from south to about north, `pitch` metres apart. */
export function parallelRows(
  type: "tracker" | "sca",
  [count, length, width, pitch, height]: readonly [number, number, number, number, number],
): Geometry {
  const floats = (value: number | ((row: number) => number)) =>
    Float32Array.from({ length: count }, (_, row) =>
      typeof value === "number" ? value : value(row),
    );
  return {
    type,
    count,
    parent: new Uint32Array(count),
    centreX: floats((row) => row * pitch),
    centreY: floats(0),
    length: floats(length),
    width: floats(width),
    // Not along the pixels: an edge crosses many of them.
    rotation: floats(Math.PI / 2 - 0.03),
    height: floats(height),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
}

type Vector = readonly [x: number, y: number, z: number];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Whether a ray from a point in a direction meets a row, or the ground. */
function rowsOf({ geometry, tilts }: RowScene): (from: Vector, direction: Vector) => boolean {
  const surfaces = tilts.map((tilt, row) => {
    const [cos, sin] = [Math.cos(geometry.rotation[row]!), Math.sin(geometry.rotation[row]!)];
    // The direction across the surface goes down to the right, its normal leans to the right.
    const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
    const [along, across, normal]: readonly [Vector, Vector, Vector] = [
      [cos, sin, 0],
      [sin * c, -cos * c, -s],
      [sin * s, -cos * s, c],
    ];
    const centre: Vector = [geometry.centreX[row]!, geometry.centreY[row]!, geometry.height[row]!];
    const sides = [geometry.length[row]! / 2, geometry.width[row]! / 2] as const;
    return { along, across, normal, centre, sides };
  });
  return (from, direction) => {
    for (const { along, across, normal, centre, sides } of surfaces) {
      const to: Vector = [centre[0] - from[0], centre[1] - from[1], centre[2] - from[2]];
      const far = dot(normal, to) / dot(normal, direction);
      if (!(far > 0)) continue;
      const at: Vector = [
        direction[0] * far - to[0],
        direction[1] * far - to[1],
        direction[2] * far - to[2],
      ];
      if (Math.abs(dot(at, across)) <= sides[1] && Math.abs(dot(at, along)) <= sides[0])
        return true;
    }
    return false;
  };
}

function exposed(scene: RowScene, sharp: Float32Array, width: number): Float32Array {
  const { noise = 0.15, blur = 0.6, seed = 1 } = scene;
  const random = normalNumbers(seed);
  const values = blur > 0 ? blurred(sharp, width, blur) : sharp;
  return values.map((value) => value + noise * random());
}

/** Each pixel is the mean of four rays. */
export function imageOfRows(scene: RowScene, camera: ImageCamera, plane: Plane): Grid {
  const { surface = 45, ground = 28 } = scene;
  const [east, north] = plane.toPlane(camera.lon, camera.lat);
  const { width_px: width, height_px: height, centre_px } = camera;
  const values = new Float32Array(width * height);
  const meetsRow = rowsOf(scene);
  for (const [dx, dy] of [
    [-0.25, -0.25],
    [0.25, -0.25],
    [-0.25, 0.25],
    [0.25, 0.25],
  ] as const) {
    const rays = castRays({ ...camera, centre_px: [centre_px[0] - dx, centre_px[1] - dy] }, 0);
    for (let at = 0; at < values.length; at++) {
      const direction = [rays[at * 2]!, rays[at * 2 + 1]!, -camera.height_m] as const;
      const isRow = meetsRow([east, north, camera.height_m], direction);
      values[at]! += (isRow ? surface : ground) / 4;
    }
  }
  return { width, height, values: exposed(scene, values, width) };
}

/** Seen from straight above everywhere, as an orthomosaic. */
export function mosaicOfRows(scene: RowScene, pixel: number): Scene {
  const { surface = 45, ground = 28, geometry } = scene;
  const half = geometry.length[0]! / 2 + 2;
  const left = Math.min(...geometry.centreX) - half;
  const top = Math.max(...geometry.centreY) + half;
  const width = Math.ceil((Math.max(...geometry.centreX) + half - left) / pixel);
  const height = Math.ceil((top - Math.min(...geometry.centreY) + half) / pixel);
  const values = new Float32Array(width * height);
  const meetsRow = rowsOf(scene);
  for (let at = 0; at < values.length; at++) {
    const [column, line] = [at % width, Math.floor(at / width)];
    for (const [dx, dy] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      const from = [left + (column + dx) * pixel, top - (line + dy) * pixel, 100] as const;
      values[at]! += (meetsRow(from, [0, 0, -1]) ? surface : ground) / 4;
    }
  }
  const seen = exposed(scene, values, width);
  return {
    toPixel: (x, y) => [(x - left) / pixel, (top - y) / pixel],
    raster: {
      width,
      height,
      read({ column, row, width: across, height: down }) {
        const part = new Float32Array(across * down);
        for (let line = 0; line < down; line++) {
          const from = (row + line) * width + column;
          part.set(seen.subarray(from, from + across), line * across);
        }
        return Promise.resolve(part);
      },
    },
  };
}
