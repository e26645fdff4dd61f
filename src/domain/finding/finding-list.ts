// The findings of a plant in one list: what a survey shows, with what was decided of it, and what was decided before.
import { addDays } from "../calendar-date.ts";
import type { ComponentType } from "../component/component.ts";
import { faultTypeFigureOf } from "../key-figure/fault-type.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { undecided, type Evidence, type FindingLife } from "./finding-life.ts";
import { finish } from "../steps.ts";
import { unfinishedStatuses, type FindingStatus } from "./finding-status.ts";
import { passesRma, type RmaFilter } from "./rma.ts";

export type ListedFinding = {
  readonly component_type: ComponentType;
  /** Null where the present twin has the component no more. */
  readonly row: number | null;
  readonly fault_type: number;
  /** Of the survey, else of the newest one that judged the finding; null where it was not measured. */
  readonly severity: number | null;
  /** Of the same. */
  readonly is_dangerous: boolean;
  readonly status: FindingStatus;
  /** Null where nothing was decided. */
  readonly life: FindingLife | null;
  /** Whether the survey shows it. */
  readonly isShown: boolean;
};

/** A key of the finding in the list. */
export function listedKey({ component_type, fault_type, row, life }: ListedFinding): string {
  return row === null ? `life ${life?.id}` : `${component_type} ${fault_type} ${row}`;
}

/** Row and fault type as one number: texts as keys take ten times as long for a large survey. */
const placeNumber = (row: number, fault_type: number) => row * 256 + fault_type;

/** Findings between two pauses: less than a millisecond. */
const STEP = 1000;

/** Those that the survey shows in its order, then those of which something was decided before. */
export const listedFindings = (
  evidence: readonly Evidence[],
  lives: readonly FindingLife[],
): ListedFinding[] => finish(listedSteps(evidence, lives));

/** The same; each `yield` is a pause. */
export function* listedSteps(
  evidence: readonly Evidence[],
  lives: readonly FindingLife[],
): Generator<undefined, ListedFinding[]> {
  const byType = new Map<ComponentType, Map<number, FindingLife>>();
  for (const [at, life] of lives.entries()) {
    if (at % STEP === 0) yield;
    if (life.row === null) continue;
    const own = byType.get(life.component_type) ?? new Map<number, FindingLife>();
    byType.set(life.component_type, own.set(placeNumber(life.row, life.fault_type), life));
  }
  const shown = new Set<FindingLife>();
  const listed: ListedFinding[] = [];
  for (const [at, one] of evidence.entries()) {
    if (at % STEP === 0) yield;
    const known = byType.get(one.component_type);
    const life = known?.get(placeNumber(one.row, one.fault_type)) ?? null;
    if (life) shown.add(life);
    listed.push({ ...one, status: life?.status ?? undecided.status, life, isShown: true });
  }
  for (const [at, life] of lives.entries()) {
    if (at % STEP === 0) yield;
    if (shown.has(life)) continue;
    const { component_type, row, fault_type, severity, is_dangerous, status } = life;
    const said = { severity, is_dangerous, status };
    listed.push({ component_type, row, fault_type, ...said, life, isShown: false });
  }
  return listed;
}

export type BesideSummary = {
  /** With a named fault although the key figure of the summary calls the component good. */
  readonly named: number;
  /** At components of other types. */
  readonly others: number;
  /** Decided before, and not shown by the survey. */
  readonly earlier: number;
};

/**
 * How many findings of the list the summary of the survey does not count, and why. The summary counts components that one
 * key figure judges; the list also has what is named and need not show there, as broken glass that is not warm.
 * @param counted findings of the summary
 * @returns null where the key figure of the summary judges no findings of the list, so that the two are not comparable
 */
export function besideSummary(
  findings: readonly ListedFinding[],
  keyFigure: KeyFigure,
  counted: number,
): BesideSummary | null {
  const figure = faultTypeFigureOf(keyFigure.component_type);
  if (!figure || keyFigure.named_by !== figure.id) return null;
  let [same, others, earlier] = [0, 0, 0];
  for (const { isShown, component_type } of findings) {
    if (!isShown) earlier += 1;
    else if (component_type === keyFigure.component_type) same += 1;
    else others += 1;
  }
  return { named: Math.max(0, same - counted), others, earlier };
}

export const dueFilters = ["overdue", "week", "none"] as const;
export type DueFilter = (typeof dueFilters)[number];

