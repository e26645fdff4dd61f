// Rows of trackers from straight above, each at its own angle, over ground that the sun and the rows' shadows mark.
// Surfaces are cut into strips whose corners are turned and looked at from above; no formula of the evaluation is used.
import type { Geometry } from "../../component/component-index.ts";
import type { ToPixel, SurveyRaster } from "../raster-survey.ts";

export type RowWorld = {
  /** As the twin states the rows. */
  readonly geometry: Geometry;
  /** Degrees of each row, positive where its east edge is down. */
  readonly tilts: readonly number[];
  /** Metres of a pixel. */
  readonly pixel?: number;
  /** True width over that of the twin. */
  readonly wider?: number;
  /** Degrees by which the ground falls along the rows. */
  readonly slope?: number;
  /** Degrees of the sun above the eastern horizon, negative for the western one; absent: no shadows. */
  readonly sun?: number;
  /** °C of surfaces, ground in the sun, ground in the shadow, and surfaces in the shadow of the next row. */
  readonly degrees?: readonly [surface: number, ground: number, shadow: number, shaded: number];
  /** Part of a row, from its southern end, that something hides: the colour of the ground, by row. */
  readonly hidden?: (row: number) => number;
  readonly noise?: number;
  /** Metres by which the picture lies beside. */
  readonly shift?: readonly [east: number, north: number];
  readonly seed?: number;
};

/** Rows from south to north, `pitch` metres apart from west to east. */
export function northRows(count: number, length: number, width: number, pitch: number): Geometry {
  return {
    type: "tracker",
    count,
    parent: new Uint32Array(count),
    centreX: Float32Array.from({ length: count }, (_, row) => row * pitch),
    centreY: new Float32Array(count),
    length: new Float32Array(count).fill(length),
    width: new Float32Array(count).fill(width),
    rotation: new Float32Array(count).fill(Math.PI / 2),
    height: new Float32Array(count).fill(1.6),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
}

/** Sum of three uniform numbers, of variance 1 (Lehmer's generator, 1951). */
function noiseOf(seed: number): () => number {
  let state = (seed * 48271) % 2147483647;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  return () => 2 * (next() + next() + next() - 1.5);
}

export function rowPicture(world: RowWorld): { raster: SurveyRaster; toPixel: ToPixel } {
  const { geometry, tilts, pixel = 0.04, wider = 1, slope = 0, sun, hidden } = world;
  const { degrees = [45, 28, 22, 33], noise = 0.15, shift = [0, 0], seed = 1 } = world;
  const [surface, ground, shadow, shaded] = degrees;
  const radians = Math.PI / 180;
  const half = (geometry.length[0]! / 2) * Math.cos(slope * radians);
  // Each row as the ends of its cross-section: east and height over the axis.
  const sections = tilts.map((tilt, row) => {
    const reach = (wider * geometry.width[row]!) / 2;
    const axis = geometry.centreX[row]!;
    const [dx, dz] = [reach * Math.cos(tilt * radians), reach * Math.sin(tilt * radians)];
    return { west: [axis - dx, dz] as const, east: [axis + dx, -dz] as const, row };
  });
  const height = 1.6;
  /** Metres to the east that a point so high throws its shadow by. */
  const thrown = (z: number) => (sun === undefined ? 0 : -z / Math.tan(sun * radians));
  const litAt = (x: number, z: number, row: number) => {
    if (sun === undefined) return true;
    // Two points of the same ray of the sun throw their shadow to the same place of the ground.
    const at = x + thrown(z);
    return !sections.some((other) => {
      if (other.row === row) return false;
      const ends = [other.west, other.east].map(([ex, ez]) => ex + thrown(ez + height));
      const isToSun = row < 0 || (sun > 0 ? other.row > row : other.row < row);
      return isToSun && at > Math.min(...ends) && at < Math.max(...ends);
    });
  };
  const across = (x: number, north: number): number => {
    for (const { west, east, row } of sections) {
      if (x < west[0] || x > east[0]) continue;
      if (hidden && north < -half + hidden(row) * 2 * half) return ground;
      const share = (x - west[0]) / (east[0] - west[0]);
      const z = west[1] + share * (east[1] - west[1]) + height;
      return litAt(x, z, row) ? surface : shaded;
    }
    return litAt(x, 0, -1) ? ground : shadow;
  };
  const [left, top] = [Math.min(...geometry.centreX) - 5, half + 3];
  const columns = Math.ceil((Math.max(...geometry.centreX) + 5 - left) / pixel);
  const lines = Math.ceil((2 * top) / pixel);
  const values = new Float32Array(columns * lines);
  const random = noiseOf(seed);
  const fine = 5;
  for (let line = 0; line < lines; line++) {
    const north = top - (line + 0.5) * pixel - shift[1];
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      for (let part = 0; part < fine; part++) {
        const x = left + (column + (part + 0.5) / fine) * pixel - shift[0];
        sum += Math.abs(north) > half ? ground : across(x, north);
      }
      values[line * columns + column] = sum / fine + noise * random();
    }
  }
  return {
    toPixel: (x, y) => [(x - left) / pixel, (top - y) / pixel],
    raster: {
      width: columns,
      height: lines,
      read({ column, row, width, height: down }) {
        const part = new Float32Array(width * down);
        for (let line = 0; line < down; line++) {
          const from = (row + line) * columns + column;
          part.set(values.subarray(from, from + width), line * width);
        }
        return Promise.resolve(part);
      },
    },
  };
}
