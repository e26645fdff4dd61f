// Absorber tubes in thermal rasters: the temperature of their glass, and the heat that they lose.
import { MISSING_U8 } from "../../column/column.ts";
import type { Geometry } from "../../component/component-index.ts";
import { componentSurvey, noiseOf, type ComponentSurvey } from "../component-survey.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { FindingColumns } from "../module/module-finding.ts";
import { combinedLook } from "../look.ts";
import { medianOf } from "../../median.ts";
import type { MeasuredComponent } from "../raster-survey.ts";
import {
  aboveIntact,
  isContradiction,
  MOST_APART,
  mostSun,
  surveyError,
} from "./intact-reference.ts";
import { shareInOtherLines } from "./level-line.ts";
import { linesOf, shareOnOtherLevel } from "./level-step.ts";
import { FLUID_SIGMA, lossOverIntact } from "./loss-over-intact.ts";
import type { Condition, SurveyConditions } from "../condition-record.ts";
import {
  differentLevels,
  implausibleTubes,
  impossibleLosses,
  withoutIntact,
  type Implausible,
  type SeenGlass,
} from "../plausibility.ts";
import { isCalm } from "../survey-condition.ts";
import { glassClass, heatLoss, heatLossRatio } from "./receiver-heat.ts";
import { HOURS_OF_COLUMN } from "../../loss/component-loss.ts";
import { COVERAGE, surfaceTemperature, tubeCondition, tubeHeat } from "./tube-heat.ts";

/** Temperature of the fluid in °C by row of the tube; undefined where it is not known. */
export type FluidOf = (row: number) => Condition | undefined;

type MeasuredTube = { readonly row: number; readonly apparent: number; readonly noise_k: number };

export function tubeSurvey(
  geometry: Geometry,
  conditions: SurveyConditions,
  fluidOf: FluidOf,
  settings: EvaluationSettings,
): ComponentSurvey & {
  /** The intact tubes contradict the stated conditions; known after `columns`. */
  isContradicted(): boolean;
} {
  let isContradicted = false;
  let apart: number | null = null;
  const survey = componentSurvey<MeasuredTube>({
    geometry,
    validity: "tube_inspection_validity",
    isSound: isCalm(conditions.values, settings),
    keep: (one) => ({
      row: one.row,
      apparent: coreOf(one, geometry.width[one.row]!),
      noise_k: noiseOf(one),
    }),
    combine(several) {
      const { temperature: apparent, noise_k } = combinedLook(
        several.map(({ kept, quality }) => ({ ...kept, temperature: kept.apparent, quality })),
      );
      return { row: several[0]!.kept.row, apparent, noise_k };
    },
    columns: (tubes, beyond) =>
      tubeFindings(geometry, tubes, conditions, fluidOf, settings, {
        contradicted: () => (isContradicted = true),
        uneven: (share) => (apart = share),
        beyond,
      }),
    beyond: {
      validity: BEYOND_CAMERA,
      kept: ["infrared_intensity", "glass_surface_temperature"],
      // A warmer tube has no better class than the worst.
      isCertain: (key, value) => key === "glass_tube_temperature" && value === WORST_CLASS,
    },
    implausible: (columns) =>
      apart === null ? implausibleOf(columns, conditions, fluidOf) : differentLevels(apart),
    kept_by_gate: ["infrared_intensity", "glass_surface_temperature"],
  });
  return { ...survey, isContradicted: () => isContradicted };
}

/** Class of the validity of tubes that reach the end of the camera's range. */
export const BEYOND_CAMERA = 5;
const WORST_CLASS = 4;

/** Pixels across a strip along the tube. */
const STRIP_PIXELS = 0.5;
/** Part of the pixels of a tube that a strip has at least. */
const LEAST_SHARE = 0.15;

/**
 * Temperature along the middle of a tube, which is a few pixels wide: beside its middle pixels already see the cold
 * mirror. The warmest strip along the tube counts, because its place is known to a pixel or so.
 */
function coreOf({ pixels, frame, pixel_m2, statistics }: MeasuredComponent, width_m: number) {
  const { values, columns, rows } = pixels;
  const across = width_m / Math.sqrt(pixel_m2) / STRIP_PIXELS;
  const strips = Map.groupBy(values.keys(), (at) =>
    Math.floor((frame(columns[at]! + 0.5, rows[at]! + 0.5)[1] - 0.5) * across),
  );
  const medians = [...strips.values()]
    .filter((all) => all.length >= LEAST_SHARE * values.length)
    .map((all) => medianOf(all.map((at) => values[at]!)));
  return Math.max(statistics.median, ...medians);
}

