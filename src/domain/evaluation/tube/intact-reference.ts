// What a survey of absorber tubes is wrong by, as its own intact tubes show.
//
// The camera's offset, the wind at the tubes, the error of the formulas by which glass gives off heat, and the sunlight
// in the glass are the same for a whole survey. An intact tube loses what the published polynomial says at its fluid's
// temperature, so that the intact tubes say much of them: the offset moves all of them, the wind those with a hot fluid
// more. What they leave open is in the uncertainty of the faulty ones. Least squares with the stated uncertainties as
// prior knowledge (Gauss-Newton, MAP estimate), repeated with the tubes near the fit, because faulty ones are hotter.
//
// A fluid temperature that is stated wrong for the whole survey looks like another wind: intact tubes say little of it.
// So it is not estimated. Its standard uncertainty goes into each loss, by how the fit follows it (a considered
// parameter: Schmidt 1966).
import type { EvaluationSettings } from "../evaluation-settings.ts";
import { dot, inverseOf, keptWithin, likelyCovariance } from "../least-squares.ts";
import { LEAST_COMPONENTS } from "../plausibility.ts";
import { glassTemperature, heatLoss, type Weather } from "./receiver-heat.ts";
import {
  apparentTemperature,
  COVERAGE,
  FORMULA_SHARE,
  spanAt,
  type GlassSurface,
} from "./tube-heat.ts";
import { percentile } from "../../median.ts";
import { scatterOf, type Rest, type Scatter } from "../reference/tube-scatter.ts";

export type SeenTube = {
  /** Apparent temperature in °C, and its standard uncertainty by noise in K. */
  readonly apparent: number;
  readonly noise_k: number;
  /** °C. */
  readonly fluid: number;
};

/** What is the same for all tubes of a survey. */
export type Common = {
  /** K that the camera shows too much. */
  readonly offset_k: number;
  /** Wind at the tubes over the stated one. */
  readonly wind_factor: number;
  /** Heat that the glass gives off over what the formulas of convection and radiation say. */
  readonly heat_factor: number;
  /** W/m of sunlight that the glass takes up, and gives off besides the loss. */
  readonly sun: number;
};

export type SurveyError = Common & {
  /** Of the four, in their order. */
  readonly covariance: readonly (readonly number[])[];
  /** Tubes that were taken as intact. */
  readonly intact: number;
  /** How far the four are from what is stated, in standard uncertainties, in their order. */
  readonly strain: readonly number[];
  /** How much the four change for each K that all fluids are stated too cold, in their order. */
  readonly by_fluid: readonly number[];
  readonly scatter: Scatter;
  /**
   * Many tubes that look intact lie apart from the fit: rasters or parts of one that show another temperature level.
   * The fit is that of one part or of none, so the survey has no reference.
   */
  readonly is_uneven: boolean;
  /** Share of the tubes that look intact and lie apart from the fit. */
  readonly apart: number;
  /** Whether those lie together, as on one side of a seam. Tubes that have aged one by one do not. */
  readonly are_together: boolean;
};

/**
 * K to which the glass of an intact tube is found. Its slopes come from differences of a tenth of a kelvin: with 0.01 K
 * they were a tenth wrong from fluid to fluid, so that wind, formulas and sunlight seemed to be separated better than
 * they are.
 */
const EXACT_K = 1e-6;
const TURNS = 12;
/**
 * Tubes beyond so many tell nothing new: what the formulas are wrong by is common to them. With the weight of thousands
 * the fit crept along where offset and sunlight stand for each other, and did not come to rest.
 */
const MOST_INDEPENDENT = 1000;
/** Tubes further than this many standard uncertainties from the fit are not intact. */
const NEAR = 3;
/** An offset or wind further from the stated one is no error of the survey: then few of its tubes are intact. */
const MOST_SIGMA = 4;
/** Places of these among the four that are common to a survey. */
const [WIND, SUN] = [1, 3] as const;
/**
 * Times by which the wind may change in one turn: at a fifth of the stated wind its slope is many times steeper, and the
 * next turn went back as far.
 */
const WIND_STEP = 2;
/** Factors of the wind, and of the heat, whose formulas are good to a tenth or two. */
const [LEAST_WIND, LEAST_HEAT] = [0.05, 0.3];
/**
 * Sunlight that the mirrors throw on the glass: 2 % of 820 W/m2 on an aperture of 5.8 m are 80 W/m (NREL/TP-550-45633:
 * the glass takes up 0.02 of it). In the field the collectors may look away: nothing to all of it.
 */
const SUN_SHARE = 0.02;
const APERTURE_M = 5.8;
/** In the first turns the fit may be some K off: those within so many K of the lower quartile are taken as intact. */
const [ROUGH_TURNS, FIRST_K] = [4, 4];

/** W/m of sunlight that the glass takes up at most. @param dni W/m2 */
export const mostSun = (dni: number) => SUN_SHARE * APERTURE_M * dni;

