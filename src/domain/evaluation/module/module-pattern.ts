// What the temperatures inside one module show: warm substrings, hot cells, shadows.
import { sideProfile } from "../spot/side-profile.ts";
import type { BorderStep } from "./border-step.ts";
import { edgeGradient, gradientAt, isBand, reachesSide } from "./edge-pattern.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { GroundBeside } from "../ground-beside.ts";
import {
  isAlongAll,
  isInHalf,
  shareOfHalf,
  shareOfStrip,
  stripOf,
  SUBSTRINGS,
  warmHalf,
} from "../substring/half-substring.ts";
import type { Frame } from "./module-frame.ts";
import { usualPart } from "../reference/usual-part.ts";
import { spotsOf } from "../spot/spot.ts";
import {
  below,
  hotFrom,
  noiseAbout,
  seenFrom,
  spreadsOf,
  type EdgeBlur,
  type SpotPatch,
} from "../spot/spot-patch.ts";
import { CELLS_ACROSS } from "../spot/spot-restore.ts";
import { MIDDLE, warmPartOf } from "../substring/substring-middle.ts";
import { thirdsOf, type Third } from "../substring/substring-across.ts";
import { medianOf } from "../../median.ts";
import { spreadOf, type ZonePixels } from "../zonal-statistics.ts";

export type ModulePattern = {
  /** Substrings that are warmer than the coolest one as a whole; 0 to 2. Three are an open module. */
  readonly warm_substrings: number;
  /** Bit 0 is the substring at the side where v begins. */
  readonly warm_strips: number;
  /** The end along the module, 0 or 1, where only half of the warm substring is warm; else null. */
  readonly warm_end: 0 | 1 | null;
  /** K of the warm substrings over the coolest one, as measured. */
  readonly substring_k: number;
  /** K of the warmest substring over the median of the module, as measured; 0 where none is warm. */
  readonly warm_over_k: number;
  /** Parts along the module; null where the pixels are too coarse. */
  readonly thirds: readonly Third[] | null;
  /** Part of the excess of a substring that the blur takes from its middle. */
  readonly mixed_share: number;
  /** No spot is a hotspot as it is seen; what its cell has may be one. */
  readonly is_weak: boolean;
  /** A hot group is larger than a cell: several that run together, or nothing that is known. */
  readonly is_large?: boolean;
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
  /** Only a part of that edge is warm, as where cells lie near it. */
  readonly is_patchy?: boolean;
  /** K at each edge over the opposite half, as measured, however it thins out; by side as `edge_side`. */
  readonly sides_k: readonly number[];
  /** False where the pixels are too coarse to tell substrings. */
  readonly is_resolved: boolean;
};

/** What was measured in one module, at the irradiance of the survey. */
export type MeasuredModule = {
  readonly row: number;
  /** Number of its raster: modules of two rasters are not compared, because the weather was another one. */
  readonly source?: number | undefined;
  /** °C; of the part that no soil and no shadow changes, where that is most of it. */
  readonly median: number;
  /** Standard uncertainty of the median by the noise of its pixels, in K. */
  readonly noise_k: number;
  readonly pattern: ModulePattern;
  /** Median difference of two pixels beside each other, in K. */
  readonly rough_k: number;
  /** The side of a warm substring may have made it (even-part.ts). */
  readonly is_rough_by_substring?: boolean;
  /** How much it differs from part to part, see relief.ts; NaN where the pixels are too coarse. */
  readonly relief_k: number;
  /** What lies beside it; null where no side has ground. */
  readonly ground: GroundBeside | null;
  /** Its middle in pixels of a raster, and a step inside of it that may be the border of two images. */
  readonly middle?: readonly [column: number, row: number];
  readonly border?: { readonly step: BorderStep; readonly without: MeasuredModule } | null;
  /** With, or without, a step that may be the border of two images: what is not in both readings is not sure. */
  readonly other?: ModulePattern;
};

/** Pixels of each substring that are needed to compare them. */
const LEAST_STRIP_PIXELS = 6;
/** Share of a strip that must be warm: a hotspot does not make its substring warm. */
const WARM_SHARE = 0.7;
/** Pixels beside a cell in which its warmth is seen. */
const BLURRED_PIXELS = 2.5;
export const SHARP: EdgeBlur = { pixels: 0.6, ratio: 1 };
/** A larger share is no cell. */
const MOST_SPOT_SHARE = 0.25;

export type ModuleSize = {
  /** Sides of the module in metres. */
  readonly length: number;
  readonly width: number;
  /** Ground area of a pixel. */
  readonly pixel_m2: number;
  /** How blurred it is, where the raster shows it. */
  readonly blur?: EdgeBlur | undefined;
  /** The raster's pixels are those that lay nearest in another one. */
  readonly is_nearest?: boolean | undefined;
};