function implausibleOf(
  columns: FindingColumns,
  { values: { ambient, wind, dni } }: SurveyConditions,
  fluidOf: FluidOf,
): readonly Implausible[] {
  const glass = columns["glass_surface_temperature"];
  if (!ambient || !glass) return [];
  const seen: SeenGlass[] = [];
  for (let row = 0; row < glass.length; row++) {
    const fluid = Number.isNaN(glass[row]!) ? undefined : fluidOf(row)?.mean;
    if (fluid !== undefined) seen.push({ glass: glass[row]!, fluid });
  }
  const ratios = Array.from(columns["heat_loss_ratio"] ?? []).filter((one) => !Number.isNaN(one));
  const found = implausibleTubes(seen, ratios, ambient.mean);
  // With a reference to the survey's own intact tubes the conditions were put right.
  if (found.length > 0 || !wind || !dni || columns["heat_loss_over_intact"]) return found;
  const weather = { ambient: ambient.mean, wind: wind.mean, dni: dni.mean };
  const [losses, reach] = [columns["heat_loss"] ?? [], columns["heat_loss_uncertainty"] ?? []];
  const least: number[] = [];
  for (let row = 0; row < losses.length; row++) {
    const fluid = Number.isNaN(losses[row]!) ? undefined : fluidOf(row)?.mean;
    if (fluid === undefined) continue;
    // Sunlight in the glass can only make less of a loss.
    const up = Math.sqrt(Math.max(0, reach[row]! ** 2 - mostSun(dni.mean) ** 2));
    least.push(losses[row]! + up - heatLoss("vacuum", fluid, weather));
  }
  const impossible = impossibleLosses(least);
  return impossible.length > 0 ? impossible : withoutIntact(ratios.map(glassClass));
}

/**
 * Each step needs more conditions than the one before: emissivity and reflected temperature for the glass, ambient
 * temperature and wind for the heat loss, the fluid and the direct irradiance for ratio and class. What is missing
 * ends there.
 */
