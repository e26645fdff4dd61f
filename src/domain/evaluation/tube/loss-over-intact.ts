// What a tube loses over an intact one of its own survey, here and at the reference conditions, with its uncertainty.
import { dot } from "../least-squares.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import {
  isContradiction,
  type Common,
  type SeenTube,
  type SurveyError,
} from "./intact-reference.ts";
import { heatFromGlass, heatLoss, type Weather } from "./receiver-heat.ts";
import {
  COVERAGE,
  LEAST_SPAN,
  spanAt,
  surfaceTemperature,
  type GlassSurface,
} from "./tube-heat.ts";

/** The conditions that losses over the intact tubes are converted to: those of the catalogue's limits. */
export const referenceFluid = 393;
export const referenceWeather: Weather = { ambient: 25, wind: 2, dni: 0 };

/**
 * A fluid that is wrong for all tubes by 30 K, three times `fluid_survey_k`, is promised to be in each interval, whatever
 * else is wrong. Twice `fluid_survey_k` as its standard uncertainty holds 96 % of the faulty tubes then, by simulation;
 * 1.5 times held 86 %, and of the yearly losses 44 %.
 */
export const FLUID_SIGMA = 2.25;

/** Place of the heat factor among the four that are common to a survey. */
const HEAT = 2;

/** The same where the tubes contradict the conditions: the fluid may be what is wrong. */
const CONTRADICTED_SIGMA = 6;

export type LossOverIntact = {
  /** W/m over an intact tube at its own fluid and in the weather of the survey. */
  readonly local: number;
  /** Twice the standard uncertainty of it. */
  readonly local_uncertainty: number;
  /** W/m that the tube loses by what the survey's own tubes show, and what a wrong fluid changes in it (95 %). */
  readonly loss: number;
  readonly loss_uncertainty: number;
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
  const lossBy = (seen: number, by: Common): number => {
    const local = { ...weather, wind: weather.wind * by.wind_factor };
    const glass = surfaceTemperature(seen - by.offset_k, surface);
    return by.heat_factor * heatFromGlass(glass, local) - by.sun;
  };
  // Here and now, and as it would be at the reference conditions.
  const over = (seen: number, hot: number, by: Common): Both => {
    const local = { ...weather, wind: weather.wind * by.wind_factor };
    const above = lossBy(seen, by) - heatLoss("vacuum", hot, local);
    return [above, (span * above) / spanAt(hot, local)];
  };
  const { offset_k, wind_factor, heat_factor, sun, covariance, scatter } = error;
  const air = { ...weather, wind: weather.wind * wind_factor };
  if (!(spanAt(fluid, air) >= LEAST_SPAN)) return null;
  const [local, value] = over(apparent, fluid, error);
  const slope = (of: (by: number) => number, by: number) => (of(by) - of(-by)) / (2 * by);
  const slopesOf = (of: (by: number) => Both, by: number): Both => [
    slope((k) => of(k)[0], by),
    slope((k) => of(k)[1], by),
  ];
  const byCamera = slopesOf((k) => over(apparent + k, fluid, error), 0.1);
  const byFluid = slopesOf((k) => over(apparent, fluid + k, error), 0.1);
  const byCommon = [
    slopesOf((k) => over(apparent, fluid, { ...error, offset_k: offset_k + k }), 0.1),
    slopesOf((k) => over(apparent, fluid, { ...error, wind_factor: wind_factor + k }), 0.01),
    slopesOf((k) => over(apparent, fluid, { ...error, heat_factor: heat_factor + k }), 0.01),
    slopesOf((k) => over(apparent, fluid, { ...error, sun: sun + k }), 1),
  ];
  const hotter = (k: number): Common => {
    const [offset = 0, wind = 0, heat = 0, light = 0] = error.by_fluid;
    return {
      offset_k: offset_k + k * offset,
      wind_factor: wind_factor + k * wind,
      heat_factor: heat_factor + k * heat,
      sun: sun + k * light,
    };
  };
  const own_k = noise_k > scatter.usual_noise_k ? scatter.noise_share * noise_k : 0;
  const wrong_k =
    settings.fluid_survey_k * (isContradiction(error) ? CONTRADICTED_SIGMA : FLUID_SIGMA);
  const bySurvey = slopesOf((k) => over(apparent, fluid + k, hotter(k)), 1);
  const lossBySurvey = slope((k) => lossBy(apparent, hotter(k)), 1) * wrong_k;
  const [local_uncertainty, uncertainty] = ([0, 1] as const).map((at) => {
    const slopes = byCommon.map((one) => one[at]);
    const common = dot(
      slopes,
      covariance.map((row) => dot(row, slopes)),
    );
    const wanders = scatter.explanations.map(
      ({ camera_k, fluid_k, heat_share, least_k }) =>
        (byCamera[at] * Math.max(least_k, Math.hypot(camera_k, own_k))) ** 2 +
        (byFluid[at] * fluid_k) ** 2 +
        (slopes[HEAT]! * heat_share) ** 2,
    );
    const standard = Math.hypot(
      bySurvey[at] * wrong_k,
      Math.sqrt(wanders.reduce((sum, one) => sum + one, 0) / wanders.length),
      Math.sqrt(Math.max(0, common)),
    );
    return COVERAGE * standard;
  }) as [number, number];
  return {
    value,
    uncertainty,
    local,
    local_uncertainty,
    loss: lossBy(apparent, error),
    loss_uncertainty: Math.hypot(
      (uncertainty * spanAt(fluid, air)) / span,
      COVERAGE * lossBySurvey,
    ),
    ratio: value / span,
  };
}

/** W/m over an intact tube: at its own fluid and in the weather of the survey, and at the reference conditions. */
type Both = readonly [local: number, reference: number];