/** @param factor turns K into K at 1000 W/m2 */
export function modulePattern(
  pixels: ZonePixels,
  frame: Frame,
  factor: number,
  size: ModuleSize,
  settings: EvaluationSettings,
): ModulePattern {
  const [{ pixel_m2 }, { values, columns, rows }] = [size, pixels];
  const places = Array.from(values, (_, at) => frame(columns[at]! + 0.5, rows[at]! + 0.5));
  const strips = Array.from({ length: SUBSTRINGS }, (_, strip) =>
    values.filter((_value, at) => stripOf(places[at]![1]) === strip),
  );
  const is_resolved = strips.every(({ length }) => length >= LEAST_STRIP_PIXELS);
  const whole = medianOf(values);
  const medians = strips.map((strip) => (is_resolved ? medianOf(strip) : whole));
  const coolest = Math.min(...medians);
  const seemWarm = medians.map((median, strip) => {
    if ((median - coolest) * factor < settings.substring_warm_k) return false;
    const limit = coolest + (median - coolest) / 2;
    const above = strips[strip]!.reduce((sum, value) => sum + (value >= limit ? 1 : 0), 0);
    return above >= WARM_SHARE * strips[strip]!.length;
  });
  const isReal = seemWarm.includes(true) && isAlongAll(places, values, seemWarm);
  const warm = isReal ? seemWarm : seemWarm.map(() => false);
  const half = isReal ? null : warmHalf(places, values, settings.substring_warm_k / factor);
  const warm_substrings = half ? half.strips.length : warm.filter(Boolean).length;
  const substring_k = Math.max(
    half?.over_k ?? 0,
    ...medians.map((median, at) => (warm[at] ? median - coolest : 0)),
  );
  const base = half
    ? medianOf(values.filter((_, at) => !isInHalf(places[at]!, half)))
    : baseOf(warm, medians, whole);
  const spreads = halfSpreads(size);
  const module = { places, values, warm, spreads, base };
  const partAt = (strip: number) => warmPartOf(module, { strip, half }, LEAST_STRIP_PIXELS);
  const warm_over_k = Math.max(
    ...(half?.strips.map((strip) => partAt(strip) - whole) ?? [0]),
    ...medians.map((_, at) => (warm[at] ? partAt(at) - whole : 0)),
  );
  const usual = (at: number) => {
    if (half) return base + shareOfHalf(places[at]!, half, spreads) * (half.median - base);
    return warm.reduce(
      (sum, isWarm, strip) =>
        isWarm
          ? sum + shareOfStrip(places[at]![1], strip, spreads[1]) * (medians[strip]! - base)
          : sum,
      base,
    );
  };
  const residual = Float64Array.from(values, (value, at) => (value - usual(at)) * factor);
  const edge = edgeGradient(places, residual);
  let shaded = 0;
  const pixel_m = Math.sqrt(pixel_m2);
  const isOutermost = reachesSide(places, [pixel_m / size.length, pixel_m / size.width]);
  for (const spot of spotsOf(pixels, (at) => residual[at]! <= -settings.shade_cold_k)) {
    const reachesEdge = spot.some((at) => isOutermost(places[at]!));
    if (reachesEdge && spot.length >= settings.shade_share * values.length) shaded += spot.length;
  }
  const shaded_share = shaded / values.length;
  const isSoiled = edge.value >= settings.soil_warm_k;
  const [edge_k, edge_side] = [edge.value / factor, edge.side];
  const ill = { warm_substrings, shaded_share, edge_k, edge_side };
  const part = usualPart(pixels, frame, ill, factor, settings);
  // The warmth of a cell is its difference to the part that no soil and no shadow changes, not over the median of all.
  const moved = part ? (part.median - whole) * factor : 0;
  const own = moved === 0 ? residual : residual.map((one) => one - moved);
  const soil = isSoiled ? gradientAt(places, own, edge_side, part ? 0.5 : 1) : () => 0;
  const isSmall = ({ length }: readonly number[]) => length <= MOST_SPOT_SHARE * values.length;
  const groupsFrom = (least: number) =>
    spotsOf(pixels, (at) => own[at]! - soil(at) >= least).filter(
      (group) => !isBand(group.map((at) => places[at]!)),
    );
  const spotsFrom = (least: number) => groupsFrom(least).filter(isSmall);
  const noiseOfPart = noiseAbout(own) / factor;
  const hot_k = hotFrom(noiseOfPart, factor, settings.hotspot_k);
  const groups = groupsFrom(hot_k);
  const hot = groups.filter(isSmall);
  const noise_k = part ? noiseOfPart : spreadOf(values, whole);
  // Weak spots of a module that is even otherwise: elsewhere they are the edge of something else.
  const least = seenFrom(noise_k, factor, settings.hotspot_k);
  const isEven = warm_substrings === 0 && shaded === 0 && !isSoiled;
  const is_weak = hot.length === 0 && isEven && least < settings.hotspot_k;
  const spots = is_weak ? spotsFrom(least) : hot;
  let [hot_cells, peak] = [0, 0];
  for (const spot of spots) {
    hot_cells += Math.max(1, Math.round((spot.length * pixel_m2) / settings.cell_m ** 2));
    for (const at of spot) peak = Math.max(peak, own[at]!);
  }
  return {
    warm_substrings,
    warm_strips: half
      ? bitsOf((strip) => half.strips.includes(strip))
      : bitsOf((strip) => warm[strip]!),
    warm_end: half?.end ?? null,
    substring_k,
    warm_over_k,
    thirds: thirdsOf(
      places.map(([u]) => u),
      values,
    ),
    mixed_share: mixedShare(size),
    is_weak,
    is_large: hot.length < groups.length,
    spots: spots.length,
    hot_cells,
    spot_k: peak / factor,
    patch: spots.length > 0 ? patchOf() : null,
    shaded_share,
    edge_k,
    edge_side,
    is_patchy: edge.is_patchy,
    sides_k: edge.sides.map((one) => one / factor),
    is_resolved,
  };

  /** The pixels of the spots and those around, as far as warmth of their cells is seen. */
  function patchOf(): SpotPatch {
    const { length: length_m, width: width_m, blur = SHARP, is_nearest = false } = size;
    const worse = blur.pixels * Math.max(blur.ratio, 1 / blur.ratio);
    const seen = BLURRED_PIXELS + Math.max(0, 2 * (worse - SHARP.pixels));
    const reach = width_m / CELLS_ACROSS + seen * pixel_m;
    const numbers = new Map(
      spots.flatMap((spot, k) => spot.map((at) => [at, Math.min(k + 1, 255)])),
    );
    const place = (at: number) => [places[at]![0] * length_m, places[at]![1] * width_m] as const;
    const centres = [...numbers.keys()].map(place);
    const near = Array.from(values.keys()).filter((at) => {
      const [u, v] = place(at);
      return centres.some(([x, y]) => Math.abs(x - u) <= reach && Math.abs(y - v) <= reach);
    });
    const isNear = new Set(near);
    const over = (at: number) => own[at]! - soil(at);
    const sides = { places, along: length_m / pixel_m, across: width_m / pixel_m };
    const beside = sideProfile(sides, over, (at) => isNear.has(at));
    return {
      values: Float32Array.from(near, (at) => (over(at) - beside(at)) / factor),
      u: Float32Array.from(near, (at) => place(at)[0]),
      v: Float32Array.from(near, (at) => place(at)[1]),
      isHot: Uint8Array.from(near, (at) => numbers.get(at) ?? 0),
      length_m,
      width_m,
      pixel_m,
      blur_ratio: blur.ratio,
      is_nearest,
      noise_k,
      least_k: settings.hotspot_k / factor,
    };
  }
}

