// What a new survey makes of findings: verified, returned, or as they were.
import { NO_SEVERITY } from "../column/column-severity.ts";
import { plantCourseColumn, plantCourses } from "../key-figure/plant-course.ts";
import { UNNAMED, type Decided } from "./finding-life.ts";
import type { Seen } from "./survey-finding.ts";

/** A finding before the survey: what was decided of it, and its severity in the newest survey that judged it. */
export type Verified = Pick<Decided, "status"> & {
  readonly fault_type: number;
  /** 0 to 3; null where the survey before did not measure the component. */
  readonly severity: number | null;
  /** Of a dismissed one: the value that ranks its fault has grown beyond the uncertainty since it was dismissed. */
  readonly has_grown?: boolean;
};

/**
 * - `verified`: done, and the component is resolved by the one rule of change (plant-course.ts): it had a finding, and
 *   is good now.
 * - `returned`: done or verified, and the component has the same fault again or still, or one without a name.
 * - `worse`: dismissed, and the evidence has changed: the same fault is of a higher severity than when it was dismissed, its
 *   value has grown beyond the uncertainty, or it was gone in between (then its severity is 0).
 * - `same`: nothing changes. The component was not measured, or not what the finding is; or another fault is its worst one now, which says nothing
 *   of this one; or people have not said yet that it is done.
 */
export type Verdict = "verified" | "returned" | "worse" | "same";

const RESOLVED = plantCourses.indexOf("resolved");

/** @param seen what the new survey says of the finding (`seenOf` in survey-finding.ts) */
export function verdictOf(
  { status, fault_type, severity, has_grown = false }: Verified,
  seen: Seen,
): Verdict {
  if (seen.severity === NO_SEVERITY) return "same";
  if (status === "done" && isResolved(seen)) return "verified";
  const isSameFault =
    seen.severity > 0 &&
    (seen.fault_type === fault_type || seen.fault_type === UNNAMED || fault_type === UNNAMED);
  if (!isSameFault) return "same";
  if (status === "done" || status === "verified") return "returned";
  const isWorse = has_grown || seen.severity > (severity ?? 0);
  return status === "dismissed" && isWorse ? "worse" : "same";
}

/** A finding was one when people said that it is done: its component had a finding then. */
function isResolved({ severity }: Seen): boolean {
  const surveys = [Uint8Array.of(1), Uint8Array.of(severity)];
  return plantCourseColumn(surveys, 1)[0] === RESOLVED;
}

/** When the repair was done, as far as it is known. */
export type RepairTime = {
  /** The day at the plant that people state, YYYY-MM-DD; null where they state none. */
  readonly done_on: string | null;
  /** When people last said that it is done, in milliseconds; null where they never did. */
  readonly said_at: number | null;
};

/** When the survey was flown: the day at the plant, and in milliseconds. */
export type FlightTime = { readonly day: string; readonly at: number };

/**
 * Whether the survey was flown after the repair, so that its images can say whether that holds. On the day of the repair
 * itself they can where people had said before the flight that it is done: else which came first is not known.
 */
export function isAfterRepair({ done_on, said_at }: RepairTime, flight: FlightTime): boolean {
  const isSaidBefore = said_at !== null && said_at <= flight.at;
  if (done_on !== null && done_on !== flight.day) return done_on < flight.day;
  return isSaidBefore || (said_at === null && done_on === null);
}

/** What was decided after the verdict. The one who repaired it is asked again where it returned. */
export function decidedAfter(before: Decided, verdict: Verdict): Decided {
  if (verdict === "same") return before;
  const status = verdict === "verified" ? "verified" : "open";
  return { ...before, status, reason: null };
}
