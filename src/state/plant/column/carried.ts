// Values that the current analysis carries for components that it did not measure; they are never counted.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import type { CarriedColumn } from "../../../domain/analysis/unmeasured.ts";
import { valueAt } from "../../../domain/column/column.ts";
import { valueOf } from "../../shell/loaded.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { columnValues, columnVersionAtom } from "./column.ts";
import { keyFigureIdAtom } from "./key-figure.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

export const carriedAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  if (id === null) return null;
  return {
    key: plantKey("carried", id),
    ask: (options) => call(api.unmeasured.carried, { params: { id } }, options),
  };
});

/** How many components of the plant carry a value of the current key figure. */
export const carriedCountAtom = atom((get): number =>
  (valueOf(get(carriedAtom)) ?? [])
    .filter(({ key_figure_id }) => key_figure_id === get(keyFigureIdAtom))
    .reduce((sum, { value_count }) => sum + value_count, 0),
);

export type CarriedValue = { readonly value: number; readonly source: CarriedColumn };

/** A function that returns what a component carries; null where it carries nothing, or before that is loaded. */
export const carriedValueAtom = atom((get) => {
  get(columnVersionAtom);
  const columns = Map.groupBy(
    valueOf(get(carriedAtom)) ?? [],
    ({ key_figure_id }) => key_figure_id,
  );
  return (key_figure_id: number, row: number): CarriedValue | null => {
    for (const source of columns.get(key_figure_id) ?? []) {
      const values = columnValues(source.hash);
      const value = values ? valueAt(values, row) : NaN;
      if (!Number.isNaN(value)) return { value, source };
    }
    return null;
  };
});
