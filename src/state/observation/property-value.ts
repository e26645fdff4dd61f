// The value of a custom property at a component, from its observations.
import { atom } from "jotai";
import { propertyColumnId } from "../../domain/observation/observation-column.ts";
import { valueIn } from "../../domain/observation/observation-query.ts";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import { analysisIdAtom } from "../plant/analysis/analysis.ts";
import { columnsByIdAtom } from "./observation.ts";
import { observationsOfAtom } from "./shown.ts";
import { columnValueWords } from "./words.ts";

/**
 * A function that returns the value in words and when it was observed: that of the newest observation, and of a
 * property that belongs to analyses, of the newest one for the current analysis. Null without one.
 */
export const propertyValueAtom = atom((get) => {
  const observationsOf = get(observationsOfAtom);
  const columns = get(columnsByIdAtom);
  const analysisId = get(analysisIdAtom);
  return (dt_id: string, { id, relation_type }: CustomComponentProperty) => {
    const column = columns.get(propertyColumnId(id));
    if (!column) return null;
    const found = observationsOf(dt_id).find(
      (one) =>
        valueIn(one, column.id) !== undefined &&
        (relation_type !== "analysis" || one.analysis?.id === analysisId),
    );
    const value = found && valueIn(found, column.id);
    return found === undefined || value === undefined
      ? null
      : { words: columnValueWords(column, value), at: found.observed_at };
  };
});
