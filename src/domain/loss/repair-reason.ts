// Why a component is repaired.
import { namedFaultAt } from "../key-figure/fault-type.ts";
import { keyFigureById, keyFigureByKey } from "../key-figure/key-figure.ts";
import type { LossSurvey } from "./loss-split.ts";

/**
 * The key of the fault type, where the survey names what is broken, else of the value that was given: a class says how
 * bad it is, and not what to mend.
 * @param key of the value that judges the component; absent: the lead of the survey
 */
export function reasonOf(
  { lead, valuesOf }: Pick<LossSurvey, "lead" | "valuesOf">,
  row: number,
  key = lead?.figure.key ?? "",
): string {
  const named = keyFigureById(keyFigureByKey(key)?.named_by ?? 0);
  const values = named && valuesOf(named.key);
  return values && namedFaultAt(values, row) !== null ? named.key : key;
}