/** Null where too few tubes are intact, or where none agree with the stated conditions. */
export function surveyError(
  tubes: readonly SeenTube[],
  surface: GlassSurface,
  weather: Weather,
  settings: EvaluationSettings,
  sun_share = SUN_SHARE,
): SurveyError | null {
  const { camera_k, camera_relative_k, wind_share, heat_loss_share, least_intact } = settings;
  const whole = sun_share * APERTURE_M * weather.dni;
  const priors = [
    { mean: 0, sigma: camera_k, step: 0.1, likely: camera_k },
    { mean: 1, sigma: wind_share, step: 0.01, likely: wind_share },
    { mean: 1, sigma: heat_loss_share / 2, step: 0.01, likely: FORMULA_SHARE / COVERAGE },
    // Between nothing and all of it.
    {
      mean: whole / 2,
      sigma: Math.max(1, whole / 2),
      step: 1,
      likely: Math.max(1, whole / Math.sqrt(12)),
    },
  ] as const;
  const expected = (values: readonly number[]) => {
    const [offset = 0, wind = 1, heat = 1, sun = 0] = values;
    return kept((fluid) => offset + intactApparent(fluid, surface, weather, { wind, heat, sun }));
  };
  const crowd = Math.max(1, tubes.length / MOST_INDEPENDENT);
  let values: readonly number[] = priors.map(({ mean }) => mean);
  let covariance: readonly (readonly number[])[] = [];
  let by_fluid: readonly number[] = [];
  let used: Rest[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const at = expected(values);
    const beyond = priors.map(({ step }, k) =>
      expected(values.map((one, i) => (i === k ? one + step : one))),
    );
    const misses = tubes.map(({ apparent, fluid }) => apparent - at(fluid));
    const isRough = turn < ROUGH_TURNS;
    const middle = isRough ? percentile(Float64Array.from(misses).toSorted(), 0.25) : 0;
    // Normal equations, with the prior.
    const gram = priors.map(({ sigma }, i) => priors.map((_, k) => (i === k ? sigma ** -2 : 0)));
    const right = priors.map(({ mean, sigma }, k) => (mean - values[k]!) / sigma ** 2);
    const fluidPull = priors.map(() => 0);
    used = [];
    for (const [index, { fluid, noise_k }] of tubes.entries()) {
      const sigma = Math.hypot(camera_relative_k, noise_k);
      const variance = sigma ** 2 * crowd;
      const reach = isRough ? Math.max(FIRST_K, NEAR * sigma) : NEAR * sigma;
      if (!(Math.abs(misses[index]! - middle) <= reach)) continue;
      const slopes = beyond.map((more, k) => (more(fluid) - at(fluid)) / priors[k]!.step);
      const byFluid = at(fluid + 1) - at(fluid);
      const [, , byHeat = 0] = slopes;
      used.push({ miss_k: misses[index]!, noise_k, by_fluid: byFluid, by_heat: byHeat });
      for (const [i, own] of slopes.entries()) {
        fluidPull[i]! -= (own * byFluid) / variance;
        right[i]! += (own * misses[index]!) / variance;
        for (const [k, other] of slopes.entries()) gram[i]![k]! += (own * other) / variance;
      }
    }
    if (used.length < least_intact) return null;
    covariance = inverseOf(gram);
    by_fluid = covariance.map((row) => dot(row, fluidPull));
    const wind = values[WIND]!;
    const steps = [WIND, wind / WIND_STEP, wind * WIND_STEP] as const;
    const free = values.map((one, i) => one + dot(covariance[i]!, right));
    // In the rough turns no sunlight is the least; after them the fit is made again without it.
    const moved = keptWithin(
      free,
      covariance,
      isRough ? [steps, [SUN, sun_share > 0 ? 0 : -Infinity, Infinity]] : [steps],
    );
    // Less than no sunlight would be best: then there is none, and the others follow without it. To cut it alone would
    // leave the others where they are wrong, and the next turn would throw them back.
    if (moved[SUN]! < 0 && sun_share > 0 && !isRough)
      return surveyError(tubes, surface, weather, settings, 0);
    // Around no sunlight it may be a little less: cut there, the fit would not come to rest.
    const least = sun_share > 0 ? LEAST_VALUES : LEAST_WITHOUT_SUN;
    values = moved.map((one, k) => Math.max(least[k]!, one));
  }
  const [offset_k = 0, wind_factor = 1, heat_factor = 1, sun = 0] = values;
  const strain = priors.map(({ mean, sigma }, k) => Math.abs(values[k]! - mean) / sigma);
  if (strain.some((one) => one > MOST_SIGMA)) return null;
  const found = { offset_k, wind_factor, heat_factor, sun: Math.max(0, sun) };
  const known = { ...found, covariance: likelyCovariance(covariance, priors), strain, by_fluid };
  const scatter = scatterOf(used, settings);
  const warmest = warmestGood(surface, weather, found);
  const sides = sidesApart(tubes, expected(values), warmest, settings);
  const apart = shareOf(sides, (side) => side !== 0);
  const are_together = tubes.length >= LEAST_COMPONENTS && liesTogether(sides);
  const is_uneven = apart > MOST_APART;
  return { ...known, intact: used.length, scatter, is_uneven, apart, are_together };
}

