// Visible rasters of a plant as a camera would take them: materials under light, cells and frames, exposure, JPEG.
// The renderer works in linear light and shares no code with the evaluation.
import type { Geometry } from "../../component/component-index.ts";
import type { ToPixel } from "../raster-survey.ts";
import type { VisibleRaster } from "./visible-survey.ts";

/** Light that a place sends to the camera, 0 to 1 for a white sheet in the sun; linear red, green and blue. */
export type Light = readonly [red: number, green: number, blue: number];

const [perRow, rows, pitch, spacing] = [24, 8, 1.07, 6];
const [long, wide, frame, cell, gap] = [2.1, 1.05, 0.035, 0.156, 0.004];

export const worldCount = perRow * rows;
export const worldModules: Geometry = {
  type: "module",
  count: worldCount,
  parent: Uint32Array.from({ length: worldCount }, (_, row) => Math.floor(row / perRow)),
  centreX: Float32Array.from({ length: worldCount }, (_, row) => (row % perRow) * pitch),
  centreY: Float32Array.from(
    { length: worldCount },
    (_, row) => -Math.floor(row / perRow) * spacing,
  ),
  length: new Float32Array(worldCount).fill(long),
  width: new Float32Array(worldCount).fill(wide),
  rotation: new Float32Array(worldCount).fill(Math.PI / 2),
  height: new Float32Array(worldCount),
  polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
  blockBounds: new Float32Array(4),
};

export const grounds = {
  sand: [0.36, 0.27, 0.17],
  grass: [0.06, 0.11, 0.03],
  asphalt: [0.07, 0.07, 0.075],
  snow: [0.88, 0.9, 0.93],
} as const satisfies Record<string, Light>;
export const glasses = {
  blue: { cells: [0.02, 0.04, 0.14], sheet: [0.75, 0.75, 0.75], isCut: false },
  mono: { cells: [0.012, 0.013, 0.025], sheet: [0.75, 0.75, 0.75], isCut: true },
  black: { cells: [0.01, 0.01, 0.014], sheet: [0.012, 0.012, 0.014], isCut: true },
} as const satisfies Record<string, { cells: Light; sheet: Light; isCut: boolean }>;

export type World = {
  readonly glass?: keyof typeof glasses;
  /** Modules of another kind among them. */
  readonly glassOf?: (row: number) => keyof typeof glasses | undefined;
  readonly ground?: keyof typeof grounds;
  /** Metres of a pixel. */
  readonly pixel?: number;
  /** Times the usual light: another exposure. */
  readonly exposure?: number;
  /** Standard deviation of the noise of a byte. */
  readonly noise?: number;
  /** Light of the plant's surfaces, at metres from the first module and u along and v across the module `row` (-1: ground). */
  readonly change?: (
    light: Light,
    at: { x: number; y: number; row: number; u: number; v: number },
  ) => Light;
  /** Of the tables of a JPEG, 1 to 100; absent: none. */
  readonly quality?: number;
  /** Metres by which the picture lies beside the plant. */
  readonly shift?: readonly [east: number, north: number];
  readonly seed?: number;
};

/** A number from 0 to 1 for a place (Wang hash of 32 bits). */
function hashed(x: number, y: number, seed: number): number {
  let n = (x * 73856093) ^ (y * 19349663) ^ (seed * 83492791);
  n = Math.imul(n ^ 61 ^ (n >>> 16), 9);
  n = Math.imul(n ^ (n >>> 4), 0x27d4eb2d);
  return ((n ^ (n >>> 15)) >>> 0) / 2 ** 32;
}

