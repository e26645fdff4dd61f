// Selects the components whose findings are new, persisting or resolved between the two compared surveys.
import { atom } from "jotai";
import type { PlantCourse } from "../../../domain/key-figure/plant-course.ts";
import { keyFigureAtom, limitsOfAtom } from "../column/key-figure.ts";
import { select } from "../component/selection.ts";
import { askData } from "../data.ts";
import { comparedSidesAtom } from "./compare-work.ts";
import { loadCompared } from "./compared.ts";

export const selectFindings = atom(null, async (get, set, course: PlantCourse) => {
  const [sides, keyFigure] = [get(comparedSidesAtom), get(keyFigureAtom)];
  const pair =
    sides && keyFigure && (await set(loadCompared, keyFigure, sides.current, sides.other));
  if (!pair || !keyFigure) return;
  const type = keyFigure.component_type;
  const judged = { key_figure_id: keyFigure.id, limits: get(limitsOfAtom)(keyFigure) };
  const columns = [pair.before, pair.after].map((hash) => ({ ...judged, hash }));
  const { rows } = await askData("courses", { type, scope: {}, columns, course });
  set(select, { component_type: type, rows, mode: "replace" });
});
