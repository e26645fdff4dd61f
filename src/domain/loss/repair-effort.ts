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
  /** Currency; null where the plant states another currency than the default, and not what a part or an hour costs. */
  readonly cost: number | null;
};

/** @param part_cost of one part, in the currency of the plant */
export function withCost(
  { hours, parts }: Omit<Effort, "cost">,
  part_cost: number | null,
  { crew_hour_cost }: LossSettings,
): Effort {
  if (crew_hour_cost === null || (parts > 0 && part_cost === null))
    return { hours, parts, cost: null };
  return { hours, parts, cost: hours * crew_hour_cost + parts * (part_cost ?? 0) };
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
