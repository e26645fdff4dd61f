// What a line of a file of states says of a finding: its status, why it is dismissed, and how its warranty claim stands.
import type { Problem } from "../error.ts";
import { changed, differences } from "../finding/finding-change.ts";
import { findingFieldsShape, type Decided, type FindingFields } from "../finding/finding-life.ts";
import { beforeFound, type FoundDay } from "../finding/found-day.ts";
import { unfinishedStatuses, type FindingStatus } from "../finding/finding-status.ts";
import { rmaStates, type RmaState } from "../finding/rma.ts";
import { isSpreadsheetForm } from "../table/spreadsheet-form.ts";
import type { StateEntry } from "./work-order-read.ts";

type Known = Decided & { readonly id: number; readonly dt_id: string };

export type FindingStateChange = {
  readonly id: number;
  readonly dt_id: string;
  readonly old_value: FindingStatus;
  readonly new_value: FindingStatus;
  readonly old_rma: RmaState;
  readonly new_rma: RmaState;
  /** The number of the maker after the change; null for none. */
  readonly rma_claim: string | null;
  /** Of the repair, after the change; null where it stays. */
  readonly new_parts: string | null;
  readonly new_done_on: string | null;
  /** Why it is dismissed, after the change; null where that stays. */
  readonly new_reason: string | null;
  readonly set: FindingFields;
};

/** The change of the finding; none where all is so already. */
export function findingStateChange(before: Known, set: FindingFields): FindingStateChange[] {
  const now = changed(before, set);
  if (differences(before, now).length === 0) return [];
  const { id, dt_id } = before;
  return [
    {
      id,
      dt_id,
      old_value: before.status,
      new_value: now.status,
      old_rma: before.rma,
      new_rma: now.rma,
      rma_claim: now.rma_claim,
      new_parts: now.parts === before.parts ? null : now.parts,
      new_done_on: now.done_on === before.done_on ? null : now.done_on,
      new_reason: now.reason === before.reason ? null : now.reason,
      set,
    },
  ];
}

/** Whether two lines say the same of one finding. */
export function isSameState(finding: Decided, one: FindingFields, other: FindingFields): boolean {
  return differences(changed(finding, one), changed(finding, other)).length === 0;
}

const texts = ["rma_claim", "rma_reason"] as const;

/** "1.2E+15": a spreadsheet shows a long number so, and saves no more of it. */
const isShortened = (text: string) => /^\d([.,]\d+)?E\+\d+$/.test(text);

/** How the claim stands by the cells of a line; empty cells leave it as it is. */
export function claimIn(
  cells: StateEntry["cells"],
  decided: Decided,
  refuse: (
    column: "rma" | (typeof texts)[number],
    reason: string,
    values: Problem["values"],
  ) => void,
): FindingFields {
  const { rma: before } = decided;
  const word = (cells.rma ?? "").toLowerCase();
  const rma = rmaStates.find((state) => state === word);
  const value = word.slice(0, 40);
  if (word !== "" && rma === undefined) {
    refuse("rma", "work_order_rma_unknown", { value, states: rmaStates.join(", ") });
    return {};
  }
  if (rma === "replaced" && before !== "replaced") {
    // The new component has a serial number, which the product asks for and checks.
    refuse("rma", "work_order_rma_replaced", {});
    return {};
  }
  const set: FindingFields = rma === undefined ? {} : { rma };
  for (const name of texts) {
    const text = cells[name] ?? "";
    if (text === "") continue;
    const value = text.slice(0, 40);
    const stored = decided[name] ?? "";
    if (isSpreadsheetForm(stored, text)) {
      refuse(name, "work_order_spreadsheet", { stored, value, name });
      continue;
    }
    // A number that is stored so has lost its digits before: the file says nothing else.
    if (text !== stored && isShortened(text)) {
      refuse(name, "work_order_digits_lost", { value, name });
      continue;
    }
    const parsed = findingFieldsShape.shape[name].safeParse(text);
    if (parsed.success && parsed.data !== undefined) set[name] = parsed.data;
    else refuse(name, "work_order_value_invalid", { value, name });
  }
  return set;
}

/**
 * What a repair used, and the day of it, by the cells of a line; empty cells and what is known leave it as it is.
 * @param days `found_on`: of the survey that found the fault
 */
export function repairIn(
  cells: StateEntry["cells"],
  before: Decided,
  days: { readonly today: string; readonly found_on: FoundDay | undefined },
  refuse: (column: "parts" | "done_on", reason: string, values: Problem["values"]) => void,
): FindingFields {
  const set: FindingFields = {};
  const { today, found_on } = days;
  const { parts = "", done_on = "" } = cells;
  const read = findingFieldsShape.shape.parts.safeParse(parts);
  if (read.success && read.data) set.parts = read.data;
  else if (parts !== "") refuse("parts", "parts_unreadable", { value: parts.slice(0, 40) });
  if (done_on === "" || done_on === before.done_on) return set;
  const day = findingFieldsShape.shape.done_on.safeParse(done_on);
  if (!day.success || day.data === undefined) {
    refuse("done_on", "work_order_day_invalid", { value: done_on.slice(0, 40), name: "done_on" });
  } else if (day.data > today) refuse("done_on", "finding_day_in_future", {});
  else if (found_on !== undefined && day.data < found_on.day) {
    const { reason, values = {} } = beforeFound(found_on);
    refuse("done_on", reason, values);
  } else set.done_on = day.data;
  return set;
}

/**
 * Why the finding is dismissed, by the cells of a line; an empty cell and what is known leave it as it is.
 * @param status that the line states; null where it states none
 */
export function dismissalIn(
  cells: StateEntry["cells"],
  before: Decided,
  status: FindingStatus | null,
  refuse: (column: "dismiss_reason", reason: string, values: Problem["values"]) => void,
): FindingFields {
  const name = "dismiss_reason";
  const text = cells[name] ?? "";
  const stored = before.reason ?? "";
  if (text === "" || text === stored) return {};
  const value = text.slice(0, 40);
  const parsed = findingFieldsShape.shape.reason.safeParse(text);
  if (isSpreadsheetForm(stored, text)) {
    refuse(name, "work_order_spreadsheet", { stored, value, name });
  } else if (!parsed.success || parsed.data === undefined) {
    refuse(name, "work_order_value_invalid", { value, name });
  } else if ((status ?? before.status) !== "dismissed") {
    // It would be lost without a word.
    refuse(name, "finding_reason_without_dismissal", {});
  } else return { reason: parsed.data };
  return {};
}

/**
 * What is wrong with a line that changes the finding, where that was changed after the export. A file without revisions
 * cannot say what it knew: it reopens nothing, so that it never takes back what was done, verified or dismissed since.
 */
export function outdated(
  revision: string,
  { status, revision: own }: { readonly status: FindingStatus; readonly revision: number },
  set: FindingFields,
): { readonly column: "finding_revision" | "finding_status"; readonly reason: string } | null {
  if (revision !== "") {
    const reason = "work_order_finding_changed_since";
    return revision === String(own) ? null : { column: "finding_revision", reason };
  }
  const isReopened =
    set.status !== undefined &&
    !unfinishedStatuses.has(status) &&
    unfinishedStatuses.has(set.status);
  return isReopened ? { column: "finding_status", reason: "work_order_finding_reopened" } : null;
}
