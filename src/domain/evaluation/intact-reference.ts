// What a survey of absorber tubes is wrong by, as its own intact tubes show.
//
// The camera's offset and the wind at the tubes are the same for a whole survey. An intact tube loses what the
// published polynomial says at its fluid's temperature, so that the intact tubes tell both: the offset moves all of
// them, the wind moves those with a hot fluid more. Least squares with the stated uncertainties as prior knowledge
// (Gauss-Newton, MAP estimate), repeated with the tubes that lie near the fit, because faulty ones are hotter.
import type { EvaluationSettings } from "./evaluation-settings.ts";
import { glassTemperature, heatFromGlass, heatLoss, type Weather } from "./receiver-heat.ts";
import {
  apparentTemperature,
  COVERAGE,
  LEAST_SPAN,
  spanAt,
  surfaceTemperature,
  type GlassSurface,
} from "./tube-heat.ts";
import { percentile } from "../median.ts";

export type SeenTube = {
  /** Apparent temperature in °C, and its standard uncertainty by noise in K. */
  readonly apparent: number;
  readonly noise_k: number;
  /** °C. */
  readonly fluid: number;
};

export type SurveyError = {
  /** K that the camera shows too much. */
  readonly offset_k: number;
  /** Wind at the tubes over the stated one. */
  readonly wind_factor: number;
  /** Variances of both, and their covariance. */
  readonly covariance: { readonly offset: number; readonly wind: number; readonly both: number };
  /** Tubes that were taken as intact. */
  readonly intact: number;
};

/** The conditions that losses over the intact tubes are converted to: those of the catalogue's limits. */
export const referenceFluid = 393;
export const referenceWeather: Weather = { ambient: 25, wind: 2, dni: 0 };

const TURNS = 12;
/** Tubes further than this many standard uncertainties from the fit are not intact. */
const NEAR = 3;
/** An offset or wind further from the stated one is no error of the survey: then few of its tubes are intact. */
const MOST_SIGMA = 4;
const LEAST_WIND = 0.05;
/** K around the lower quartile that the first turn takes as intact. */
const FIRST_K = 4;

/** Null where too few tubes are intact, or where none agree with the stated conditions. */
export function surveyError(
  tubes: readonly SeenTube[],
  surface: GlassSurface,
  weather: Weather,
  settings: EvaluationSettings,
): SurveyError | null {
  const { camera_k, camera_relative_k, wind_share, least_intact } = settings;
  const expected = (fluid: number, wind_factor: number) =>
    intactApparent(fluid, surface, { ...weather, wind: weather.wind * wind_factor });
  let [offset, wind] = [0, 1];
  let found: SurveyError | null = null;
  for (let turn = 0; turn < TURNS; turn++) {
    const [at, more] = [kept(expected, wind), kept(expected, wind + 0.01)];
    const beside = tubes.map(({ apparent, fluid }) => apparent - at(fluid) - offset);
    const middle = turn === 0 ? percentile(Float64Array.from(beside).toSorted(), 0.25) : 0;
    // Normal equations, with the prior.
    let [a, b, c] = [1 / camera_k ** 2, 0, 1 / wind_share ** 2];
    let [p, q] = [-offset / camera_k ** 2, (1 - wind) / wind_share ** 2];
    let intact = 0;
    for (const [index, { fluid, noise_k }] of tubes.entries()) {
      const sigma = Math.hypot(camera_relative_k, noise_k);
      const miss = beside[index]!;
      const reach = turn === 0 ? Math.max(FIRST_K, NEAR * sigma) : NEAR * sigma;
      if (!(Math.abs(miss - middle) <= reach)) continue;
      intact += 1;
      const slope = (more(fluid) - at(fluid)) / 0.01;
      const weight = 1 / sigma ** 2;
      a += weight;
      b += weight * slope;
      c += weight * slope * slope;
      p += weight * miss;
      q += weight * slope * miss;
    }
    if (intact < least_intact) return null;
    const area = a * c - b * b;
    offset += (c * p - b * q) / area;
    wind = Math.max(LEAST_WIND, wind + (a * q - b * p) / area);
    found = {
      offset_k: offset,
      wind_factor: wind,
      covariance: { offset: c / area, wind: a / area, both: -b / area },
      intact,
    };
  }
  if (Math.abs(offset) > MOST_SIGMA * camera_k || Math.abs(wind - 1) > MOST_SIGMA * wind_share)
    return null;
  return found;
}

/** Fluids are few: those of a loop, an SCA or a tube in a file. */
function kept(expected: (fluid: number, wind: number) => number, wind: number) {
  const known = new Map<number, number>();
  return (fluid: number): number => {
    let value = known.get(fluid);
    if (value === undefined) known.set(fluid, (value = expected(fluid, wind)));
    return value;
  };
}

function intactApparent(fluid: number, surface: GlassSurface, weather: Weather): number {
  return apparentTemperature(
    glassTemperature(heatLoss("vacuum", fluid, weather), weather),
    surface,
  );
}

export type LossOverIntact = {
  /** W/m over an intact tube at its own fluid and in the weather of the survey. */
  readonly local: number;
  /** 0 for an intact tube, 1 for one filled with hydrogen at the same fluid temperature. */
  readonly ratio: number;
  /** W/m over an intact tube at the reference conditions. */
  readonly value: number;
  /** Twice the standard uncertainty. */
  readonly uncertainty: number;
};

/** Null where intact and hydrogen-filled tubes hardly differ, as with a cold fluid. */
export function lossOverIntact(
  { apparent, noise_k, fluid }: SeenTube,
  surface: GlassSurface,
  weather: Weather,
  error: SurveyError,
  settings: EvaluationSettings,
): LossOverIntact | null {
  const span = spanAt(referenceFluid, referenceWeather);
  const over = (seen: number, hot: number, offset: number, factor: number): number => {
    const local = { ...weather, wind: weather.wind * factor };
    const loss = heatFromGlass(surfaceTemperature(seen - offset, surface), local);
    const own = spanAt(hot, local);
    if (!(own >= LEAST_SPAN)) return NaN;
    return (span * (loss - heatLoss("vacuum", hot, local))) / own;
  };
  const { offset_k, wind_factor, covariance } = error;
  const value = over(apparent, fluid, offset_k, wind_factor);
  if (Number.isNaN(value)) return null;
  const slope = (of: (by: number) => number, by: number) => (of(by) - of(-by)) / (2 * by);
  const byCamera = slope((k) => over(apparent + k, fluid, offset_k, wind_factor), 0.1);
  const byFluid = slope((k) => over(apparent, fluid + k, offset_k, wind_factor), 0.1);
  const byWind = slope((k) => over(apparent, fluid, offset_k, wind_factor + k), 0.01);
  const common =
    byCamera ** 2 * covariance.offset +
    byWind ** 2 * covariance.wind -
    2 * byCamera * byWind * covariance.both;
  const standard = Math.hypot(
    byCamera * Math.hypot(settings.camera_relative_k, noise_k),
    byFluid * settings.fluid_k,
    settings.repeat_share * value,
    Math.sqrt(Math.max(0, common)),
  );
  const local = (value * spanAt(fluid, { ...weather, wind: weather.wind * wind_factor })) / span;
  return { value, uncertainty: COVERAGE * standard, local, ratio: value / span };
}
