// The findings that the repairs of a budget see to, as a work order takes them.
import { atom } from "jotai";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import { repairPlanAtom } from "../analysis/repair.ts";
import { allFindingsAtom } from "../finding/listed.ts";
import { valueOf } from "../../shell/loaded.ts";

/** Those at the components of the chosen repairs, in the order of the repairs; null while they are loading. */
export const repairFindingsAtom = atom((get): readonly ListedFinding[] | null => {
  const plan = valueOf(get(repairPlanAtom));
  const all = valueOf(get(allFindingsAtom));
  if (!plan || !all) return null;
  const byPlace = Map.groupBy(
    all.filter(({ row }) => row !== null),
    ({ component_type, row }) => `${component_type} ${row}`,
  );
  const places = new Set(
    plan.repairs.flatMap(({ component_type, rows }) =>
      rows.map((row) => `${component_type} ${row}`),
    ),
  );
  return [...places].flatMap((place) => byPlace.get(place) ?? []);
});
