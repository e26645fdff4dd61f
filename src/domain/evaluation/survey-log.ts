// What an evaluation of rasters says about itself.
import { z } from "zod";
import type { Twin } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import {
  conditionRowShape,
  quantityNames,
  temperatureRasterShape,
  type ConditionRow,
  type LeftOut,
  type TemperatureRaster,
} from "./condition-record.ts";
import { methodOf } from "./evaluation-age.ts";
import type { Sharpness } from "./spot/least-hotspot.ts";
import { gates, type Implausible } from "./plausibility.ts";
import { controlChecks, rasterControlShape, type RasterControl } from "./place/control-point.ts";
import type { Registration } from "./registration.ts";
import type { StatedWiring } from "../loss/wiring.ts";
import { evaluationKeys } from "./evaluation-limit.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";

/** The type of component that rasters are evaluated for; null for a twin without one. */
export function surveyedType({ levels }: Pick<Twin, "levels">): "module" | "absorber_tube" | null {
  const has = (type: ComponentType) => levels.some(({ component_type }) => component_type === type);
  if (has("module")) return "module";
  return has("absorber_tube") ? "absorber_tube" : null;
}

/** How a raster was moved onto the plant; null where its place was not found: nothing of it is used. */
export type RasterRegistration = { readonly file: string; readonly found: Registration | null };

/** What the evaluation did, so that it can be repeated and compared: the same inputs give the same log. */
export type SurveyLog = {
  /** Of the product. */
  readonly version: string;
  /** Number of the way in which it was evaluated, see `evaluation-age.ts`. */
  readonly method: number;
  readonly inputs: readonly { readonly name: string; readonly sha256: string }[];
  readonly temperatures: readonly TemperatureRaster[];
  /** Where a person says that files lie. */
  readonly control_points: readonly RasterControl[];
  /** Rasters that show colours, and what they say of tubes, mirrors and modules. */
  readonly visible: readonly string[];
  /** Rasters that are neither temperatures nor colours. */
  readonly ignored: readonly string[];
  /** Single-band rasters whose temperatures were not confirmed. */
  readonly unconfirmed: readonly string[];
  readonly registrations: readonly RasterRegistration[];
  /** Thermal images that were measured, those whose rows were matched, those without a published formula; visible ones. */
  readonly images: {
    readonly measured: number;
    readonly placed: number;
    readonly without_temperature: number;
    readonly visible: number;
    /** Visible images that are stored in another size than they are shown: their camera does not fit their pixels. */
    readonly turned: number;
    /** Visible images whose place is not sure, so that nothing of them counts. */
    readonly visible_not_sure: number;
  };
  /** The weakest hotspot of one cell that the survey can show; null for tubes and without an irradiance. */
  readonly least_hotspot: Sharpness | null;
  readonly condition_rows: readonly ConditionRow[];
  /** Means over the survey. */
  readonly conditions: Readonly<Record<string, number>>;
  readonly left_out: readonly LeftOut[];
  readonly settings: EvaluationSettings;
  /** As the plant states it, with which the losses were calculated. */
  readonly wiring: StatedWiring;
  readonly twin_version: number;
  readonly measured: number;
  readonly not_inspected: number;
  /** Why findings were withheld. */
  readonly implausible: readonly Implausible[];
  /** Components without a value because the place of all their rasters is not sure. */
  readonly place_not_sure: number;
  readonly pixels: number;
  /** Values by key figure that are beyond its range and were left out. */
  readonly beyond_range: Readonly<Record<string, number>>;
  /** Key figures with imported values, which were left as they are. */
  readonly kept: readonly string[];
  /** Findings for the review. */
  readonly flagged: number;
  /** By key figure. */
  readonly formulas: Readonly<Record<string, string>>;
  /** SHA-256 of the values by key figure: little-endian float32 or bytes, in the order of the twin's rows. */
  readonly outputs: Readonly<Record<string, string>>;
};

