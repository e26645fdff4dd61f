// What the temperatures inside one module show: warm substrings, hot cells, shadows.
import { edgeGradient, gradientAt, isBand } from "./edge-pattern.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";
import type { GroundBeside } from "./ground-beside.ts";
import type { Frame } from "./module-frame.ts";
import { spotsOf } from "./spot/spot.ts";
import type { SpotPatch } from "./spot/spot-patch.ts";
import { CELLS_ACROSS } from "./spot/spot-restore.ts";
import { medianOf } from "../median.ts";
import { spreadOf, type ZonePixels } from "./zonal-statistics.ts";

export type ModulePattern = {
  /** Substrings that are warmer than the coolest one as a whole; 0 to 2. Three are an open module. */
  readonly warm_substrings: number;
  /** Which ones: bit 0 is the substring at the side where v begins. */
  readonly warm_strips: number;
  /** K of the warm substrings over the coolest one, as measured. */
  readonly substring_k: number;
  /** K of the warmest substring over the median of the module, as measured; 0 where none is warm. */
  readonly warm_over_k: number;
  /** Groups of hot pixels, and the cells that they cover. */
  readonly spots: number;
  readonly hot_cells: number;
  /** K of the hottest pixel of the spots over its substring, as measured; 0 without a spot. */
  readonly spot_k: number;
  /** The pixels around the spots, from which the warmth of the cells is restored; null without a spot. */
  readonly patch: SpotPatch | null;
  /** Share of the module that is colder than the rest and reaches its edge. */
  readonly shaded_share: number;
  /** K over the opposite half at the edge from which warmth thins out, as measured, and that edge (EdgeGradient). */
  readonly edge_k: number;
  readonly edge_side: number;
  /** False where the pixels are too coarse to tell substrings. */
  readonly is_resolved: boolean;
};

/** What was measured in one module, at the irradiance of the survey. */
export type MeasuredModule = {
  readonly row: number;
  readonly median: number;
  /** Standard uncertainty of the median by the noise of its pixels, in K. */
  readonly noise_k: number;
  readonly pattern: ModulePattern;
  /** Median difference of two pixels beside each other, in K. */
  readonly rough_k: number;
  /** How much it differs from part to part, see relief.ts; NaN where the pixels are too coarse. */
  readonly relief_k: number;
  /** What lies beside it; null where no side has ground. */
  readonly ground: GroundBeside | null;
};

/** Substrings of a module; each is a strip along its long side, of full and of half cells. */
const SUBSTRINGS = 3;
/** Pixels of each substring that are needed to compare them. */
const LEAST_STRIP_PIXELS = 6;
/** Share of a strip that must be warm: a hotspot does not make its substring warm. */
const WARM_SHARE = 0.7;
/** Part of the width of a module at whose edge a shadow begins. */
const SIDE = 0.15;
/** Pixels beside a cell in which its warmth is seen. */
const BLURRED_PIXELS = 2.5;
/** A larger share is no cell. */
const MOST_SPOT_SHARE = 0.25;

/** How large a module and a pixel are. */
export type ModuleSize = {
  /** Sides of the module in metres. */
  readonly length: number;
  readonly width: number;
  /** Ground area of a pixel. */
  readonly pixel_m2: number;
};

