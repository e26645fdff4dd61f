// Values in which the survey could find nothing, as "< 3.8 K"; stored and exported values stay as measured.
import { atom } from "jotai";
import { differenceId, limitToShow } from "../../../domain/evaluation/weakest-fault.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { summariesAtom } from "./column.ts";
import { valueOriginOf } from "./value-origin.ts";
import { formatFixed, formatValue } from "./value-words.ts";

/** K of the weakest spot that the current analysis could find; null where that is not known, or not yet. */
const weakestAtom = atom((get): number | null => {
  const id = get(analysisIdAtom);
  const summaries = valueOf(get(summariesAtom)) ?? [];
  if (id === null || !summaries.some((one) => one.key_figure_id === differenceId)) return null;
  return valueOf(get(valueOriginOf(`${id}/${differenceId}`)))?.weakest_k ?? null;
});

type Value = number | null | undefined;

function below(keyFigure: KeyFigure, value: Value, weakest_k: number | null): number | null {
  return limitToShow(keyFigure, value ?? null, weakest_k);
}

/** "< 3.8 K" where the limit stands for the value, else as `formatValue`. */
export function formatSeen(keyFigure: KeyFigure, value: Value, weakest_k: number | null): string {
  const limit = below(keyFigure, value, weakest_k);
  return limit === null ? formatValue(keyFigure, value) : `< ${formatValue(keyFigure, limit)}`;
}

/** A function that writes a value of the current analysis, with its unit. */
export const seenWordsAtom = atom((get) => {
  const weakest_k = get(weakestAtom);
  return (keyFigure: KeyFigure, value: Value): string => formatSeen(keyFigure, value, weakest_k);
});

/** The same with all decimals and without a unit. */
export const seenNumberAtom = atom((get) => {
  const weakest_k = get(weakestAtom);
  return (keyFigure: KeyFigure, value: number): string => {
    const limit = below(keyFigure, value, weakest_k);
    return limit === null ? formatFixed(keyFigure, value) : `< ${formatFixed(keyFigure, limit)}`;
  };
});
