// The comparison of two analyses: which ones, and how they are shown.
import { atom } from "jotai";
import type { ChangedFindings } from "../../../domain/plant/data-request.ts";
import { differenceClasses, type DifferenceClass } from "../../../domain/column/difference.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { isOlder } from "../../../domain/analysis/survey-order.ts";
import type { Filter } from "../../../domain/column/filter.ts";
import type { View } from "../../../domain/plant/view.ts";
import {
  analysesAtom,
  analysisAtom,
  analysisIdAtom,
  chooseAnalysis,
} from "../analysis/analysis.ts";
import { addFilter, filtersAtom, removeFilters } from "../filter/filter.ts";
import { columnAtom, keyFigureIdAtom } from "../column/key-figure.ts";
import { doUndoably, undoable } from "../../shell/undoable.ts";
import { idle, valueOf, type Loaded } from "../../shell/loaded.ts";
import { summariesQuery } from "../column/column.ts";
import { plantQueryOf } from "../plant.ts";
import { perPlantValue, perPlant } from "../../shell/lifetime.ts";
import { perSubject } from "../../shell/per-subject.ts";

/** The other (usually earlier) analysis; null while nothing is compared. */
export type Compare = NonNullable<View["compare"]>;

export const compareAtom = undoable<Compare | null>(null, "compare");

/** Summaries of the columns of the other analysis. */
export const compareSummariesAtom = plantQueryOf((_plant, get) => {
  const other = get(compareAtom);
  return other && summariesQuery(other.analysis_id);
});

/** The other analysis' column of the current key figure; read its values with columnValues(hash). */
export const compareColumnAtom = perPlant<Loaded<{ hash: string }>>(idle);

/** What is compared: two analyses by a key figure. */
export const differenceSubjectAtom = atom((get) => {
  const columns = [get(columnAtom), get(compareColumnAtom)].map((one) => valueOf(one)?.hash);
  const ids = [get(analysisIdAtom), get(compareAtom)?.analysis_id, get(keyFigureIdAtom)];
  return [...ids, ...columns].join(" ");
});

/**
 * Difference classes by row (domain/column/difference.ts), once both columns are loaded; read the bytes with
 * differenceValues(hash). `counts` are in the order of differenceClasses and count only what passes the filters.
 * `courses`: what became of the findings among them; null for a key figure that is neither good nor bad.
 */
export const differenceAtom = perSubject<{
  hash: string;
  counts: readonly number[];
  courses: ChangedFindings | null;
}>(differenceSubjectAtom);

const differences = perPlantValue(() => new Map<string, Uint8Array>());

/** Difference classes in row order; `hash` as differenceAtom gives it. */
export function differenceValues(hash: string): Uint8Array | undefined {
  return differences().get(hash);
}

/** Keeps the classes of a difference; only the last one is kept. */
export function keepDifferenceValues(hash: string, values: Uint8Array): void {
  const kept = differences();
  kept.clear();
  kept.set(hash, values);
}

/** Starts or changes the comparison; null stops it. Filters by change follow. */
export const compare = atom(null, (get, set, change: Partial<Compare> | null) => {
  const known = get(compareAtom) ?? { analysis_id: 0, mode: "swipe" as const, position: 0.5 };
  const next = change && { ...known, ...change };
  if (next && next.analysis_id <= 0) return;
  set(doUndoably, {
    name: next ? "workbench:step.compare" : "workbench:step.stop_comparing",
    merge: change && "position" in change ? "swipe" : undefined,
    change: (get, set) => {
      set(compareAtom, next);
      if (next?.analysis_id !== known.analysis_id) {
        set(filtersAtom, filtersFor(get(filtersAtom), next?.analysis_id ?? null));
      }
    },
  });
});

function filtersFor(filters: readonly Filter[], analysis_id: number | null): readonly Filter[] {
  if (!filters.some(({ kind }) => kind === "change")) return filters;
  return filters.flatMap((one): Filter[] => {
    if (one.kind !== "change") return [one];
    return analysis_id === null ? [] : [{ ...one, analysis_id }];
  });
}

/** Makes another analysis the current one. The one with which it is compared changes places with it. */
export const openAnalysis = atom(null, (get, set, id: number) => {
  const compared = get(compareAtom);
  const analysis_id = get(analysisIdAtom);
  const other = valueOf(get(analysesAtom))?.find((one) => one.id === id);
  if (compared?.analysis_id !== id || analysis_id === null || analysis_id === id || !other) {
    return set(chooseAnalysis, id);
  }
  set(doUndoably, {
    name: "workbench:step.choose_analysis",
    values: { analysis: other.name },
    change: (get, set) => {
      set(analysisIdAtom, id);
      set(compareAtom, { ...compared, analysis_id });
      set(filtersAtom, filtersFor(get(filtersAtom), analysis_id));
    },
  });
});

/** The two analyses in the order in which they were flown; null while nothing is compared. */
export const comparedPairAtom = atom((get): readonly [older: Analysis, newer: Analysis] | null => {
  const current = get(analysisAtom);
  const id = get(compareAtom)?.analysis_id;
  const other = valueOf(get(analysesAtom))?.find((one) => one.id === id);
  if (!current || !other) return null;
  return isOlder(current, other) ? [current, other] : [other, current];
});

/** True where the other analysis was flown first: it lies on the left, or on top. */
export const isOtherOlderAtom = atom(
  (get) => get(comparedPairAtom)?.[0].id !== get(analysisAtom)?.id,
);

/** The changes shown of the current key figure; null for all. */
export const shownChangesAtom = atom((get): readonly DifferenceClass[] | null => {
  const id = get(keyFigureIdAtom);
  const found = get(filtersAtom).find((one) => one.kind === "change" && one.key_figure_id === id);
  return found?.kind === "change" ? found.values : null;
});

/** Shows only components that changed like this; all classes, or none, removes the filter. */
export const showChanges = atom(null, (get, set, values: readonly DifferenceClass[]) => {
  const key_figure_id = get(keyFigureIdAtom);
  const analysis_id = get(compareAtom)?.analysis_id;
  if (key_figure_id === null || analysis_id === undefined) return;
  const shown = differenceClasses.filter((one) => values.includes(one));
  if (shown.length === 0 || shown.length === differenceClasses.length) {
    set(removeFilters, (one) => one.kind === "change" && one.key_figure_id === key_figure_id);
  } else set(addFilter, { kind: "change", key_figure_id, analysis_id, values: shown });
});

/** Switches one class on or off. */
export const toggleChange = atom(null, (get, set, value: DifferenceClass) => {
  const shown = get(shownChangesAtom) ?? differenceClasses;
  set(
    showChanges,
    shown.includes(value) ? shown.filter((one) => one !== value) : [...shown, value],
  );
});
