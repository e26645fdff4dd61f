// The headline of a plant: findings of an analysis, their change since the one before, and the lost energy.
import { z } from "zod";
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
const surveyShape = z.object({
  analysis_id: count,
  name: z.string(),
  flown_at: z.string(),
  figures: z.array(figureShape),
  lost_energy: lostEnergyShape.nullable(),
});
export type HeadlineSurvey = z.infer<typeof surveyShape>;

export const headlineShape = surveyShape.extend({
  /** The survey before it that the viewer sees and that has results; null for the first. */
  previous: surveyShape.nullable(),
});
export type Headline = z.infer<typeof headlineShape>;