function surfaceAt(glass: (typeof glasses)[keyof typeof glasses], u: number, v: number): Light {
  const [along, across] = [u * long, v * wide];
  if (Math.min(along, across, long - along, wide - across) < frame) return [0.5, 0.5, 0.5];
  const step = cell + gap;
  const [a, b] = [(along - (long - 12 * step) / 2) / step, (across - (wide - 6 * step) / 2) / step];
  if (a < 0 || b < 0 || a >= 12 || b >= 6) return glass.sheet;
  const [p, q] = [(a % 1) * step, (b % 1) * step];
  if (p > cell || q > cell) return glass.sheet;
  // The corners of cells that are cut from a round bar.
  const corner = Math.min(p, cell - p) + Math.min(q, cell - q);
  if (glass.isCut && corner < 0.012) return glass.sheet;
  for (const bar of [0.25, 0.5, 0.75])
    if (Math.abs(q - bar * cell) < 0.0008) return [0.6, 0.6, 0.6];
  return glass.cells;
}

const encoded = (light: number) =>
  255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);

export function worldPicture(world: World = {}): { raster: VisibleRaster; toPixel: ToPixel } {
  const {
    pixel = 0.02,
    exposure = 1,
    noise = 1.5,
    ground = "sand",
    seed = 1,
    shift = [0, 0],
  } = world;
  const margin = 3;
  const [west, north] = [-margin, margin];
  const width = Math.ceil(((perRow - 1) * pitch + 2 * margin) / pixel);
  const height = Math.ceil(((rows - 1) * spacing + 2 * margin) / pixel);
  const fine = pixel > 0.03 ? 4 : 3;
  const bands = [0, 1, 2].map(() => new Float32Array(width * height));
  for (let line = 0; line < height; line++) {
    for (let column = 0; column < width; column++) {
      let [red, green, blue] = [0, 0, 0];
      for (let part = 0; part < fine * fine; part++) {
        const x = west + (column + ((part % fine) + 0.5) / fine) * pixel - shift[0];
        const y = north - (line + (Math.floor(part / fine) + 0.5) / fine) * pixel - shift[1];
        const [i, j] = [Math.round(x / pitch), Math.round(-y / spacing)];
        const [dx, dy] = [x - i * pitch, y + j * spacing];
        const isModule =
          i >= 0 &&
          i < perRow &&
          j >= 0 &&
          j < rows &&
          Math.abs(dx) < wide / 2 &&
          Math.abs(dy) < long / 2;
        const row = isModule ? j * perRow + i : -1;
        const [u, v] = [dy / long + 0.5, dx / wide + 0.5];
        let light: Light;
        if (isModule) {
          light = surfaceAt(glasses[world.glassOf?.(row) ?? world.glass ?? "blue"], u, v);
          // The sky in the glass.
          light = [light[0] + 0.012, light[1] + 0.016, light[2] + 0.024];
        } else light = groundAt(ground, x, y, seed);
        light = world.change?.(light, { x, y, row, u, v }) ?? light;
        red += light[0];
        green += light[1];
        blue += light[2];
      }
      for (const [channel, sum] of [red, green, blue].entries())
        bands[channel]![line * width + column] = (exposure * sum) / (fine * fine);
    }
  }
  const bytes = bands.map((band, channel) =>
    Uint8ClampedArray.from(band, (light, at) => {
      const gauss =
        [1, 2, 3, 4].reduce((sum, k) => sum + hashed(at, 11 * k + channel, seed), -2) * 1.73;
      return encoded(Math.min(1, light)) + noise * gauss;
    }),
  );
  const stored = world.quality === undefined ? bytes : coarse(bytes, width, height, world.quality);
  const raster: VisibleRaster = {
    width,
    height,
    read(window) {
      const cut = (band: Uint8ClampedArray) => {
        const part = new Uint8ClampedArray(window.width * window.height);
        for (let row = 0; row < window.height; row++) {
          const from = (window.row + row) * width + window.column;
          part.set(band.subarray(from, from + window.width), row * window.width);
        }
        return part;
      };
      const parts = [cut(stored[0]!), cut(stored[1]!), cut(stored[2]!)] as const;
      return Promise.resolve({ ...window, bands: parts, isValid: () => true });
    },
  };
  return { raster, toPixel: (x, y) => [(x - west) / pixel, (north - y) / pixel] };
}

