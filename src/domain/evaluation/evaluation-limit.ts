// The limits and uncertainties of an evaluation that a plant may set: unit, range, group and source of the default.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { realShape } from "../real.ts";
import { evaluationSettings, type EvaluationSettings } from "./evaluation-settings.ts";

export const evaluationKeys = [
  "module_warm_k",
  "substring_warm_k",
  "hotspot_k",
  "hotspot_strong_k",
  "string_modules",
  "missing_cold_k",
  "shade_cold_k",
  "shade_share",
  "soil_warm_k",
  "band_modules",
  "tracker_lag_deg",
  "tracker_stuck_deg",
  "tracking_offset_mrad",
  "tracking_defocus_mrad",
  "odd_contrast",
  "missing_contrast",
  "line_contrast",
  "broken_share",
  "chipped_share",
  "soil_contrast",
  "spot_contrast",
  "spot_share",
  "veil_gain",
  "least_irradiance",
  "most_wind",
  "camera_k",
  "camera_relative_k",
  "irradiance_share",
  "heat_loss_share",
  "wind_share",
  "fluid_k",
  "fluid_survey_k",
  "repeat_share",
  "camera_position_m",
  "camera_height_share",
  "tracker_width_share",
  "aperture_share",
  "veil_gain_share",
  "brightness_error",
  "neighbours",
  "least_intact",
  "edge_pixels",
  "blur_pixels",
  "least_pixels",
  "least_share",
  "cell_m",
] as const satisfies readonly (keyof EvaluationSettings)[];
export type EvaluationKey = (typeof evaluationKeys)[number];

export const evaluationGroups = [
  "finding",
  "visible",
  "condition",
  "uncertainty",
  "pixel",
] as const;
export type EvaluationGroup = (typeof evaluationGroups)[number];

export type EvaluationLimit = {
  readonly group: EvaluationGroup;
  /** "%" for shares: 0.05 is shown as 5 %. */
  readonly unit: string;
  readonly least: number;
  readonly greatest: number;
  /** Where the default comes from. */
  readonly source: string;
};

const IEC = "IEC TS 62446-3, as vendors restate it";

