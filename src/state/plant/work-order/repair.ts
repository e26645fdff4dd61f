// The findings that the repairs of a budget see to, as a work order takes them.
import { atom } from "jotai";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import { findingsOfRepairs } from "../../../domain/loss/repair-finding.ts";
import { repairPlacesAtom, repairPlanAtom } from "../analysis/repair.ts";
import { allFindingsAtom } from "../finding/listed.ts";
import { valueOf } from "../../shell/loaded.ts";

type OfRepairs = {
  /** In the order of the repairs. */
  readonly findings: readonly ListedFinding[];
  /** Repairs without a finding, of all that are listed. */
  readonly without: number;
  readonly repairs: number;
};

/** Those that the chosen repairs mend; null while they are loading. */
export const repairFindingsAtom = atom((get): OfRepairs | null => {
  const plan = valueOf(get(repairPlanAtom));
  const all = valueOf(get(allFindingsAtom));
  const places = get(repairPlacesAtom);
  if (!plan || !all || !places) return null;
  const found = findingsOfRepairs(plan.repairs, all, places);
  return { ...found, repairs: plan.repairs.length };
});
