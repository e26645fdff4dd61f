// What an evaluation of rasters says about itself.
import { z } from "zod";
import type { Twin } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import type { Problem } from "../error.ts";
import { problemShape } from "../error-shape.ts";
import { temperatureScaleShape, type TemperatureScale } from "../raster/temperature.ts";
import { countedLinesShape, type CountedLines } from "./condition/counted-rows.ts";
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
import { rangeEndShape, type RangeEnd } from "./range-end.ts";
import { controlChecks, rasterControlShape, type RasterControl } from "./place/control-point.ts";
import { imageCountsShape, type ImageCounts } from "./image-count.ts";
import { imagePlacesShape, type ImagePlaces } from "./place/image-places.ts";
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
  /** What a user says of the numbers of single images that were exported as TIFF. */
  readonly image_temperatures: TemperatureScale | null;
  /** Where a person says that files lie. */
  readonly control_points: readonly RasterControl[];
  /** Rasters that show colours, and what they say of tubes, mirrors and modules. */
  readonly visible: readonly string[];
  /** Rasters that are neither temperatures nor colours. */
  readonly ignored: readonly string[];
  /** Rasters that show temperatures as colours, or that have no colours: nothing of them counts. */
  readonly false_colour: readonly string[];
  /** Single-band rasters whose temperatures were not confirmed. */
  readonly unconfirmed: readonly string[];
  /** Rasters that were left out, because their place is not known: why, and the file. */
  readonly unplaced: readonly Problem[];
  /** Rasters that are filled outside with a number that they do not state as "no data": such pixels have no value. */
  readonly filled: readonly { readonly file: string; readonly value: number }[];
  /** Rasters whose pixels lay nearest in another one: of their spots, reflections cannot be distinguished. */
  readonly nearest: readonly string[];
  /** Files in which the range of the camera ended. */
  readonly range_ends: readonly RangeEnd[];
  readonly registrations: readonly RasterRegistration[];
  readonly images: ImageCounts;
  /** Where those lie whose rows were matched; null for none. */
  readonly image_places: ImagePlaces | null;
  /** The weakest hotspot of one cell that the survey can show; null for tubes and without an irradiance. */
  readonly least_hotspot: Sharpness | null;
  /** Those that count. */
  readonly condition_rows: readonly ConditionRow[];
  /** Which lines count of each quantity, and why others do not. */
  readonly condition_lines: readonly CountedLines[];
  /** What was passed over in the conditions file, and what was assumed of it. */
  readonly condition_notes: readonly Problem[];
  /** Tables that are no conditions by their names; nothing reads them. */
  readonly other_tables: readonly string[];
  /** Means over the survey. */
  readonly conditions: Readonly<Record<string, number>>;
  readonly left_out: readonly LeftOut[];
  readonly settings: EvaluationSettings;
  /** As the plant states it, with which the losses were calculated. */
  readonly wiring: StatedWiring;
  /** Power of a module in W; null where it is not known: the losses are shares alone. */
  readonly rated_w: number | null;
  readonly twin_version: number;
  readonly measured: number;
  readonly not_inspected: number;
  /** Why findings were withheld. */
  readonly implausible: readonly Implausible[];
  /** The intact tubes contradict the stated conditions: wind, fluid, air or camera must be wrong. */
  readonly is_contradicted: boolean;
  /** Components without a value because the place of all their rasters is not sure. */
  readonly place_not_sure: number;
  /** Components with a temperature by which no fault was judged; those that colours show are measured, too. */
  readonly not_judged: number;
  readonly pixels: number;
  /** Values by key figure that are beyond its range and were left out. */
  readonly beyond_range: Readonly<Record<string, number>>;
  /** Key figures with imported values, which were left as they are. */
  readonly kept: readonly string[];
  /** Findings for the review. */
  readonly flagged: number;
  /** Findings of modules or tubes, and how many of them have a close-up. */
  readonly close_ups: { readonly findings: number; readonly pictured: number };
  /** By key figure. */
  readonly formulas: Readonly<Record<string, string>>;
  /** SHA-256 of the values by key figure: little-endian float32 or bytes, in the order of the twin's rows. */
  readonly outputs: Readonly<Record<string, string>>;
};

const countedShape = z.object({
  temperatures: z.array(temperatureRasterShape),
  // Logs of earlier versions have none.
  image_temperatures: temperatureScaleShape.nullable().default(null),
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
  rated_w: z.number().nullable().optional(),
});
export type Counted = Pick<SurveyLog, keyof z.infer<typeof countedShape>>;

/**
 * True if an evaluation today would count with other conditions, temperatures, control points or limits than this log
 * (JSON).
 */
export function isOutdated(log: string, now: Counted): boolean {
  const before = countedShape.parse(JSON.parse(log));
  const wordsOf = (counted: z.infer<typeof countedShape>) => {
    const { temperatures, control_points, condition_rows, settings, wiring, rated_w } = counted;
    const { unit, factor, offset } = counted.image_temperatures ?? {};
    return JSON.stringify([
      [unit, factor, offset].join(" ").trim(),
      before.wiring && [wiring?.modules_per_string, wiring?.strings_per_tracker],
      before.rated_w !== undefined && rated_w,
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
      uncertainty_m: number.nullable().default(null),
      ground_alike: number.nullable().default(null),
      divided: number.nullable().default(null),
      shifted: number.nullable().default(null),
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
      uncertainty_m: number.nullable(),
      ground_alike: number.nullable(),
      divided: number.nullable(),
      shifted: number.nullable(),
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
  unplaced: z.array(problemShape).default([]),
  filled: z.array(z.object({ file: z.string(), value: number })).default([]),
  nearest: words.default([]),
  range_ends: z.array(rangeEndShape).default([]),
  visible: words.default([]),
  false_colour: words.default([]),
  registrations: z.array(shownPlaceShape),
  images: imageCountsShape,
  image_places: imagePlacesShape.nullable().default(null),
  least_hotspot: z
    .object({
      kelvin: number,
      pixel_m: number,
      noise_k: number,
      module_error_k: number.optional(),
      module_limit_k: number.optional(),
      module_scatter_k: number.optional(),
      substring_share: number.optional(),
    })
    .nullable()
    .default(null),
  conditions: z.record(z.string(), number),
  // Logs of earlier versions have none.
  condition_lines: z.array(countedLinesShape).default([]),
  condition_notes: z.array(problemShape).default([]),
  other_tables: words.default([]),
  left_out: z.array(z.object({ quantity: z.enum(quantityNames), key_figures: words })),
  settings: z.record(z.string(), number),
  twin_version: number,
  measured: number,
  not_inspected: number,
  place_not_sure: number.optional(),
  not_judged: number.default(0),
  implausible: z
    .array(z.object({ gate: z.enum(gates), share: number, key_figure: z.string().nullable() }))
    .default([]),
  is_contradicted: z.boolean().default(false),
  kept: words,
  beyond_range: z.record(z.string(), number).default({}),
  flagged: number,
  close_ups: z.object({ findings: number, pictured: number }).nullable().default(null),
  formulas: z.record(z.string(), z.string()),
});
/** The same with what earlier versions did not store. */
export const shownLogShape = storedLogShape.transform(({ method, place_not_sure, ...log }) => ({
  ...log,
  method: methodOf(method, place_not_sure),
  place_not_sure: place_not_sure ?? 0,
}));
export type ShownLog = z.infer<typeof shownLogShape>;
