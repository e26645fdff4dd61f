// Thermal rasters of random plants that lie beside their place, turned. Shares no code with the registration.
import type { Geometry } from "../../src/domain/component/component-index.ts";
import type { SurveyRaster, ToPixel } from "../../src/domain/evaluation/raster-survey.ts";

export const grounds = ["grass", "soil", "hot"] as const;
export type Ground = (typeof grounds)[number];

export type PlaceScene = {
  readonly geometry: Geometry;
  readonly raster: SurveyRaster;
  /** As the file states it. */
  readonly toPixel: ToPixel;
  /** Where a place of the plant really is in the raster. */
  readonly truth: ToPixel;
  readonly pixel_m: number;
  readonly words: string;
};

export type PlaceOptions = {
  readonly seed: number;
  readonly ground: Ground;
  /** Metres at most, and degrees at most. */
  readonly shift_m?: number;
  readonly turn_deg?: number;
  /** The raster shows the middle of long rows: no end is seen. */
  readonly isEndless?: boolean;
};

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A smooth random field: values at the corners of squares of `size` metres, linear between them. */
function fieldOf(random: () => number, size: number): (x: number, y: number) => number {
  const corners = Float32Array.from(
    { length: 4096 },
    () => (random() + random() + random() - 1.5) * 2,
  );
  const corner = (column: number, row: number) =>
    corners[(Math.imul(column, 73856093) ^ Math.imul(row, 19349663)) & 4095]!;
  return (x, y) => {
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)];
    const [u, v] = [x / size - column, y / size - row];
    const above = corner(column, row) * (1 - u) + corner(column + 1, row) * u;
    const below = corner(column, row + 1) * (1 - u) + corner(column + 1, row + 1) * u;
    return above * (1 - v) + below * v;
  };
}

const base = { grass: 29, soil: 44, hot: 56 } as const;
const texture = { grass: 1.5, soil: 2.5, hot: 3 } as const;
const MODULE_C = 46;
/** Samples of a pixel along each side. */
const SAMPLES = 3;

