// Thermal rasters of a small plant in a known state, as a drone would see it.
import type { Geometry } from "../component/component-index.ts";
import type { SurveyRaster, ToPixel } from "./raster-survey.ts";

/** Modules of a tracker, and trackers. */
export const [sceneColumns, sceneTrackers] = [40, 6];
const count = sceneColumns * sceneTrackers;
/** Metres between modules of a tracker, and between trackers. */
const [pitch, spacing] = [1.1, 6];
const [length, width] = [2.2, 1.05];
/** Centre of the first module, and metres around the plant. */
const [firstX, firstY] = [2, -3];
const margin = 4;

/** Six trackers of 40 modules, long side north, 1.1 m apart; trackers 6 m apart. */
export const sceneGeometry: Geometry = {
  type: "module",
  count,
  parent: Uint32Array.from({ length: count }, (_, row) => Math.floor(row / sceneColumns)),
  centreX: Float32Array.from({ length: count }, (_, row) => firstX + (row % sceneColumns) * pitch),
  centreY: Float32Array.from(
    { length: count },
    (_, row) => firstY - Math.floor(row / sceneColumns) * spacing,
  ),
  length: new Float32Array(count).fill(length),
  width: new Float32Array(count).fill(width),
  rotation: new Float32Array(count).fill(Math.PI / 2),
  height: new Float32Array(count),
  polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
  blockBounds: new Float32Array(4),
};

/** Of a place of a scene in which the ground is seen, as where a module is missing. */
export const GROUND = Symbol("ground");

/** K over the healthy modules at the scene's irradiance, at u along and v across the module `row`. */
export type SceneState = (row: number, u: number, v: number) => number;
/** The same where some modules are missing. */
export type GappedState = (row: number, u: number, v: number) => number | typeof GROUND;

export type SceneOptions = {
  /** Metres per pixel. */
  readonly pixel?: number;
  /** How much longer on the ground a pixel is along the rows of the raster: it was seen from the side. */
  readonly stretch?: number;
  /** Places along each side of a pixel of which it is the mean. */
  readonly fine?: number;
  /** Standard deviation of the noise in K. */
  readonly noise?: number;
  /** Standard deviation of the lens' blur in pixels. */
  readonly blur?: number;
  /** Metres by which the raster lies beside the plant, and radians that it is turned. */
  readonly shift?: readonly [x: number, y: number];
  readonly turn?: number;
  /** Reflections of the sun: hot spots of 0.15 m and 25 K on that share of the modules. */
  readonly glint?: number;
  /** °C of the modules and of the ground. */
  readonly module?: number;
  readonly ground?: number;
  /** K by which the ground differs from pixel to pixel, and in waves of 9 m. */
  readonly rough?: number;
  readonly uneven?: number;
  readonly seed?: number;
};

/** Numbers of a normal distribution (Box and Muller 1958), the same for the same seed. */
export function normalNumbers(seed: number): () => number {
  let state = (seed * 7919 + 12345) >>> 0;
  // Marsaglia's xorshift of 32 bits.
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

export type Scene = { readonly raster: SurveyRaster; readonly toPixel: ToPixel };

export function renderScene(state: GappedState, options: SceneOptions = {}): Scene {
  const { pixel = 0.055, noise = 0.15, blur = 0, shift = [0, 0], turn = 0, glint = 0 } = options;
  const { module = 45, ground: usual = 28, seed = 1, stretch = 1, fine = 1 } = options;
  const { rough = 0, uneven = 0 } = options;
  const random = normalNumbers(seed);
  const glints = new Map<number, readonly [u: number, v: number]>();
  for (let row = 0; row < count; row++) {
    const place = [0.5 + random() / 6, 0.5 + random() / 6] as const;
    if ((row * 2654435761) % 1000 < glint * 1000) glints.set(row, place);
  }
  const across = pixel * stretch;
  const columns = Math.ceil((sceneColumns * pitch + 2 * margin) / across);
  const lines = Math.ceil((sceneTrackers * spacing + 2 * margin) / pixel);
  const [west, north] = [firstX - margin, firstY + margin];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const groundAt = (x: number, y: number) =>
    usual +
    (rough > 0 ? rough * random() : 0) +
    uneven * Math.sin(x / 1.4 + seed) * Math.cos(y / 1.5 + seed);
  const seen = (x: number, y: number): number => {
    const column = Math.round((x - firstX) / pitch);
    const tracker = Math.round((firstY - y) / spacing);
    if (column < 0 || column >= sceneColumns || tracker < 0 || tracker >= sceneTrackers)
      return groundAt(x, y);
    const u = (y - firstY + tracker * spacing) / length + 0.5;
    const v = -(x - firstX - column * pitch) / width + 0.5;
    if (u < 0 || u > 1 || v < 0 || v > 1) return groundAt(x, y);
    const row = tracker * sceneColumns + column;
    const sun = glints.get(row);
    const far = sun ? Math.hypot((u - sun[0]) * length, (v - sun[1]) * width) : 1;
    const over = state(row, u, v);
    if (over === GROUND) return groundAt(x, y);
    return module + over + (far < 0.075 ? 25 : 0);
  };
  let values: Float32Array = new Float32Array(columns * lines);
  // A pixel that is longer than the gaps between modules sees a part of them.
  const parts = across > pitch - width ? Math.ceil(across / 0.02) : fine;
  for (let at = 0; at < values.length; at++) {
    for (let line = 0; line < fine; line++) {
      const dy = north - (Math.floor(at / columns) + (line + 0.5) / fine) * pixel - shift[1];
      for (let part = 0; part < parts; part++) {
        const dx = west + ((at % columns) + (part + 0.5) / parts) * across - shift[0];
        values[at]! += seen(cos * dx + sin * dy, cos * dy - sin * dx) / parts / fine;
      }
    }
  }
  if (blur > 0) values = blurred(values, columns, blur);
  for (let at = 0; at < values.length; at++) values[at]! += noise * random();
  return {
    toPixel: (x, y) => [(x - west) / across, (north - y) / pixel],
    raster: {
      width: columns,
      height: lines,
      read(window) {
        const part = new Float32Array(window.width * window.height);
        for (let row = 0; row < window.height; row++) {
          const from = (window.row + row) * columns + window.column;
          part.set(values.subarray(from, from + window.width), row * window.width);
        }
        return Promise.resolve(part);
      },
    },
  };
}

/** A Gaussian of two passes, cut at three standard deviations. */
export function blurred(values: Float32Array, columns: number, sigma: number): Float32Array {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-0.5 * ((at - reach) / sigma) ** 2),
  );
  const pass = (from: Float32Array, step: number) =>
    from.map((own, at) => {
      let [sum, weight] = [0, 0];
      for (let k = -reach; k <= reach; k++) {
        const value = from[at + k * step];
        if (value === undefined) continue;
        sum += value * weights[k + reach]!;
        weight += weights[k + reach]!;
      }
      return weight > 0 ? sum / weight : own;
    });
  return pass(pass(values, 1), columns);
}