const MODULE =
  "max(median of the module, warmest substring, median + restored warmth of the hottest cell) - median of the healthy modules around, all pixels inside the edge";
const formulas: Readonly<Record<string, string>> = {
  module_temperature: "median of the pixels inside the edge",
  delta_t_normalised: `(${MODULE}) * 1000 / irradiance`,
  delta_t_uncertainty:
    "2 * root((unevenness * f)^2 + (noise * f)^2 + (reference * f)^2 + (cells * f)^2 + (4 % of a warm substring)^2), unevenness: between places of the survey, else camera_relative_k; reference: of the modules around and of their tables; cells: noise, blur, size and place of hot cells; f = 1000 / irradiance, whose error (irradiance_share) is the same for all values and not in it",
  review_mark:
    "reflection possible: a disc anywhere fits the pixels of a hot group better than cells of the grid, and no cell of a sixth or a fifth of the width, whole or half, fits as well anywhere; that group is no hotspot then, and without another one the module has no temperature difference: it is not sure",
  hotspots:
    "groups of at least two pixels hotspot_k over their substring; strong from hotspot_strong_k",
  hot_cell_count:
    "cells of hotspot_k or more, in a grid of six across the module, whole or half: least squares over the pixels of the hot groups, blurred by the lens and the pixels, not below zero",
  bypass_diode:
    "thirds of the width whose median is substring_warm_k over the coolest one, but for band_modules modules in a row with the same ones",
  open_string: "string_modules or more warm modules side by side on one tracker",
  module_offline: "median module_warm_k over the healthy modules around, normalised",
  module_missing:
    "median missing_cold_k below the healthy modules around, normalised; or no step to the ground beside and its roughness, or warmer than an open module can be; open or missing where neither roughness nor temperature says which; no value where it looks as the modules and as the ground, and is not more even than the ground",
  missing_glass_tube:
    "median colour missing_contrast from that of the tubes around, and no line along the tube that is half as much brighter as theirs",
  mirror_missing:
    "median colour missing_contrast from that of the mirrors around at the same place of the parabola, or as much redder and less blue together",
  mirror_damage:
    "share of pixels odd_contrast from the mirror's median: broken from broken_share, at the edge from chipped_share chipped, as a dark band corroded",
  mirror_cleanliness:
    "100 % * (1 - veil_gain * (brightness - clean) / (1 - clean)), clean: the darkest quarter of the mirrors around",
  mirror_cleanliness_uncertainty:
    "2 * root((100 % * veil_gain / (1 - clean))^2 * (noise^2 + (noise of clean)^2 + brightness_error^2) + (lost * veil_gain_share)^2)",
  mirror_soiling: "mirror_cleanliness against 97, 94 and 90 %",
  soiling:
    "100 % * veil_gain * (brightness - clean) / (1 - clean), clean: the darkest quarter of the modules around",
  soiling_uncertainty:
    "2 * root((100 % * veil_gain / (1 - clean))^2 * (noise^2 + (noise of clean)^2 + brightness_error^2) + (soiling * veil_gain_share)^2)",
  edge_heating: "soil_warm_k over the opposite half at an edge, thinning out, in this module alone",
  soiling_pattern:
    "thermal: soil_warm_k at an edge, thinning out, on band_modules modules side by side; visible: droppings from spot_share of bright spots; towards an edge from soil_contrast; uniform from soil_contrast over the clean modules around",
  vegetation: "shade_share of another colour that reaches the edge and is greener",
  shading:
    "share of at least shade_share that is shade_cold_k colder and reaches the edge; on band_modules modules side by side it is row to row",
  class_of_abnormality:
    "worst severity of all faults of the module, delta_t_normalised against 4, 10 and 20 K among them",
  fault_type:
    "the worst fault of the module; of equally severe ones the first of missing, open string, open, bypassed, broken glass, junction box, hotspot, connection, shade, soil, heat",
  performance_loss:
    "share of a module's power that its own fault takes: by what its string would lose by it alone (single-diode equation, three substrings with bypass diodes), at most 100 %",
  string_power_loss:
    "(what the strings in parallel lose together, divided by what each string and each module would cost alone) - power_loss",
  power_loss_uncertainty:
    "root((greatest difference to strings of other lengths and numbers, where they are not stated)^2 + (3 % of the loss)^2 + (soiling_uncertainty)^2)",
  power_loss: "performance_loss * nominal capacity / number of modules",
  tube_energy_loss:
    "(heat_loss - q_vacuum at the fluid's temperature) * length * 3,000 h (NREL SAM, PTR70 2008)",
  tracker_angle_deviation:
    "tilt - median tilt of the trackers around, tilt by least squares over the looks: width_seen = X_right - X_left, X = X_camera + (x - X_camera) * H / (H - z), x = +-width / 2 * cos(tilt), z = -+width / 2 * sin(tilt); in an orthomosaic width_seen = width * cos(tilt)",
  tracker_angle_uncertainty:
    "2 * root(edges^2 + scale^2 + (trackers around)^2); scale by the distances of the rows in the image, else camera_height_share",
  tracker_stuck:
    "tracker_angle_deviation against tracker_lag_deg and tracker_stuck_deg; no class where the uncertainty leaves it open",
  tracking_deviation:
    "tilt - tilt that faces the sun at the time of the image; tilt by least squares over the looks from the width between both rims",
  tracking_deviation_uncertainty:
    "2 * root(edges^2 + scale^2 + (tilt by camera_position_m)^2 + (tilt by aperture_share)^2)",
  tracking_state:
    "tracking_deviation against tracking_offset_mrad and tracking_defocus_mrad; no class where the uncertainty leaves it open",
  infrared_intensity: "median of the warmest strip along the tube, inside the edge",
  glass_surface_temperature:
    "((T^4 - (1 - emissivity) * T_reflected^4) / emissivity)^(1/4), T in K, T the infrared intensity",
  heat_loss:
    "pi * 0.12 m * (h * (T_glass - T_ambient) + 0.86 * sigma * (T_glass^4 - (T_ambient - 8 K)^4)), h by Churchill and Chu, or Churchill and Bernstein",
  heat_loss_uncertainty:
    "root((heat_loss_share * q)^2 + (2 * dq by camera_k and noise)^2 + (2 * dq by wind_share)^2)",
  heat_loss_ratio:
    "(q - q_vacuum) / (q_hydrogen - q_vacuum) at the fluid's temperature (NREL SAM, PTR70 2008)",
  glass_tube_temperature: "heat_loss_ratio against 0.15, 0.4 and 0.8",
  heat_loss_over_intact:
    "(q - q_vacuum) / (q_hydrogen - q_vacuum) * (q_hydrogen - q_vacuum at 393 °C, 25 °C, 2 m/s), q with the camera's offset and the wind that the intact tubes of the analysis show",
  heat_loss_over_intact_uncertainty:
    "2 * root of the squares of camera_relative_k and noise, fluid_k, repeat_share and what the fit leaves open",
};

