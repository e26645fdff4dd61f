// What the owner of several plants compares: the part of the energy that each loses, its dangers, and what comes next.
import { daysSince } from "../elapsed.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { safetyClassesOf } from "../key-figure/safety.ts";
import { agedShare, isAddedLoss } from "../loss/component-loss.ts";
import type { LossSettings } from "../loss/loss-settings.ts";
import type { LostEnergy } from "./lost-energy.ts";
import type { PlantStatus } from "./plant.ts";

/** A survey older than this says little of today: inspections once a year are common practice (IEC TS 62446-3). */
export const DAYS_OF_SURVEY = 365;

/**
 * Electric MWh that a plant is expected to give a year: capacity times full-load hours, and of modules what their age
 * leaves of it. An expectation by its settings, not a measurement.
 */
export function expectedEnergy(
  { technology, nominal_capacity }: Pick<PlantStatus, "technology" | "nominal_capacity">,
  settings: LossSettings,
): number | null {
  if (nominal_capacity <= 0) return null;
  const whole = nominal_capacity * settings.full_load_hours;
  return technology === "photovoltaic" ? whole * agedShare(settings) : whole;
}

export type LossShare = {
  readonly share: number;
  readonly uncertainty: number;
  /** Its upper end where all modules of an unconfirmed fault are faulty, 1 at most; null without such modules. */
  readonly most: number | null;
  /** Part of the components that was measured, 0 to 1. */
  readonly coverage: number;
};

/**
 * Lost of the expected energy, 0 to 1, with twice the standard uncertainty; null where either is not known, and where
 * more would be lost than is expected. Both are of the components that were measured: a survey of a tenth of a plant
 * says nothing of the rest.
 */
export function lossShare({
  lost_energy,
  expected_mwh,
}: Pick<PlantStatus, "lost_energy" | "expected_mwh">): LossShare | null {
  if (lost_energy === null || expected_mwh === null) return null;
  const { mwh, uncertainty, parts, most, left_out } = lost_energy;
  // What is added to another part is stated at its faulty components alone: these are no sample of the others.
  const sampled = parts.filter(({ key_figure_id }) => !isAddedLoss(key_figure_id));
  if (parts.length > 0 && sampled.length === 0) return null;
  const measured = sampled.map(({ key_figure_id, value_count, component_count }) => ({
    type: keyFigureById(key_figure_id)?.component_type,
    coverage: value_count / component_count,
  }));
  const coverage = Math.min(1, ...measured.map((one) => one.coverage));
  const coverageOf = ({ key_figure_id, value_count, component_count }: (typeof parts)[number]) => {
    if (!isAddedLoss(key_figure_id)) return value_count / component_count;
    const type = keyFigureById(key_figure_id)?.component_type;
    return measured.find((one) => one.type === type)?.coverage ?? coverage;
  };
  const whole = parts.reduce((sum, part) => sum + part.mwh / coverageOf(part), 0);
  // Without a loss, or without parts, all is of one coverage.
  const scale = mwh === 0 || parts.length === 0 ? 1 / coverage : whole / mwh;
  const share = (mwh * scale) / expected_mwh;
  // No plant loses more than it gives: the capacity or the hours of its settings are not those of its survey.
  if (share > 1) return null;
  return {
    share,
    uncertainty: (uncertainty.mwh * scale) / expected_mwh,
    most: most ? Math.min(1, most.mwh / coveredWith(coverage, left_out) / expected_mwh) : null,
    coverage,
  };
}

/** The part of the components that was measured or may be faulty, 0 to 1. */
const coveredWith = (coverage: number, left_out: LostEnergy["left_out"]) =>
  left_out.reduce((sum, one) => Math.min(1, sum + one.unconfirmed / one.component_count), coverage);

type ClassColumn = {
  readonly key_figure_id: number;
  /** Components by class number; null where the key figure has no classes. */
  readonly class_counts: readonly number[] | null;
};

/**
 * Components that endanger people or can set fire. Two key figures may mean the same component: of each component type
 * the largest count is taken, which is then a lower bound.
 * @returns null where no key figure of the columns can say so
 */
export function safetyCount(columns: readonly ClassColumn[]): PlantStatus["safety"] {
  const counts = columns.flatMap(({ key_figure_id, class_counts }) => {
    const keyFigure = keyFigureById(key_figure_id);
    const classes = keyFigure ? safetyClassesOf(keyFigure) : [];
    if (!keyFigure || class_counts === null || classes.length === 0) return [];
    const count = classes.reduce((sum, value) => sum + (class_counts[value] ?? 0), 0);
    return [{ type: keyFigure.component_type, count }];
  });
  if (counts.length === 0) return null;
  let [all, is_exact] = [0, true];
  for (const same of Map.groupBy(counts, ({ type }) => type).values()) {
    const found = same.filter(({ count }) => count > 0);
    all += Math.max(0, ...found.map(({ count }) => count));
    if (found.length > 1) is_exact = false;
  }
  return { count: all, is_exact };
}