/** @param factor turns K into K at 1000 W/m2 */
export function modulePattern(
  pixels: ZonePixels,
  frame: Frame,
  factor: number,
  size: ModuleSize,
  settings: EvaluationSettings,
): ModulePattern {
  const { pixel_m2 } = size;
  const { values, columns, rows } = pixels;
  const places = Array.from(values, (_, at) => frame(columns[at]! + 0.5, rows[at]! + 0.5));
  const stripOf = Uint8Array.from(places, ([, v]) =>
    Math.min(SUBSTRINGS - 1, Math.max(0, Math.floor(v * SUBSTRINGS))),
  );
  const strips = Array.from({ length: SUBSTRINGS }, (_, strip) =>
    values.filter((_value, at) => stripOf[at] === strip),
  );
  const is_resolved = strips.every(({ length }) => length >= LEAST_STRIP_PIXELS);
  const whole = medianOf(values);
  const medians = strips.map((strip) => (is_resolved ? medianOf(strip) : whole));
  const coolest = Math.min(...medians);
  const warm = medians.map((median, strip) => {
    if ((median - coolest) * factor < settings.substring_warm_k) return false;
    const limit = coolest + (median - coolest) / 2;
    const above = strips[strip]!.reduce((sum, value) => sum + (value >= limit ? 1 : 0), 0);
    return above >= WARM_SHARE * strips[strip]!.length;
  });
  const warm_substrings = warm.filter(Boolean).length;
  const substring_k = Math.max(
    0,
    ...medians.map((median, at) => (warm[at] ? median - coolest : 0)),
  );
  const warm_over_k = Math.max(0, ...medians.map((one, at) => (warm[at] ? one - whole : 0)));
  const usual = (at: number) =>
    warm[stripOf[at]!] ? medians[stripOf[at]!]! : baseOf(warm, medians, whole);
  const residual = Float64Array.from(values, (value, at) => (value - usual(at)) * factor);
  const edge = edgeGradient(places, residual);
  const isSoiled = edge.value >= settings.soil_warm_k;
  const soil = isSoiled ? gradientAt(places, residual, edge.side) : () => 0;
  const hot = spotsOf(pixels, (at) => residual[at]! - soil(at) >= settings.hotspot_k);
  const spots = hot.filter(
    (spot) =>
      spot.length <= MOST_SPOT_SHARE * values.length && !isBand(spot.map((at) => places[at]!)),
  );
  const perCell = settings.cell_m ** 2 / pixel_m2;
  let [hot_cells, peak] = [0, 0];
  for (const spot of spots) {
    hot_cells += Math.max(1, Math.round(spot.length / perCell));
    for (const at of spot) peak = Math.max(peak, residual[at]!);
  }
  let shaded = 0;
  for (const spot of spotsOf(pixels, (at) => residual[at]! <= -settings.shade_cold_k)) {
    const reachesEdge = spot.some((at) => reachesSide(places[at]!));
    if (reachesEdge && spot.length >= settings.shade_share * values.length) shaded += spot.length;
  }
  return {
    warm_substrings,
    warm_strips: warm.reduce((bits, isWarm, strip) => bits + (isWarm ? 2 ** strip : 0), 0),
    substring_k,
    warm_over_k,
    spots: spots.length,
    hot_cells,
    spot_k: peak / factor,
    patch: spots.length > 0 ? patchOf() : null,
    shaded_share: shaded / values.length,
    edge_k: edge.value / factor,
    edge_side: edge.side,
    is_resolved,
  };

  /** The pixels of the spots and those around, as far as warmth of their cells is seen. */
  function patchOf(): SpotPatch {
    const { length: length_m, width: width_m } = size;
    const pixel_m = Math.sqrt(pixel_m2);
    const reach = width_m / CELLS_ACROSS + BLURRED_PIXELS * pixel_m;
    const numbers = new Map(
      spots.flatMap((spot, k) => spot.map((at) => [at, Math.min(k + 1, 255)])),
    );
    const place = (at: number) => [places[at]![0] * length_m, places[at]![1] * width_m] as const;
    const centres = [...numbers.keys()].map(place);
    const near = Array.from(values.keys()).filter((at) => {
      const [u, v] = place(at);
      return centres.some(([x, y]) => Math.abs(x - u) <= reach && Math.abs(y - v) <= reach);
    });
    return {
      values: Float32Array.from(near, (at) => (residual[at]! - soil(at)) / factor),
      u: Float32Array.from(near, (at) => place(at)[0]),
      v: Float32Array.from(near, (at) => place(at)[1]),
      isHot: Uint8Array.from(near, (at) => numbers.get(at) ?? 0),
      length_m,
      width_m,
      pixel_m,
      noise_k: spreadOf(values, whole),
      least_k: settings.hotspot_k / factor,
    };
  }
}

/** The usual temperature of substrings that are not warm. */
function baseOf(warm: readonly boolean[], medians: readonly number[], whole: number): number {
  if (!warm.includes(true)) return whole;
  return medianOf(medians.filter((_, strip) => !warm[strip]));
}

function reachesSide([u, v]: readonly [number, number]): boolean {
  return v < SIDE || v > 1 - SIDE || u < SIDE / 2 || u > 1 - SIDE / 2;
}
