// The heat loss of an absorber tube from the apparent temperature of its glass, with its uncertainty.
//
// The inversion: the glass gives off what the tube loses, see receiver-heat.ts. Stationary glass-temperature method,
// ASME JSEE 136/011006.
import { radianceAt, temperatureAt } from "../camera-band.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import {
  heatFromGlass,
  heatLoss,
  heatLossRatio,
  glassClass,
  type Weather,
} from "./receiver-heat.ts";

/** Stated uncertainties are twice the standard uncertainty (GUM: about 95 %). */
export const COVERAGE = 2;

export type GlassSurface = {
  /** 0 to 1. */
  readonly emissivity: number;
  /** What the glass reflects, in °C. */
  readonly reflected: number;
};

/**
 * Temperature of a grey surface in °C. `apparent` is that of a black body with the same radiation between 8 and 14 µm,
 * which is what a camera sees: it grows less with the temperature than the fourth power, of which hot glass would read
 * 1 K too cold. The air between is taken as transparent.
 */
export function surfaceTemperature(
  apparent: number,
  { emissivity, reflected }: GlassSurface,
): number {
  const own = (radianceAt(apparent) - (1 - emissivity) * radianceAt(reflected)) / emissivity;
  return temperatureAt(own);
}

/** The reverse of `surfaceTemperature`: what a camera shows of glass at this temperature, in °C. */
export function apparentTemperature(
  glass: number,
  { emissivity, reflected }: GlassSurface,
): number {
  return temperatureAt(emissivity * radianceAt(glass) + (1 - emissivity) * radianceAt(reflected));
}

export type TubeHeat = {
  readonly glass: number;
  /** W/m. */
  readonly heat_loss: number;
  readonly uncertainty: number;
};

/**
 * What the formulas for convection and radiation are wrong by, as a share of the heat that glass gives off (95 %): cross
 * flow is known to 15 to 20 % (Churchill and Bernstein 1977), and is two thirds of it. By the formulas of Hilpert, of
 * Zukauskas and of Churchill and Bernstein, the same glass gives off up to a tenth more or less.
 */
export const FORMULA_SHARE = 0.13;

/** @param noise_k standard uncertainty of the apparent temperature beyond the camera's own, such as of its median */
export function tubeHeat(
  apparent: number,
  surface: GlassSurface,
  weather: Pick<Weather, "ambient" | "wind">,
  noise_k: number,
  settings: EvaluationSettings,
): TubeHeat {
  const lossAt = (temperature: number, wind: number) =>
    heatFromGlass(surfaceTemperature(temperature, surface), { ...weather, wind });
  const loss = lossAt(apparent, weather.wind);
  const temperature_k = Math.hypot(settings.camera_k, noise_k);
  const byTemperature =
    (lossAt(apparent + temperature_k, weather.wind) -
      lossAt(apparent - temperature_k, weather.wind)) /
    2;
  const wind = weather.wind * settings.wind_share;
  const byWind =
    (lossAt(apparent, weather.wind + wind) - lossAt(apparent, weather.wind - wind)) / 2;
  return {
    glass: surfaceTemperature(apparent, surface),
    heat_loss: loss,
    // The published share is that of a whole measurement in the field: camera and wind are in it.
    uncertainty: Math.max(
      settings.heat_loss_share * loss,
      Math.hypot(FORMULA_SHARE * loss, COVERAGE * byTemperature, COVERAGE * byWind),
    ),
  };
}

export type TubeCondition = {
  /** 0 for the loss of an intact tube at this fluid temperature, 1 for one filled with hydrogen. */
  readonly ratio: number;
  /** 1 good to 4 severe heat loss. */
  readonly class: 1 | 2 | 3 | 4;
};

/** W/m between an intact tube and one with hydrogen: the loss of cold tubes says nothing about their state. */
export const LEAST_SPAN = 100;

/** W/m that a hydrogen-filled tube loses over an intact one. */
export function spanAt(fluid: number, weather: Weather): number {
  return heatLoss("hydrogen", fluid, weather) - heatLoss("vacuum", fluid, weather);
}

/** The condition of a tube against the intact one at its own fluid temperature. */
export function tubeCondition(loss: number, fluid: number, weather: Weather): TubeCondition | null {
  if (!(spanAt(fluid, weather) >= LEAST_SPAN)) return null;
  const ratio = heatLossRatio(loss, fluid, weather);
  return { ratio, class: glassClass(ratio) };
}
