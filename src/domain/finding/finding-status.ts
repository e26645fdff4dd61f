// The status of a finding: which there are, and which follows which.
import type { Refusal } from "../error.ts";

/**
 * `verified`: a later survey measured the component and found it healthy, so people cannot set it. `dismissed` has a
 * reason, and stays until the evidence changes.
 */
export const findingStatuses = [
  "open",
  "assigned",
  "in_work",
  "done",
  "verified",
  "dismissed",
] as const;
export type FindingStatus = (typeof findingStatuses)[number];

/** What the filter "repair state" asks for: a status, or that a work order holds the finding. */
export const repairStates = [...findingStatuses, "in_work_order"] as const;
export type RepairState = (typeof repairStates)[number];

/** Those that people still have to see to. */
export const unfinishedStatuses: ReadonlySet<FindingStatus> = new Set([
  "open",
  "assigned",
  "in_work",
]);

/** To which statuses people can set a finding, by its present one. */
const nextByPeople: Readonly<Record<FindingStatus, readonly FindingStatus[]>> = {
  open: ["assigned", "in_work", "done", "dismissed"],
  assigned: ["open", "in_work", "done", "dismissed"],
  in_work: ["open", "assigned", "done", "dismissed"],
  done: ["open", "assigned", "in_work"],
  verified: ["open"],
  dismissed: ["open"],
};

/** To which statuses a survey can set it. */
const nextBySurvey: Readonly<Record<FindingStatus, readonly FindingStatus[]>> = {
  open: [],
  assigned: [],
  in_work: [],
  done: ["verified", "open"],
  verified: ["open"],
  dismissed: ["open"],
};

export type StatusAuthor = "people" | "survey";

/** Why the status cannot follow, or null. The same status follows always. */
export function statusRefusal(
  from: FindingStatus,
  to: FindingStatus,
  by: StatusAuthor = "people",
): Refusal | null {
  const next = by === "people" ? nextByPeople[from] : nextBySurvey[from];
  if (from === to || next.includes(to)) return null;
  return by === "people" && to === "verified"
    ? { reason: "finding_verified_by_survey" }
    : { reason: `finding_from_${from}` };
}

/** The statuses that people can choose for a finding, its own first. */
export function statusChoices(from: FindingStatus): readonly FindingStatus[] {
  return [from, ...nextByPeople[from]];
}