/** In the order in which they come first. */
export const plantSteps = [
  "finish_setup",
  "first_survey",
  "safety",
  "repair",
  "survey_again",
  "none",
] as const;
export type PlantStep = (typeof plantSteps)[number];

type Standing = Pick<
  PlantStatus,
  | "setup_phase"
  | "last_survey_at"
  | "safety"
  | "safety_handled"
  | "needs_action"
  | "worst_key_figures"
>;

/** What to do next about a plant, dangers before money. @param now milliseconds since 1970 */
export function nextStep(plant: Standing, now: number): PlantStep {
  const { setup_phase, last_survey_at, safety, safety_handled, needs_action } = plant;
  if (last_survey_at === null) return setup_phase ? "finish_setup" : "first_survey";
  if (safety !== null && (safety.count > safety_handled || !safety.is_exact)) return "safety";
  if (needs_action && plant.worst_key_figures.length > 0) return "repair";
  return daysSince(last_survey_at, now) > DAYS_OF_SURVEY ? "survey_again" : "none";
}

type Range = { readonly mwh: number; readonly money: number };
/** `most`: the upper end where all modules of an unconfirmed fault are faulty; null without such modules. */
type Lost = Range & { readonly uncertainty: Range; readonly most: Range | null };
export type PlantsTotal = {
  /** Null where no plant's loss is known. */
  readonly energy: Lost | null;
  /** One sum for each currency, the first plant's first. */
  readonly money: readonly (Lost & {
    readonly currency: LossSettings["currency"];
    /** The price of some of it is assumed. */
    readonly money_assumed: boolean;
  })[];
  readonly safety: PlantStatus["safety"];
};

const noLost: Lost = { mwh: 0, money: 0, uncertainty: { mwh: 0, money: 0 }, most: null };

/** Of two sums together; a sum without unconfirmed modules ends where its uncertainty does. */
function upperEnds(a: Lost, b: Lost): Range | null {
  if (!a.most && !b.most) return null;
  const end = ({ mwh, money, uncertainty, most }: Lost) =>
    most ?? { mwh: mwh + uncertainty.mwh, money: money + uncertainty.money };
  return { mwh: end(a).mwh + end(b).mwh, money: end(a).money + end(b).money };
}

/**
 * What plants lose together. Their uncertainties add up: they come from the same assumptions, so that one plant's does
 * not balance another's.
 */
export function plantsTotal(
  plants: readonly Pick<PlantStatus, "lost_energy" | "safety">[],
): PlantsTotal {
  const all = plants.flatMap(({ lost_energy }) => (lost_energy === null ? [] : [lost_energy]));
  const lost = all.map(({ money, uncertainty, most, ...rest }) => ({
    ...rest,
    isPriced: money !== null,
    money: money ?? 0,
    uncertainty: { mwh: uncertainty.mwh, money: uncertainty.money ?? 0 },
    most: most && { mwh: most.mwh, money: most.money ?? 0 },
  }));
  // A plant without a price of energy is in no sum of money.
  const priced = lost.filter(({ isPriced }) => isPriced);
  const sumOf = (some: readonly Lost[]) =>
    some.reduce(
      (sum, { mwh, money, uncertainty, most }) => ({
        mwh: sum.mwh + mwh,
        money: sum.money + money,
        uncertainty: {
          mwh: sum.uncertainty.mwh + uncertainty.mwh,
          money: sum.uncertainty.money + uncertainty.money,
        },
        most: upperEnds(sum, { mwh, money, uncertainty, most }),
      }),
      noLost,
    );
  const money = [...Map.groupBy(priced, ({ currency }) => currency)];
  const dangers = plants.flatMap(({ safety }) => (safety === null ? [] : [safety]));
  return {
    energy: lost.length === 0 ? null : sumOf(lost),
    money: money.map(([currency, some]) => ({
      currency,
      money_assumed: some.some(({ money_assumed }) => money_assumed),
      ...sumOf(some),
    })),
    safety:
      dangers.length === 0
        ? null
        : {
            count: dangers.reduce((sum, { count }) => sum + count, 0),
            is_exact: dangers.every(({ is_exact }) => is_exact),
          },
  };
}
