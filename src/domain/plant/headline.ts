// The headline of a plant: findings of an analysis, their change since the one before, and the lost energy.
import { z } from "zod";
import { evaluationAges } from "../evaluation/evaluation-age.ts";
import { validityKeys, withheldReasons } from "../key-figure/inspection-validity.ts";
import { leadKeyFigure } from "../key-figure/lead.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { lossSettingsShape } from "../loss/loss-settings.ts";
import { lostEnergyShape } from "./lost-energy.ts";

const count = z.number().int();

const figureShape = z.object({
  key_figure_id: count,
  /** Components by severity 0 to 3. */
  severity_counts: z.array(count),
  /** Components by class number; empty for measured key figures. */
  class_counts: z.array(count),
  /** Components with a value. */
  value_count: count,
  /** Components that exist. */
  component_count: count,
});
export type HeadlineFigure = z.infer<typeof figureShape>;

const surveyShape = z.object({
  analysis_id: count,
  name: z.string(),
  flown_at: z.string(),
  figures: z.array(figureShape),
  lost_energy: lostEnergyShape.nullable(),
});
export type HeadlineSurvey = z.infer<typeof surveyShape>;

export const headlineShape = surveyShape.extend({
  /** The survey with which it is compared (`earlierSurvey`), of those that the viewer sees; null for the first. */
  previous: surveyShape.nullable(),
  /** Components that were seen, and of which no value is given; also where the key figure that says so is off. */
  withheld: z.array(
    z.object({
      reason: z.enum(withheldReasons),
      key_figure_id: count,
      class_value: count,
      count,
    }),
  ),
  /** How the values were evaluated here; null where all of them are imported. */
  evaluation: z
    .object({
      age: z.enum(evaluationAges),
      /** Rasters that a person has placed. */
      by_hand: z.array(z.object({ file: z.string(), points: count, residual_m: z.number() })),
      /** The intact tubes contradict the stated conditions. */
      is_contradicted: z.boolean(),
      /** Components that colours show, and by whose temperatures no fault was judged; `withheld` has the others. */
      not_judged: count,
    })
    .nullable(),
  /** With which the lost energy is calculated. */
  loss: lossSettingsShape,
});
export type Headline = z.infer<typeof headlineShape>;

/** Components with a finding: of severity 1 or worse. */
export function findingCount({ severity_counts }: Pick<HeadlineFigure, "severity_counts">): number {
  return severity_counts.slice(1).reduce((sum, one) => sum + one, 0);
}

/** Of the measured components; null where none was measured. */
export function findingShare(
  figure: Pick<HeadlineFigure, "severity_counts" | "value_count">,
): number | null {
  return figure.value_count === 0 ? null : findingCount(figure) / figure.value_count;
}

export type Lead = {
  readonly keyFigure: KeyFigure;
  readonly figure: HeadlineFigure;
  /** Of the survey before; undefined where it did not measure this key figure. */
  readonly before: HeadlineFigure | undefined;
};

/** The lead of these key figures; undefined without results, or where none of them tells good from ill. */
export function leadIn(key_figure_ids: readonly number[]): KeyFigure | undefined {
  const keyFigure = leadKeyFigure(key_figure_ids);
  // What was not inspected, or has no sure place, is no finding; and a temperature alone is no "0 % with findings".
  return !keyFigure || isSilent(keyFigure) ? undefined : keyFigure;
}

/** A measured value without limits, as a temperature, or the validity of an inspection. */
const isSilent = ({ key, direction, limits }: KeyFigure) =>
  validityKeys.has(key) || (direction === "neutral" && limits.length === 0);

/** The figure that stands for the plant; undefined if the analysis has no results, or says of its inspection only. */
export function leadOf({ figures, previous }: Headline): Lead | undefined {
  const keyFigure = leadIn(figures.map(({ key_figure_id }) => key_figure_id));
  if (!keyFigure) return undefined;
  const of = (survey: Pick<HeadlineSurvey, "figures"> | null) =>
    survey?.figures.find(({ key_figure_id }) => key_figure_id === keyFigure.id);
  const figure = of({ figures });
  return figure && { keyFigure, figure, before: of(previous) };
}