export function placeScene({
  seed,
  ground,
  shift_m = 3,
  turn_deg = 1,
  isEndless = false,
}: PlaceOptions): PlaceScene {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + random() * (high - low);
  const pick = <Item>(all: readonly Item[]) => all[Math.floor(random() * all.length)]!;
  for (let at = 0; at < 8; at++) random();
  const azimuth = between(0, Math.PI);
  const gap = between(0.02, 0.05);
  const [long, short] = pick([
    [2.278, 1.134],
    [1.722, 1.134],
    [1.96, 0.992],
  ] as const);
  /** Modules above each other on one table. */
  const deep = pick([1, 1, 2]);
  const pitch = deep * (long + gap) + between(2, 4);
  const rows = deep === 1 ? 14 : 9;
  const columns = 26;
  const drive = pick([0, 0.5]);
  const road = between(4, 8);
  const pixel_m = pick([0.03, 0.05, 0.055]);
  const noise = between(0.05, 0.15);
  const blur = between(0.5, 0.9);
  const shift = between(0, shift_m);
  const way = between(0, 2 * Math.PI);
  const turn = (between(-turn_deg, turn_deg) * Math.PI) / 180;
  const [dx, dy] = [shift * Math.cos(way), shift * Math.sin(way)];

  // Along the rows and across them, from the middle of the plant.
  const step = short + gap;
  const block = isEndless ? 40 * step : columns * step + drive + road;
  const blocks = isEndless ? 1 : 2;
  const perRow = isEndless ? 120 : columns;
  const placeOf = (a: number) => {
    const along = a + (blocks * block) / 2;
    const part = Math.floor(along / block);
    let rest = along - part * block;
    if (isEndless) {
      const column = Math.floor((a + (perRow * step) / 2) / step);
      const inside = a + (perRow * step) / 2 - column * step;
      return column < 0 || column >= perRow || inside > short ? -1 : column;
    }
    if (part < 0 || part >= blocks) return -1;
    if (rest >= (columns / 2) * step) {
      rest -= drive;
      if (rest < (columns / 2) * step) return -1;
    }
    const column = Math.floor(rest / step);
    return column >= columns || rest - column * step > short ? -1 : part * columns + column;
  };
  const allColumns = blocks * perRow;
  const rowOf = (b: number) => {
    const across = b + (rows * pitch) / 2;
    const row = Math.floor(across / pitch);
    const rest = across - row * pitch;
    const level = Math.floor(rest / (long + gap));
    if (row < 0 || row >= rows || level >= deep || rest - level * (long + gap) > long) return -1;
    return row * deep + level;
  };
  const alongOf = (column: number) => {
    if (isEndless) return column * step - (perRow * step) / 2 + short / 2;
    const [part, own] = [Math.floor(column / columns), column % columns];
    return (
      part * block -
      (blocks * block) / 2 +
      own * step +
      (own >= columns / 2 ? drive : 0) +
      short / 2
    );
  };
  const acrossOf = (row: number) =>
    Math.floor(row / deep) * pitch + (row % deep) * (long + gap) + long / 2 - (rows * pitch) / 2;

  const count = allColumns * rows * deep;
  const [cos, sin] = [Math.cos(azimuth), Math.sin(azimuth)];
  const missing = new Uint8Array(count);
  const own = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    missing[at] = random() < 0.004 ? 1 : 0;
    own[at] = (random() + random() - 1) * 0.7 + (random() < 0.05 ? between(2, 8) : 0);
  }
  const floats = (value: (at: number) => number) =>
    Float32Array.from({ length: count }, (_, at) => value(at));
  const a = (at: number) => alongOf(at % allColumns);
  const b = (at: number) => acrossOf(Math.floor(at / allColumns));
  const geometry: Geometry = {
    type: "module",
    count,
    parent: Uint32Array.from({ length: count }, (_, at) => Math.floor(at / perRow / deep)),
    centreX: floats((at) => a(at) * cos - b(at) * sin),
    centreY: floats((at) => a(at) * sin + b(at) * cos),
    length: floats(() => long),
    width: floats(() => short),
    rotation: floats(() => azimuth + Math.PI / 2),
    height: floats(() => 0),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };

  const halfLong = isEndless ? 25 : (blocks * block) / 2 + 5;
  const halfDeep = (rows * pitch) / 2 + 4;
  const halfX = Math.abs(halfLong * cos) + Math.abs(halfDeep * sin) + 1;
  const halfY = Math.abs(halfLong * sin) + Math.abs(halfDeep * cos) + 1;
  const [width, height] = [Math.ceil((2 * halfX) / pixel_m), Math.ceil((2 * halfY) / pixel_m)];
  const coarse = fieldOf(random, 1.2);
  const grain = fieldOf(random, 0.06);
  const gradient = between(-1.5, 1.5) / 60;
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  const values = new Float32Array(width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let part = 0; part < SAMPLES * SAMPLES; part++) {
        const px = (column + ((part % SAMPLES) + 0.5) / SAMPLES) * pixel_m - halfX - dx;
        const py = halfY - (row + (Math.floor(part / SAMPLES) + 0.5) / SAMPLES) * pixel_m - dy;
        const [x, y] = [ct * px + st * py, ct * py - st * px];
        const [along, across] = [x * cos + y * sin, y * cos - x * sin];
        const line = rowOf(across);
        const at = line < 0 ? -1 : placeOf(along);
        const index = at < 0 ? -1 : line * allColumns + at;
        if (index >= 0 && missing[index] === 0) sum += MODULE_C + own[index]! + gradient * x;
        else
          sum +=
            base[ground] +
            (coarse(x, y) * texture[ground] + grain(x, y)) * 0.7 +
            (!isEndless && Math.abs(along) < road / 2 - 1 ? 6 : 0);
      }
      values[row * width + column] = sum / SAMPLES ** 2;
    }
  }
  const seen = softened(values, width, blur);
  for (let at = 0; at < seen.length; at++)
    seen[at]! +=
      noise * Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const toPixel: ToPixel = (x, y) => [(x + halfX) / pixel_m, (halfY - y) / pixel_m];
  return {
    geometry,
    raster: rasterOf(seen, width, height),
    toPixel,
    truth: (x, y) => toPixel(ct * x - st * y + dx, st * x + ct * y + dy),
    pixel_m,
    words: `azimuth ${((azimuth * 180) / Math.PI).toFixed(0)}°, gap ${(gap * 1000).toFixed(0)} mm, ${deep} deep, ${shift.toFixed(2)} m, ${((turn * 180) / Math.PI).toFixed(2)}°, ${(pixel_m * 100).toFixed(1)} cm`,
  };
}

/** A raster of one band that is in memory, row by row from the north. */
export function rasterOf(values: Float32Array, width: number, height: number): SurveyRaster {
  return {
    width,
    height,
    read({ column, row, width: across, height: down }) {
      const part = new Float32Array(across * down);
      for (let line = 0; line < down; line++) {
        const from = (row + line) * width + column;
        part.set(values.subarray(from, from + across), line * across);
      }
      return Promise.resolve(part);
    },
  };
}

/** Mean of the neighbours by a normal curve, first along and then down. */
function softened(values: Float32Array, width: number, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, k) =>
    Math.exp(-(((k - reach) / sigma) ** 2) / 2),
  );
  const whole = weights.reduce((sum, one) => sum + one, 0);
  const once = (from: Float32Array, stride: number) =>
    from.map((own, at) => {
      let sum = 0;
      for (let k = -reach; k <= reach; k++)
        sum += (from[at + k * stride] ?? own) * weights[k + reach]!;
      return sum / whole;
    });
  return once(once(values, 1), width);
}
