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

/**
 * What was decided at a component: of what is unfinished there, else of the fault that the survey shows, or one without a
 * name; null where nothing was.
 * @param lives those of the component
 * @param seen what the survey says of it
 * @param day of the flight at the plant, YYYY-MM-DD
 */
export function stateAt<Life extends StatedLife>(
  lives: readonly Life[],
  seen: Seen | null,
  day: string,
): { readonly life: Life; readonly is_settled: boolean } | null {
  const unfinished = lives.find(({ status }) => unfinishedStatuses.has(status));
  if (unfinished) return { life: unfinished, is_settled: false };
  const isShown = seen !== null && seen.severity > 0 && seen.severity !== NO_SEVERITY;
  const own = isShown
    ? lives.filter(
        ({ fault_type }) =>
          fault_type === seen.fault_type || fault_type === UNNAMED || seen.fault_type === UNNAMED,
      )
    : lives;
  const [life] = own;
  return life ? { life, is_settled: own.every((one) => isSettled(one, day)) } : null;
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
  const known = new Map<string, ReadonlySet<string>>();
  return (type, row, key) => {
    const fault_type = faults.get(type)?.get(row);
    if (fault_type === undefined) return false;
    const name = `${type} ${fault_type}`;
    let keys = known.get(name);
    if (!keys) {
      keys = new Set(figuresOfFinding(type, fault_type).map((figure) => figure.key));
      known.set(name, keys);
    }
    return keys.has(key);
  };
}