/** How each of these key figures was computed. */
export function formulasOf(keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.flatMap((key) => (formulas[key] ? [[key, formulas[key]]] : [])));
}

const countedShape = z.object({
  temperatures: z.array(temperatureRasterShape),
  // Logs of earlier versions have none.
  control_points: z.array(rasterControlShape).default([]),
  condition_rows: z.array(conditionRowShape),
  settings: z.record(z.string(), z.number()),
  // Logs of earlier versions have none.
  wiring: z
    .object({
      modules_per_string: z.number().nullable(),
      strings_per_tracker: z.number().nullable(),
    })
    .optional(),
});
export type Counted = Pick<SurveyLog, keyof z.infer<typeof countedShape>>;

/**
 * True if an evaluation today would count with other conditions, temperatures, control points or limits than this log
 * (JSON).
 */
export function isOutdated(log: string, now: Counted): boolean {
  const before = countedShape.parse(JSON.parse(log));
  const wordsOf = (counted: z.infer<typeof countedShape>) => {
    const { temperatures, control_points, condition_rows, settings, wiring } = counted;
    return JSON.stringify([
      before.wiring && [wiring?.modules_per_string, wiring?.strings_per_tracker],
      temperatures
        .map(({ sha256, unit, factor, offset }) => [sha256, unit, factor, offset].join(" ").trim())
        .toSorted(),
      control_points.map((one) => JSON.stringify([one.sha256, one.points])).toSorted(),
      condition_rows.map(({ quantity, component, measured_at, value }) => [
        quantity,
        component,
        measured_at,
        value,
      ]),
      // Limits that a newer version of the product has added are no change.
      evaluationKeys.filter((key) => key in before.settings).map((key) => settings[key]),
    ]);
  };
  return wordsOf(before) !== wordsOf(countedShape.parse(now));
}