export function groundAt(ground: keyof typeof grounds, x: number, y: number, seed = 1): Light {
  const rough = 0.85 + 0.3 * hashed(Math.floor(x / 0.08), Math.floor(y / 0.08), seed);
  const waves = 1 + 0.12 * Math.sin(x / 1.7) * Math.cos(y / 2.3);
  const [red, green, blue] = grounds[ground];
  return [red * rough * waves, green * rough * waves, blue * rough * waves];
}

/** Luminance and chrominance of ITU-T T.81: blocks of 8 x 8, chrominance at half the resolution, its tables by quality. */
function coarse(
  bytes: readonly Uint8ClampedArray[],
  width: number,
  height: number,
  quality: number,
) {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50;
  const planes = [
    [0.299, 0.587, 0.114],
    [-0.1687, -0.3313, 0.5],
    [0.5, -0.4187, -0.0813],
  ].map((of, at) => {
    const values = Float32Array.from({ length: width * height }, (_, k) =>
      of.reduce((sum, share, channel) => sum + share * bytes[channel]![k]!, at === 0 ? -128 : 0),
    );
    return blocksOf(values, width, height, at === 0 ? 1 : 2, (p, q) =>
      at === 0 ? scale * (14 + 5 * (p + q)) : scale * Math.min(99, 17 + 16 * (p + q)),
    );
  });
  const [y, cb, cr] = planes as [Float32Array, Float32Array, Float32Array];
  const band = (of: (k: number) => number) =>
    Uint8ClampedArray.from({ length: width * height }, (_, k) => of(k) + 128);
  return [
    band((k) => y[k]! + 1.402 * cr[k]!),
    band((k) => y[k]! - 0.3441 * cb[k]! - 0.7141 * cr[k]!),
    band((k) => y[k]! + 1.772 * cb[k]!),
  ];
}

function blocksOf(
  values: Float32Array,
  width: number,
  height: number,
  sub: number,
  step: (p: number, q: number) => number,
): Float32Array {
  const result = new Float32Array(values.length);
  const basis = [...Array(64).keys()].map((at) => {
    const [x, p] = [at % 8, Math.floor(at / 8)];
    return (p === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * p * Math.PI) / 16);
  });
  const side = 8 * sub;
  const [block, half] = [new Float64Array(64), new Float64Array(64)];
  for (let top = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side) {
      for (let at = 0; at < 64; at++) {
        let sum = 0;
        for (let k = 0; k < sub * sub; k++) {
          const x = Math.min(width - 1, left + (at % 8) * sub + (k % sub));
          const y = Math.min(height - 1, top + Math.floor(at / 8) * sub + Math.floor(k / sub));
          sum += values[y * width + x]!;
        }
        block[at] = sum / (sub * sub);
      }
      const turned = (from: Float64Array, to: Float64Array, isBack: boolean) => {
        for (let row = 0; row < 8; row++)
          for (let k = 0; k < 8; k++) {
            let sum = 0;
            for (let x = 0; x < 8; x++)
              sum += from[row * 8 + x]! * (isBack ? basis[x * 8 + k]! : basis[k * 8 + x]!);
            to[k * 8 + row] = sum;
          }
      };
      turned(block, half, false);
      turned(half, block, false);
      for (let at = 0; at < 64; at++) {
        const size = step(Math.floor(at / 8), at % 8);
        block[at] = Math.round(block[at]! / size) * size;
      }
      turned(block, half, true);
      turned(half, block, true);
      for (let y = top; y < Math.min(height, top + side); y++)
        for (let x = left; x < Math.min(width, left + side); x++)
          result[y * width + x] =
            block[Math.floor((y - top) / sub) * 8 + Math.floor((x - left) / sub)]!;
    }
  }
  return result;
}
