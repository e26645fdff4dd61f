// What the planner's threads make of their input: a function of the terrain cannot be sent to a thread.
import { elevationAt } from "../../domain/flight/ground/elevation.ts";
import type {
  FlightPlanInput,
  ThreadPlanInput,
} from "../../domain/flight/plan/flight-plan-shape.ts";

export function planInputOf({ terrain, ...input }: ThreadPlanInput): FlightPlanInput {
  return terrain ? { ...input, elevation: elevationAt(terrain) } : input;
}

/** What the thread of a plan is given. */
export type PlanWork = {
  readonly input: ThreadPlanInput;
  /** The plant's time zone, by which a preview of the plan is answered; null: the plan itself. */
  readonly preview_zone: string | null;
};