const bitsOf = (isWarm: (strip: number) => boolean) =>
  [0, 1, 2].reduce((bits, strip) => bits + (isWarm(strip) ? 2 ** strip : 0), 0);

/** Of the blur, as parts of the module along and across. */
function halfSpreads({ length, width, pixel_m2, blur = SHARP }: ModuleSize) {
  const pixels = { pixel_m: Math.sqrt(pixel_m2), blur_ratio: blur.ratio };
  const [along, across] = spreadsOf(pixels, blur.pixels);
  return [along / length, across / width] as const;
}

/** What the middle half of a substring has, on average, of the ones beside it. */
function mixedShare({ width, pixel_m2, blur = SHARP }: ModuleSize): number {
  const [, across] = spreadsOf(
    { pixel_m: Math.sqrt(pixel_m2), blur_ratio: blur.ratio },
    blur.pixels,
  );
  const strip = width / SUBSTRINGS;
  return [-1, 1].reduce(
    (sum, side) => sum + below((-strip * (0.5 + (side * MIDDLE) / 2)) / across),
    0,
  );
}

/** The usual temperature of substrings that are not warm. */
function baseOf(warm: readonly boolean[], medians: readonly number[], whole: number): number {
  if (!warm.includes(true)) return whole;
  return medianOf(medians.filter((_, strip) => !warm[strip]));
}