export const evaluationLimits: Readonly<Record<EvaluationKey, EvaluationLimit>> = {
  module_warm_k: of("finding", "K", 0.5, 30, "HI-ERN: Mh, Msh (open circuit, normalised)"),
  substring_warm_k: of("finding", "K", 0.5, 30, "HI-ERN: Sh (its cells make no power)"),
  hotspot_k: of("finding", "K", 0.5, 50, "Above Surveying: recorded above 4 K"),
  hotspot_strong_k: of("finding", "K", 1, 100, "HI-ERN: Ze+, Zm+ above 10 K"),
  string_modules: of("finding", "", 2, 100, "Our limit: half of a usual string"),
  missing_cold_k: of("finding", "K", 3, 60, "Our limit: the camera sees ground or sky"),
  shade_cold_k: of("finding", "K", 0.5, 30, "Our limit"),
  shade_share: of("finding", "%", 0.01, 0.9, "Our limit"),
  soil_warm_k: of("finding", "K", 0.3, 30, "Our limit"),
  band_modules: of(
    "finding",
    "",
    2,
    100,
    "Our limit: soil and row shading go on in the next module",
  ),
  tracker_lag_deg: of("finding", "°", 0.1, 45, "Our limit"),
  tracker_stuck_deg: of("finding", "°", 0.2, 90, "Our limit"),
  tracking_offset_mrad: of("finding", "mrad", 0.5, 100, "EuroTrough: 6 mrad cost 2 to 5%"),
  tracking_defocus_mrad: of(
    "finding",
    "mrad",
    1,
    1000,
    "EuroTrough: beyond 20 mrad the vertex misses the tube",
  ),
  odd_contrast: of("visible", "%", 0.02, 0.9, "Our limit: part of another colour"),
  missing_contrast: of("visible", "%", 0.02, 0.9, "Our limit: ground or steel instead"),
  line_contrast: of("visible", "%", 0.01, 0.9, "Our limit: glass reflects the sun along the tube"),
  broken_share: of("visible", "%", 0.02, 0.95, "Our limit"),
  chipped_share: of("visible", "%", 0.005, 0.9, "Our limit"),
  soil_contrast: of("visible", "%", 0.01, 0.5, "Our limit"),
  spot_contrast: of("visible", "%", 0.02, 0.9, "Our limit"),
  spot_share: of("visible", "%", 0.0005, 0.5, "Our limit"),
  veil_gain: of("visible", "", 0.05, 5, "Our assumption; compare with a reflectometer"),
  least_irradiance: of("condition", "W/m²", 0, 1200, `600 W/m²: ${IEC}`),
  most_wind: of("condition", "m/s", 0.5, 30, "Raptor Maps: 6.7 m/s"),
  camera_k: of("uncertainty", "K", 0.1, 10, `±2 K, evenly distributed: ${IEC}`),
  camera_relative_k: of("uncertainty", "K", 0.05, 5, "Our assumption: noise and vignetting"),
  irradiance_share: of("uncertainty", "%", 0.005, 0.5, "Class B pyranometer in the module plane"),
  heat_loss_share: of("uncertainty", "%", 0.02, 0.6, "ASME JSEE 136/011006: 17 to 19%"),
  wind_share: of("uncertainty", "%", 0.02, 0.8, "Our assumption: the collector shelters the tube"),
  fluid_k: of("uncertainty", "K", 0.2, 20, "Our assumption: a class B sensor per loop"),
  fluid_survey_k: of(
    "uncertainty",
    "K",
    0,
    60,
    "Our assumption: all fluids wrong alike, which intact tubes do not show",
  ),
  repeat_share: of("uncertainty", "%", 0.001, 0.3, "Our assumption: the wind at the tubes differs"),
  camera_position_m: of("uncertainty", "m", 1.5, 10, "Our assumption: no satellite corrections"),
  camera_height_share: of("uncertainty", "%", 0.001, 0.2, "Our assumption: a barometer"),
  tracker_width_share: of("uncertainty", "%", 0.0002, 0.05, "Our assumption: the twin's width"),
  aperture_share: of("uncertainty", "%", 0.0002, 0.05, "Our assumption"),
  veil_gain_share: of("uncertainty", "%", 0.01, 1, "Our assumption"),
  brightness_error: of("uncertainty", "%", 0.001, 0.2, "Our assumption: light across an image"),
  neighbours: of("pixel", "", 9, 1000, "Our limit: more than two strings"),
  least_intact: of("pixel", "", 3, 1000, "Our limit"),
  edge_pixels: of("pixel", "px", 0, 5, "Half a pixel's diagonal, and half a pixel of blur"),
  blur_pixels: of("pixel", "px", 0, 5, "Our assumption: a lens in focus"),
  least_pixels: of("pixel", "px", 1, 400, `5 × 5 pixels of a cell without its edge: ${IEC}`),
  least_share: of("pixel", "%", 0.05, 1, "Our limit"),
  cell_m: of("pixel", "m", 0.05, 0.4, "Side of a silicon cell, 156 mm"),
};

function of(
  group: EvaluationGroup,
  unit: string,
  least: number,
  greatest: number,
  source: string,
): EvaluationLimit {
  return { group, unit, least, greatest, source };
}

/** A plant's own values; what is absent is the default. */
export const evaluationChangesShape = z.partialRecord(z.enum(evaluationKeys), realShape);
export type EvaluationChanges = z.infer<typeof evaluationChangesShape>;

export function settingsWith(changes: EvaluationChanges): EvaluationSettings {
  const settings: Record<EvaluationKey, number> = { ...evaluationSettings };
  for (const key of evaluationKeys) settings[key] = changes[key] ?? settings[key];
  return settings;
}

/** The second of each pair is the limit of the worse class. */
const ordered = [
  ["hotspot_k", "hotspot_strong_k"],
  ["tracker_lag_deg", "tracker_stuck_deg"],
  ["tracking_offset_mrad", "tracking_defocus_mrad"],
] as const satisfies readonly (readonly [EvaluationKey, EvaluationKey])[];

/** Why these values cannot be set, or null. */
export function evaluationRefusal(changes: EvaluationChanges): Refusal | null {
  for (const key of evaluationKeys) {
    const value = changes[key];
    if (value === undefined) continue;
    const { least, greatest } = evaluationLimits[key];
    if (!(value >= least && value <= greatest)) {
      const values = { value: String(value), least, greatest };
      return { reason: "condition_value_bad", field: key, values };
    }
  }
  const settings = settingsWith(changes);
  const below = ordered.find(([lower, upper]) => settings[upper] < settings[lower]);
  return below ? { reason: "evaluation_strong_below", field: below[1] } : null;
}
