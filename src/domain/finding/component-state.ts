// What was decided of the findings that a survey shows, for those who plan its repairs: what is settled is no work any more.
import type { ComponentType } from "../component/component.ts";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { UNNAMED, type Decided, type FindingPlace } from "./finding-life.ts";
import { unfinishedStatuses, type FindingStatus } from "./finding-status.ts";
import { figuresOfFinding, type Seen } from "./survey-finding.ts";

/** A finding as people have decided it. */
export type StatedLife = FindingPlace &
  Pick<Decided, "status" | "done_on" | "assignee_id" | "crew" | "due_on">;

/** What was decided at the component of a row. */
export type ComponentState = {
  readonly component_type: ComponentType;
  readonly row: number;
  readonly fault_type: number;
  readonly status: FindingStatus;
  readonly assignee_id: number | null;
  readonly crew: string | null;
  readonly due_on: string | null;
  /** Nothing is left to do about it, as far as this survey can say. */
  readonly is_settled: boolean;
};

/** With the name of the user who sees to it. */
export type NamedState = ComponentState & { readonly assignee: string | null };

/**
 * Whether nothing is left to do about a finding that a survey shows: it is dismissed, or was repaired after the flight. A
 * fault that is seen after the day of its repair is there still, whatever people said; the release of the survey says so
 * to them.
 * @param day of the flight at the plant, YYYY-MM-DD
 */
export function isSettled({ status, done_on }: Pick<Decided, "status" | "done_on">, day: string) {
  if (unfinishedStatuses.has(status)) return false;
  return status === "dismissed" || done_on === null || done_on >= day;
}

/** Whether a decision about one fault is one about another: it is the same, or one of them has no name. */
export function isSameFault(one: number, other: number): boolean {
  return one === other || one === UNNAMED || other === UNNAMED;
}

/**
 * What was decided at a component: of the fault that the survey shows, or one without a name; first of what is unfinished
 * there, also of another fault; null where nothing was.
 * @param lives those of the component
 * @param seen what the survey says of it
 * @param day of the flight at the plant, YYYY-MM-DD
 */
export function stateAt<Life extends StatedLife>(
  lives: readonly Life[],
  seen: Seen | null,
  day: string,
): { readonly life: Life; readonly is_settled: boolean } | null {
  const isShown = seen !== null && seen.severity > 0 && seen.severity !== NO_SEVERITY;
  const own = isShown
    ? lives.filter(({ fault_type }) => isSameFault(fault_type, seen.fault_type))
    : lives;
  const isUnfinished = ({ status }: Life) => unfinishedStatuses.has(status);
  const unfinished = own.find(isUnfinished) ?? lives.find(isUnfinished);
  if (unfinished) return { life: unfinished, is_settled: false };
  const [life] = own;
  return life ? { life, is_settled: own.every((one) => isSettled(one, day)) } : null;
}

/**
 * All that a report says of a component: what was decided there as `stateAt` answers it, then what else is unfinished: two
 * crews may see to two faults of one module.
 */
export function statesAt<Life extends StatedLife>(
  lives: readonly Life[],
  seen: Seen | null,
  day: string,
): readonly { readonly life: Life; readonly is_settled: boolean }[] {
  const first = stateAt(lives, seen, day);
  if (!first || first.is_settled) return first ? [first] : [];
  const others = lives.filter((one) => one !== first.life && unfinishedStatuses.has(one.status));
  return [first, ...others.map((life) => ({ life, is_settled: false }))];
}

/** Whether a decision about a finding is one about what a key figure says of its component: see `settledAt`. */
export function isOfFinding(
  { component_type, fault_type }: Pick<FindingPlace, "component_type" | "fault_type">,
  key: string,
): boolean {
  return keysOf(component_type, fault_type).has(key);
}

const knownKeys = new Map<string, ReadonlySet<string>>();

/** Of the key figures that name a fault, measure it or judge its component as a whole. */
function keysOf(type: ComponentType, fault_type: number): ReadonlySet<string> {
  const name = `${type} ${fault_type}`;
  const known = knownKeys.get(name);
  if (known) return known;
  const keys = new Set(figuresOfFinding(type, fault_type).map((figure) => figure.key));
  knownKeys.set(name, keys);
  return keys;
}

/** Whether what a key figure says of a component is settled. */
export type SettledAt = (type: ComponentType, row: number, key: string) => boolean;

export const nothingSettled: SettledAt = () => false;

/**
 * A function that answers whether a key figure tells of a settled finding at a row: it names that fault, measures it or
 * judges the component as a whole. Another fault of the same component is none of it.
 */
export function settledAt(
  states: readonly Pick<ComponentState, "component_type" | "row" | "fault_type" | "is_settled">[],
): SettledAt {
  const faults = new Map<ComponentType, Map<number, number>>();
  for (const { component_type, row, fault_type, is_settled } of states) {
    if (!is_settled) continue;
    const own = faults.get(component_type) ?? new Map<number, number>();
    faults.set(component_type, own.set(row, fault_type));
  }
  return (type, row, key) => {
    const fault_type = faults.get(type)?.get(row);
    return fault_type !== undefined && keysOf(type, fault_type).has(key);
  };
}
