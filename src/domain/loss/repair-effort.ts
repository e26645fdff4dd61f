// What a repair takes: hours of a crew, spare parts, and the cost of both.
import type { LossSettings } from "./loss-settings.ts";

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