/** K that each tube shows above an intact one in the stated conditions. Sunlight in the glass may be a part of it. */
export function aboveIntact(
  tubes: readonly SeenTube[],
  surface: GlassSurface,
  weather: Weather,
): number[] {
  const at = kept((fluid) => intactApparent(fluid, surface, weather, { wind: 1, heat: 1, sun: 0 }));
  return tubes.map(({ apparent, fluid }) => apparent - at(fluid));
}

/** Part of the tubes that look intact and lie apart from the fit, beyond which the survey is uneven. Our limit. */
export const MOST_APART = 0.1;
/** Of the loss of a tube with hydrogen over an intact one: class 1 ends there. */
const GOOD_SHARE = 0.15;

/**
 * Of the tubes of the good class, in their order: 1 or -1 where one is warmer or colder than the fit by more than its
 * noise and the camera explain, else 0. A fault makes a tube warmer than that class, and none colder.
 */
function sidesApart(
  tubes: readonly SeenTube[],
  at: (fluid: number) => number,
  warmest: (fluid: number) => number,
  { camera_relative_k }: EvaluationSettings,
): number[] {
  const good = tubes.filter(({ apparent, fluid }) => apparent <= warmest(fluid));
  return good.map(({ apparent, fluid, noise_k }) => {
    const beside = apparent - at(fluid);
    return Math.abs(beside) > NEAR * Math.hypot(camera_relative_k, noise_k) ? Math.sign(beside) : 0;
  });
}

const shareOf = (sides: readonly number[], counts: (side: number) => boolean) =>
  sides.length === 0 ? 0 : sides.filter(counts).length / sides.length;

/**
 * Whether those apart follow each other on the same side more often than halfway from what chance gives to always.
 * @param sides of tubes that are neighbours in the list as on the ground
 */
function liesTogether(sides: readonly number[]): boolean {
  const [warm, cold] = [shareOf(sides, (side) => side > 0), shareOf(sides, (side) => side < 0)];
  const followed = sides.slice(0, -1).filter((side) => side !== 0).length;
  const alike = sides.slice(0, -1).filter((side, at) => side !== 0 && sides[at + 1] === side);
  const chance = (warm ** 2 + cold ** 2) / (warm + cold);
  return followed > 0 && alike.length / followed > (1 + chance) / 2;
}

/** Apparent temperature by fluid of a tube that is hardly in the good class. */
function warmestGood(surface: GlassSurface, weather: Weather, by: Common) {
  const local = { ...weather, wind: weather.wind * by.wind_factor };
  return kept((fluid) => {
    const loss = heatLoss("vacuum", fluid, local) + GOOD_SHARE * spanAt(fluid, local);
    const glass = glassTemperature((loss + by.sun) / by.heat_factor, local, EXACT_K);
    return by.offset_k + apparentTemperature(glass, surface);
  });
}

/**
 * Wind further from the stated one contradicts it: another quantity may be wrong as well. Standard uncertainties. At 1.8
 * a stated wind of three times the true one passed where the glass follows other formulas than ours: they differ by as
 * much as a tenth of the heat, which is a third of the wind.
 */
const MOST_WIND_SIGMA = 1.5;
/** Sum of the squares of four that is exceeded by chance in 5 % of surveys (chi-squared). */
const MOST_STRAIN = 9.49;

/** True where the intact tubes contradict the stated conditions: wind, fluid, air or camera must be wrong. */
export function isContradiction({ strain }: Pick<SurveyError, "strain">): boolean {
  const [, wind = 0] = strain;
  return wind > MOST_WIND_SIGMA || dot(strain, strain) > MOST_STRAIN;
}

/** Of offset, wind, heat and sun. */
const LEAST_VALUES = [-Infinity, LEAST_WIND, LEAST_HEAT, 0] as const;
const LEAST_WITHOUT_SUN = [-Infinity, LEAST_WIND, LEAST_HEAT, -Infinity] as const;

/** Fluids are few: those of a loop, an SCA or a tube in a file. */
function kept(expected: (fluid: number) => number) {
  const known = new Map<number, number>();
  return (fluid: number): number => {
    let value = known.get(fluid);
    if (value === undefined) known.set(fluid, (value = expected(fluid)));
    return value;
  };
}

function intactApparent(
  fluid: number,
  surface: GlassSurface,
  weather: Weather,
  { wind, heat, sun }: { readonly wind: number; readonly heat: number; readonly sun: number },
): number {
  const local = { ...weather, wind: weather.wind * wind };
  const given = (heatLoss("vacuum", fluid, local) + sun) / heat;
  return apparentTemperature(glassTemperature(given, local, EXACT_K), surface);
}
