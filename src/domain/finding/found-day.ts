// The day of the first survey that may show a finding, before which no repair of it can be.
import type { Refusal } from "../error.ts";

export type FoundDay = {
  /** At the plant, YYYY-MM-DD. */
  readonly day: string;
  /** Whether the viewer sees that survey. The day of another one is not said. */
  readonly is_seen: boolean;
};

/** Why a day of a repair before it is refused. */
export function beforeFound({ day, is_seen }: FoundDay): Refusal {
  return is_seen
    ? { reason: "finding_day_before_survey", values: { date: day } }
    : { reason: "finding_day_before_found" };
}
