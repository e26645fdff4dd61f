// What the findings of a report cost, and what repairs bring back: the same sums as on the screen.
import type { Loss } from "../../domain/loss/component-loss.ts";
import { modulePower, poweredPlant, type ModulePower } from "../../domain/loss/module-power.ts";
import { componentLoss, lossReaders } from "../../domain/loss/loss-reader.ts";
import { lossSums, splitOf, type LossSplit } from "../../domain/loss/loss-split.ts";
import { recoveryOf, type Recovery } from "../../domain/loss/recovery.ts";
import { planRepairs } from "../../domain/loss/repair-plan.ts";
import { firstBudget } from "../../domain/loss/repair.ts";
import { suggestedRepairs, type SuggestedRepair } from "../../domain/loss/suggested-repair.ts";
import { settledAt, whollySettled } from "../../domain/finding/component-state.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { lossSurveyOf } from "./loss-survey.ts";
import type { ReportData } from "./report-data.ts";
import type { ReportInput } from "./report-input.ts";

type Whole = {
  readonly split: LossSplit;
  readonly recovery: Recovery;
};

export type ReportLoss = {
  /** The loss of one component; null where nothing that was measured says it. */
  readonly of: (
    type: ComponentType,
    row: number,
  ) => { readonly loss: Loss; readonly uncertainty: Loss } | null;
  /** Null for a plant without modules. */
  readonly module_power: ModulePower | null;
  /** Null where the survey has no key figure of loss. */
  readonly whole: Whole | null;
  /** All repairs that the survey suggests; those of dangers need no measured loss. */
  readonly repairs: readonly SuggestedRepair[];
  /** Components whose finding is done, verified or dismissed: none of the repairs is theirs. */
  readonly left_out: number;
  /** Those with which the panel of repairs begins, what is dangerous first. */
  readonly first: readonly SuggestedRepair[];
};

export function reportLoss(
  data: ReportData,
  { loss: settings, plant, twin, states }: ReportInput,
): ReportLoss {
  const survey = lossSurveyOf({
    technology: plant.technology,
    power: poweredPlant(plant),
    twin,
    settings,
    values: data.facts.map((one) => ({
      key_figure_id: one.figure.id,
      values: one.values,
      limits: one.limits,
      is_beside: !data.counted.includes(one),
    })),
    geometries: new Map(
      twin.levels.flatMap(({ component_type }) => {
        const level = data.level(component_type);
        return level ? [[component_type, level.geometry] as const] : [];
      }),
    ),
  });
  const sources = lossReaders(plant.technology, survey.valuesOf, survey.plant);
  const repairs = suggestedRepairs(survey, settledAt(states));
  const wholeOf = (): Whole => {
    const sums = lossSums(survey);
    return { split: splitOf(sums, survey.wiring), recovery: recoveryOf(sums, repairs) };
  };
  return {
    of: (type, row) => componentLoss(sources, type, row),
    module_power: modulePower(survey.plant),
    whole: sources.length > 0 ? wholeOf() : null,
    repairs,
    left_out: whollySettled(states),
    first: planRepairs(repairs, firstBudget, firstBudget.first),
  };
}
