// A repair that a survey suggests, and what it takes: hours of a crew, spare parts, and the cost of both.
import type { Geometry } from "../component/component-index.ts";
import type { Loss } from "./component-loss.ts";
import type { LossSpread } from "./loss-spread.ts";
import type { LossSettings } from "./loss-settings.ts";
import type { LossSurvey } from "./loss-split.ts";
import type { RepairAction } from "./repair.ts";

export type Effort = {
  readonly hours: number;
  readonly parts: number;
  /** Currency. */
  readonly cost: number;
};

/** @param part_cost of one part, in the currency of the plant */
export function withCost(
  { hours, parts }: Omit<Effort, "cost">,
  part_cost: number,
  { crew_hour_cost }: LossSettings,
): Effort {
  return { hours, parts, cost: hours * crew_hour_cost + parts * part_cost };
}

export type SuggestedRepair = {
  readonly action: RepairAction;
  readonly component_type: Geometry["type"];
  readonly rows: readonly number[];
  /** Key of the key figure that is the reason. */
  readonly reason: string;
  /** It mends a component that endangers people or can set fire (key-figure/safety.ts). */
  readonly is_safety: boolean;
  readonly loss: Loss;
  /** Of the components, without that of a year's light. */
  readonly spread: LossSpread;
  /** Equal parts, such as mirrors of one element, of which some can be done. */
  readonly units: number;
  /** What each of them takes. */
  readonly each: Effort;
};

export type RepairSurvey = LossSurvey & {
  readonly geometryOf: (type: Geometry["type"]) => Geometry;
};

/** Of which nothing is said yet about danger. */
export type Unjudged = Omit<SuggestedRepair, "is_safety">;