function tubeFindings(
  geometry: Geometry,
  tubes: readonly MeasuredTube[],
  { values }: SurveyConditions,
  fluidOf: FluidOf,
  settings: EvaluationSettings,
  {
    contradicted,
    uneven,
    beyond,
  }: {
    readonly contradicted: () => void;
    /** Parts of the survey show different temperature levels. @param share of the tubes that look intact */
    readonly uneven: (share: number) => void;
    /** Rows of tubes that are warmer than they show: they say nothing of the intact ones. */
    readonly beyond: ReadonlySet<number>;
  },
): FindingColumns {
  const { count, length } = geometry;
  const numbers = () => new Float32Array(count).fill(NaN);
  const columns: FindingColumns = { infrared_intensity: numbers() };
  for (const { row, apparent } of tubes) columns["infrared_intensity"]![row] = apparent;
  const { emissivity, reflected, ambient, wind, dni } = values;
  if (!emissivity || !reflected) return columns;
  const surface = { emissivity: emissivity.mean, reflected: reflected.mean };
  const glass = numbers();
  for (const { row, apparent } of tubes) glass[row] = surfaceTemperature(apparent, surface);
  const seen = { ...columns, glass_surface_temperature: glass };
  if (!ambient || !wind) return seen;
  const [loss, uncertainty, ratio] = [numbers(), numbers(), numbers()];
  const [energy, energyUncertainty] = [numbers(), numbers()];
  const classes = new Uint8Array(count).fill(MISSING_U8);
  const weather = { ambient: ambient.mean, wind: wind.mean };
  const undecided: number[] = [];
  for (const { row, apparent, noise_k } of tubes) {
    const heat = tubeHeat(apparent, surface, weather, noise_k, settings);
    // Glass that is no warmer than the air says nothing of a loss: not "0, exactly".
    if (!(heat.heat_loss > 0)) continue;
    loss[row] = heat.heat_loss;
    uncertainty[row] = heat.uncertainty;
    const fluid = fluidOf(row);
    if (!fluid || !dni) continue;
    const found = tubeCondition(heat.heat_loss, fluid.mean, { ...weather, dni: dni.mean });
    if (!found) continue;
    const intact = (k: number) => heatLoss("vacuum", fluid.mean + k, { ...weather, dni: dni.mean });
    // Signed: noise about the intact tube adds up to nothing.
    energy[row] = yearly(heat.heat_loss - intact(0), length[row]!);
    const wrong_k = FLUID_SIGMA * settings.fluid_survey_k;
    const byFluid =
      COVERAGE * Math.hypot(settings.fluid_k, wrong_k) * ((intact(1) - intact(-1)) / 2);
    const more = Math.hypot(heat.uncertainty, byFluid);
    // Sunlight can only make less of a loss.
    const reach = Math.hypot(more, mostSun(dni.mean));
    const isGood = (loss: number) =>
      glassClass(heatLossRatio(loss, fluid.mean, { ...weather, dni: dni.mean })) === 1;
    if (isGood(heat.heat_loss - reach) !== isGood(heat.heat_loss + more)) undecided.push(row);
    energyUncertainty[row] = yearly(reach, length[row]!);
    ratio[row] = found.ratio;
    classes[row] = found.class;
  }
  const lost = { ...seen, heat_loss: loss, heat_loss_uncertainty: uncertainty };
  if (!dni) return lost;
  const local = { ...weather, dni: dni.mean };
  const known = tubes.flatMap((tube) => {
    const fluid = fluidOf(tube.row)?.mean;
    return fluid === undefined ? [] : [{ ...tube, fluid }];
  });
  const isJudged = classes.some((value) => value !== MISSING_U8);
  // In the order of the rows neighbours on the ground follow each other.
  const shown = known.filter(({ row }) => !beyond.has(row)).toSorted((a, b) => a.row - b.row);
  const fit = isJudged ? surveyError(shown, surface, local, settings) : null;
  // None of the levels is the reference of the others, and by the stated conditions alone a part has wrong classes. Tubes
  // that differ one by one leave the stated conditions as the only reference.
  if (isJudged) {
    const lines = linesOf(shown, geometry).map((own) => {
      const above = aboveIntact(own, surface, local);
      return own.map((tube, at) => ({ ...tube, miss_k: above[at]! }));
    });
    const stepped = Math.max(
      shareOnOtherLevel(lines.flat(), settings.camera_relative_k),
      shareInOtherLines(lines, settings.camera_relative_k),
    );
    if (fit?.is_uneven && fit.are_together) uneven(fit.apart);
    else if (stepped > MOST_APART) uneven(stepped);
    else if (fit?.is_uneven) contradicted();
  }
  const error = fit?.is_uneven ? null : fit;
  // The glass gives off sunlight besides the loss. Without intact tubes that agree, nothing says how much.
  const [sun, sunReach] = error
    ? [error.sun, COVERAGE * Math.sqrt(Math.max(0, error.covariance[3]![3]!))]
    : [0, mostSun(dni.mean)];
  for (const { row } of tubes) {
    loss[row] = loss[row]! > sun ? loss[row]! - sun : NaN;
    uncertainty[row] = Number.isNaN(loss[row]!) ? NaN : Math.hypot(uncertainty[row]!, sunReach);
  }
  if (!isJudged) return lost;
  const judged = {
    ...lost,
    heat_loss_ratio: ratio,
    glass_tube_temperature: classes,
    tube_energy_loss: energy,
    tube_energy_loss_uncertainty: energyUncertainty,
  };
  if (!error) {
    // By the stated conditions alone good and ill tubes look alike where both are in the interval of the heat loss.
    for (const row of undecided) classes[row] = MISSING_U8;
    return judged;
  }
  const [over, overUncertainty] = [numbers(), numbers()];
  // A wind in km/h, or of another place, or a wrong fluid: the tubes cannot say which. The loss has both in its interval.
  const isContradicted = isContradiction(error);
  if (isContradicted) contradicted();
  for (const tube of known) {
    const found = lossOverIntact(tube, surface, local, error, settings);
    if (!found) continue;
    over[tube.row] = found.value;
    overUncertainty[tube.row] = found.uncertainty;
    if (isContradicted && !Number.isNaN(loss[tube.row]!)) {
      const own = Math.hypot(found.loss_uncertainty, settings.heat_loss_share * found.loss);
      const [stated, reach] = [loss[tube.row]!, uncertainty[tube.row]!];
      const [low, high] = [
        Math.min(stated - reach, found.loss - own),
        Math.max(stated + reach, found.loss + own),
      ];
      loss[tube.row] = (low + high) / 2;
      uncertainty[tube.row] = (high - low) / 2;
    }
    // What the survey's own intact tubes show counts more than the conditions as they were stated.
    if (classes[tube.row] === MISSING_U8) continue;
    ratio[tube.row] = found.ratio;
    classes[tube.row] = glassClass(found.ratio);
    energy[tube.row] = yearly(found.local, length[tube.row]!);
    // Intact tubes are the reference: what they are wrong by is noise, which adds up to nothing.
    const reach = glassClass(found.ratio) === 1 ? NaN : found.local_uncertainty;
    energyUncertainty[tube.row] = yearly(reach, length[tube.row]!);
  }
  return {
    ...judged,
    heat_loss_over_intact: over,
    heat_loss_over_intact_uncertainty: overUncertainty,
  };
}

const WH_PER_MWH = 1e6;

/** MWh of heat a year of a tube of this length, from W/m. */
const yearly = (loss: number, length_m: number) => (loss * length_m * HOURS_OF_COLUMN) / WH_PER_MWH;
