// What became of findings between the two compared surveys, and the components of each kind.
import { atom } from "jotai";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { isOlder } from "../../../domain/analysis/survey-order.ts";
import type { PlantCourse } from "../../../domain/key-figure/plant-course.ts";
import { analysesAtom } from "../analysis/analysis.ts";
import { loadCourse } from "../column/course-column.ts";
import { keyFigureAtom } from "../column/key-figure.ts";
import { select } from "../component/selection.ts";
import { askData } from "../data.ts";
import { valueOf } from "../../shell/loaded.ts";
import { comparedPairAtom } from "./compare.ts";

/**
 * Loads the surveys of the compared pair and those before it: only these say whether what is new was there before.
 * Those between the two are left out.
 */
export const loadPairCourse = atom(null, async (get, set, keyFigure: KeyFigure) => {
  const pair = get(comparedPairAtom);
  if (!pair) return [];
  const before = (valueOf(get(analysesAtom)) ?? []).filter((one) => isOlder(one, pair[0]));
  return set(loadCourse, keyFigure, [...before.toReversed(), ...pair]);
});

export const selectFindings = atom(null, async (get, set, course: PlantCourse) => {
  const keyFigure = get(keyFigureAtom);
  const columns = keyFigure && (await set(loadPairCourse, keyFigure));
  if (!keyFigure || !columns || columns.length === 0) return;
  const type = keyFigure.component_type;
  const { rows } = await askData("courses", { type, scope: {}, columns, course });
  set(select, { component_type: type, rows, mode: "replace" });
});
