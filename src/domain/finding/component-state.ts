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
  /** Fault types of the same component that are not settled, and the one that the survey shows where nothing was decided of it. */
  readonly open_faults: readonly number[];
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

const nothingOpen: readonly number[] = [];

/** A decision at a component, and what of it is settled. */
type Listed<Life> = Pick<ComponentState, "is_settled" | "open_faults"> & { readonly life: Life };

/**
 * All that was decided at a component, of the fault that the survey shows first, then what is unfinished: two crews may
 * see to two faults of one module, and what is dismissed of one fault stays so beside the other. A repair of another fault
 * from before the flight is not listed: the survey does not say how it stands.
 * @param lives those of the component
 * @param seen what the survey says of it
 * @param day of the flight at the plant, YYYY-MM-DD
 */
export function statesAt<Life extends StatedLife>(
  lives: readonly Life[],
  seen: Seen | null,
  day: string,
): readonly Listed<Life>[] {
  const shown =
    seen !== null && seen.severity > 0 && seen.severity !== NO_SEVERITY ? seen.fault_type : null;
  const all = lives.map((life) => ({
    life,
    isOwn: shown === null || isSameFault(life.fault_type, shown),
    isUnfinished: unfinishedStatuses.has(life.status),
    is_settled: isSettled(life, day),
  }));
  const listed = all.filter((one) => one.isOwn || one.isUnfinished || one.is_settled);
  // Most components have one decision, which is settled: a hundred thousand of them are read at once.
  if (listed.length === 1 && listed[0]!.isOwn && listed[0]!.is_settled) {
    return [{ life: listed[0]!.life, is_settled: true, open_faults: nothingOpen }];
  }
  const open = new Set(listed.flatMap((one) => (one.is_settled ? [] : [one.life.fault_type])));
  if (shown !== null && !listed.some(({ isOwn }) => isOwn)) open.add(shown);
  const open_faults = [...open];
  const place = ({ isOwn, isUnfinished }: (typeof listed)[number]) =>
    (isOwn ? 0 : 2) + (isUnfinished ? 0 : 1);
  return listed
    .toSorted((a, b) => place(a) - place(b))
    .map(({ life, is_settled }) => ({ life, is_settled, open_faults }));
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

type Settled = Pick<
  ComponentState,
  "component_type" | "row" | "fault_type" | "is_settled" | "open_faults"
>;

/**
 * A function that answers whether a key figure tells of a settled finding at a row: it names that fault, measures it or
 * judges the component as a whole. What it tells of another fault that is open there is not settled; a fault without a name
 * may be each one.
 */
export function settledAt(states: Iterable<Settled>): SettledAt {
  type Own = { readonly faults: number[]; readonly open: readonly number[] };
  const byType = new Map<ComponentType, Map<number, Own>>();
  for (const { component_type, row, fault_type, is_settled, open_faults } of states) {
    if (!is_settled) continue;
    const rows = byType.get(component_type) ?? new Map<number, Own>();
    byType.set(component_type, rows);
    const own = rows.get(row);
    if (own) own.faults.push(fault_type);
    else rows.set(row, { faults: [fault_type], open: open_faults });
  }
  return (type, row, key) => {
    const own = byType.get(type)?.get(row);
    if (!own) return false;
    const tells = (fault: number) => keysOf(type, fault).has(key);
    if (own.open.some((fault) => fault === UNNAMED || tells(fault))) return false;
    return own.faults.some(tells);
  };
}

/** How many components have a settled finding and nothing that is open: no repair of the survey is theirs. */
export function whollySettled(states: Iterable<Settled>): number {
  const byType = new Map<ComponentType, Set<number>>();
  for (const { component_type, row, is_settled, open_faults } of states) {
    if (!is_settled || open_faults.length > 0) continue;
    const rows = byType.get(component_type) ?? new Set<number>();
    byType.set(component_type, rows.add(row));
  }
  return [...byType.values()].reduce((sum, { size }) => sum + size, 0);
}