const number = z.number();
const controlStatementShape = z
  .object({ points: number, residual_m: number, check: z.enum(controlChecks) })
  .nullable();
/** Where a raster lies, as it is shown; null where no pattern was found. */
export const shownPlaceShape = z.object({
  file: z.string(),
  found: z
    .object({
      shift_m: z.tuple([number, number]),
      turn_mrad: number,
      residual_m: number,
      is_ambiguous: z.boolean(),
      // Logs of earlier versions have no count of rejected windows.
      blocks: number.default(0),
      rejected: number.nullable().default(null),
      rival_m: number.nullable().default(null),
      ground_alike: number.nullable().default(null),
      control: controlStatementShape.default(null),
    })
    .nullable(),
});
export type ShownPlace = z.infer<typeof shownPlaceShape>;
/** The same in an answer, where nothing is left out. */
export const answeredPlaceShape = z.object({
  file: z.string(),
  found: z
    .object({
      shift_m: z.tuple([number, number]),
      turn_mrad: number,
      residual_m: number,
      is_ambiguous: z.boolean(),
      blocks: number,
      rejected: number.nullable(),
      rival_m: number.nullable(),
      ground_alike: number.nullable(),
      control: controlStatementShape,
    })
    .nullable(),
});
const words = z.array(z.string());
/** The parts of a log that are shown on a screen as they are stored, by this version or an earlier one. */
export const storedLogShape = z.object({
  version: z.string(),
  method: number.optional(),
  inputs: z.array(z.object({ name: z.string(), sha256: z.string() })),
  unconfirmed: words,
  visible: words.default([]),
  registrations: z.array(shownPlaceShape),
  images: z.object({
    measured: number,
    placed: number,
    without_temperature: number,
    visible: number.default(0),
    turned: number.default(0),
    visible_not_sure: number.default(0),
  }),
  least_hotspot: z
    .object({ kelvin: number, pixel_m: number, noise_k: number, module_error_k: number.optional() })
    .nullable()
    .default(null),
  conditions: z.record(z.string(), number),
  left_out: z.array(z.object({ quantity: z.enum(quantityNames), key_figures: words })),
  settings: z.record(z.string(), number),
  twin_version: number,
  measured: number,
  not_inspected: number,
  place_not_sure: number.optional(),
  implausible: z
    .array(z.object({ gate: z.enum(gates), share: number, key_figure: z.string().nullable() }))
    .default([]),
  kept: words,
  beyond_range: z.record(z.string(), number).default({}),
  flagged: number,
  formulas: z.record(z.string(), z.string()),
});
/** The same with what earlier versions did not store. */
export const shownLogShape = storedLogShape.transform(({ method, place_not_sure, ...log }) => ({
  ...log,
  method: methodOf(method, place_not_sure),
  place_not_sure: place_not_sure ?? 0,
}));
export type ShownLog = z.infer<typeof shownLogShape>;
