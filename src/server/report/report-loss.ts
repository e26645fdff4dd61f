// What the findings of a report cost: the same sums as on the screen.
import type { Loss } from "../../domain/loss/component-loss.ts";
import { componentLoss, lossReaders } from "../../domain/loss/loss-reader.ts";
import { lossSplit, type LossSplit } from "../../domain/loss/loss-split.ts";
import { lossSurveyOf } from "./loss-survey.ts";
import type { ReportData } from "./report-data.ts";
import type { ReportInput } from "./report-input.ts";

export type ReportLoss = {
  /** The loss of one component of the lead's type; null where nothing that was measured says it. */
  readonly of: (row: number) => { readonly loss: Loss; readonly uncertainty: Loss } | null;
  /** Null where the survey has no key figure of loss. */
  readonly split: LossSplit | null;
};

export function reportLoss(
  data: ReportData,
  { loss: settings, plant: { technology, nominal_capacity }, twin }: ReportInput,
): ReportLoss {
  const survey = lossSurveyOf({
    technology,
    nominal_capacity,
    settings,
    values: data.figures.map(({ figure, values, limits }) => ({
      key_figure_id: figure.id,
      values,
      limits,
    })),
    geometries: new Map(
      twin.levels.flatMap(({ component_type }) => {
        const level = data.level(component_type);
        return level ? [[component_type, level.geometry] as const] : [];
      }),
    ),
  });
  const sources = lossReaders(technology, survey.valuesOf, survey.plant);
  const type = data.lead?.figure.component_type;
  return {
    of: (row) => (type ? componentLoss(sources, type, row) : null),
    split: sources.length > 0 ? lossSplit(survey) : null,
  };
}
