// Which findings a repair mends: those of missing mirrors stand at the mirrors, and their repair at the element.
import { valueAt } from "../column/column.ts";
import { NO_ROW } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { isOfFinding, isSameFault, type SettledAt } from "../finding/component-state.ts";
import type { ListedFinding } from "../finding/finding-list.ts";
import { unfinishedStatuses } from "../finding/finding-status.ts";
import { givingFigures } from "../key-figure/derived-fault-type.ts";
import { faultTypeKeyFigures } from "../key-figure/fault-type.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import type { LossSurvey } from "./loss-split.ts";
import type { Repair, RepairAction } from "./repair.ts";

/** The key figure that says that a mirror is missing. */
const MIRROR = "mirror_missing";

/** Rows of children by the row of their parent. @param parents row of the parent by row; NO_ROW without one */
export function rowsByParent(parents: ArrayLike<number>): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (let row = 0; row < parents.length; row += 1) {
    const parent = parents[row]!;
    if (parent === NO_ROW) continue;
    const own = found.get(parent);
    if (own) own.push(row);
    else found.set(parent, [row]);
  }
  return found;
}

/** Where the findings are that a repair mends, and the key figure that tells of them; null where none does. */
export type MendedAt = {
  readonly component_type: ComponentType;
  readonly rows: readonly number[];
  readonly key: string | null;
};
type Mending = {
  readonly action: RepairAction;
  readonly component_type: ComponentType;
  readonly rows: readonly number[];
};

/**
 * A function that answers where the findings are that a repair mends.
 * @param mirrorParents row of the element by row of the mirror; empty where the twin has no mirrors
 */
export function mendedBy(mirrorParents: ArrayLike<number>) {
  let mirrors: ReadonlyMap<number, readonly number[]> | null = null;
  return ({ action, component_type, rows }: Mending, key: string | null): MendedAt => {
    if (action !== "replace_mirrors") return { component_type, rows, key };
    mirrors ??= rowsByParent(mirrorParents);
    const below = rows.flatMap((row) => mirrors?.get(row) ?? []);
    return { component_type: "mirror", rows: below, key: MIRROR };
  };
}

/**
 * A function that answers how many of so many missing mirrors of an element are still to be replaced. Where each mirror of
 * the element was measured, those that are missing count, else the area that is missing without the settled ones.
 */
export function openMirrors(
  { valuesOf, existsOf, parentOf }: Pick<LossSurvey, "valuesOf" | "existsOf" | "parentOf">,
  isSettled: SettledAt,
): (element: number, units: number) => number {
  const values = valuesOf(MIRROR);
  if (!values) return (_, units) => units;
  const exists = existsOf("mirror");
  const below = rowsByParent(parentOf("mirror"));
  return (element, units) => {
    const mirrors = (below.get(element) ?? []).filter((row) => exists[row] === 1);
    const gone = mirrors.filter((row) => valueAt(values, row) === 1);
    const settled = gone.filter((row) => isSettled("mirror", row, MIRROR)).length;
    if (settled === 0) return units;
    const areAllMeasured = mirrors.every((row) => !Number.isNaN(valueAt(values, row)));
    if (areAllMeasured) return units * (1 - settled / gone.length);
    return Math.max(units - settled, settled < gone.length ? 1 : 0);
  };
}

type Finding = Pick<ListedFinding, "component_type" | "row" | "fault_type" | "isShown" | "status">;

/** Whether the finding is one that the repair mends: an older one of another fault at the component is not. */
function isMended(finding: Finding, key: string | null, reason: Repair["reason"]): boolean {
  const { component_type, fault_type, isShown } = finding;
  if (key === null) return isShown;
  const isNamed = faultTypeKeyFigures.some((figure) => figure.key === key);
  if (isNamed && reason !== null) return isSameFault(fault_type, reason.value);
  if (!isOfFinding(finding, key)) return false;
  return isShown || givingFigures(component_type, fault_type).some((figure) => figure.key === key);
}

/**
 * The findings that these repairs see to, each once, in the order of the repairs; of mirrors as many as the repair has
 * parts for.
 * @param findings all that are listed
 * @returns `without`: how many of the repairs have none
 */
export function findingsOfRepairs<One extends Finding>(
  repairs: readonly (Mending & Pick<Repair, "reason" | "parts">)[],
  findings: readonly One[],
  mirrorParents: ArrayLike<number>,
): { readonly findings: readonly One[]; readonly without: number } {
  const byPlace = Map.groupBy(
    findings.filter(({ row }) => row !== null),
    ({ component_type, row }) => `${component_type} ${row}`,
  );
  const placesOf = mendedBy(mirrorParents);
  const found = new Set<One>();
  let without = 0;
  for (const repair of repairs) {
    const { action, reason, parts } = repair;
    const { component_type, rows, key } = placesOf(
      repair,
      reason && (keyFigureById(reason.key_figure_id)?.key ?? null),
    );
    const isOfMirrors = action === "replace_mirrors";
    const own = rows
      .flatMap((row) => byPlace.get(`${component_type} ${row}`) ?? [])
      .filter((one) => isMended(one, key, isOfMirrors ? null : reason));
    const some = isOfMirrors
      ? own.filter(({ status }) => unfinishedStatuses.has(status)).slice(0, parts)
      : own;
    if (some.length === 0) without += 1;
    for (const one of some) found.add(one);
  }
  return { findings: [...found], without };
}