/** What is listed; null for all. */
export type FindingFilter = {
  /** `to_do`: open, assigned or in progress. */
  readonly status: FindingStatus | "to_do" | "returned" | null;
  /** A user, a crew, or none of both. */
  readonly assignee: { readonly user: number } | { readonly crew: string } | "unassigned" | null;
  readonly due: DueFilter | null;
  readonly fault: { readonly component_type: ComponentType; readonly fault_type: number } | null;
  /** At least. */
  readonly severity: number | null;
  /** How the warranty claim stands. */
  readonly rma: RmaFilter | null;
  /** Only what `isUrgent` holds for. */
  readonly urgent: true | null;
};

export const noFilter: FindingFilter = {
  status: null,
  assignee: null,
  due: null,
  fault: null,
  severity: null,
  rma: null,
  urgent: null,
};

/** What is listed first: a survey of a large plant has a hundred thousand findings, most of them small. */
export const firstFilter: FindingFilter = { ...noFilter, urgent: true };

/** What has to be acted on now, what is dangerous, and what people have taken on or a survey brought back. */
export function isUrgent({ severity, is_dangerous, status, life }: ListedFinding) {
  if (status === "verified" || status === "dismissed") return false;
  if (severity === ACT_NOW || is_dangerous) return true;
  return life !== null && (status !== "open" || life.returned);
}
const ACT_NOW = 3;

/** Whether a day is before today for a finding that is still to be done. */
export function isOverdue(
  { status, life }: Pick<ListedFinding, "status" | "life">,
  today: string,
): boolean {
  const due = life?.due_on ?? null;
  return due !== null && due < today && unfinishedStatuses.has(status);
}

/** @param today YYYY-MM-DD */
export function passesFilter(
  one: ListedFinding,
  { status, assignee, due, fault, severity, rma, urgent }: FindingFilter,
  today: string,
): boolean {
  const { life } = one;
  if (urgent && !isUrgent(one)) return false;
  if (!passesRma(life?.rma ?? "none", rma)) return false;
  if (status === "to_do" && !unfinishedStatuses.has(one.status)) return false;
  if (status === "returned" && life?.returned !== true) return false;
  if (status !== null && status !== "to_do" && status !== "returned" && status !== one.status) {
    return false;
  }
  if (assignee === "unassigned" && life && (life.assignee_id !== null || life.crew !== null)) {
    return false;
  }
  if (assignee !== null && assignee !== "unassigned") {
    if ("user" in assignee && life?.assignee_id !== assignee.user) return false;
    if ("crew" in assignee && life?.crew !== assignee.crew) return false;
  }
  const day = life?.due_on ?? null;
  if (due === "none" && day !== null) return false;
  if (due === "overdue" && !isOverdue(one, today)) return false;
  if (due === "week" && !(day !== null && day >= today && day <= addDays(today, 7))) return false;
  if (fault && fault.component_type !== one.component_type) return false;
  if (fault && fault.fault_type !== one.fault_type) return false;
  return severity === null || (one.severity ?? -1) >= severity;
}

export const findingSorts = ["severity", "safety", "due", "status", "changed", "name"] as const;
export type FindingSort = (typeof findingSorts)[number];

const statusOrder: Readonly<Record<FindingStatus, number>> = {
  open: 0,
  assigned: 1,
  in_work: 2,
  done: 3,
  verified: 4,
  dismissed: 5,
};

/** A sorted copy; equal ones by severity, then as they were. Those without a day come last, by safety the dangerous first. */
export function sortedFindings(
  findings: readonly ListedFinding[],
  by: FindingSort,
  nameOf: (one: ListedFinding) => string,
): ListedFinding[] {
  const severity = (a: ListedFinding, b: ListedFinding) => (b.severity ?? -1) - (a.severity ?? -1);
  if (by === "severity") return findings.toSorted(severity);
  if (by === "safety") {
    const danger = (one: ListedFinding) => (one.is_dangerous ? 1 : 0);
    return findings.toSorted((a, b) => danger(b) - danger(a) || severity(a, b));
  }
  if (by === "name") {
    const collator = new Intl.Collator(undefined, { numeric: true });
    return findings
      .map((one) => ({ one, name: nameOf(one) }))
      .toSorted((a, b) => collator.compare(a.name, b.name) || severity(a.one, b.one))
      .map(({ one }) => one);
  }
  if (by === "status") {
    return findings.toSorted(
      (a, b) => statusOrder[a.status] - statusOrder[b.status] || severity(a, b),
    );
  }
  const textOf = (one: ListedFinding) =>
    by === "due" ? (one.life?.due_on ?? "~") : (one.life?.updated_at ?? "");
  const sign = by === "due" ? 1 : -1;
  return findings.toSorted((a, b) => {
    const [one, other] = [textOf(a), textOf(b)];
    return one === other ? severity(a, b) : one < other ? -sign : sign;
  });
}
