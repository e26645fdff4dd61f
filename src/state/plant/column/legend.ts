// How the current key figure is coloured, and which part of its scale is shown. Brushing a range and
// switching classes off set filters, so they apply to the map, the table and the charts alike.
import { atom } from "jotai";
import type { Filter } from "../../../domain/column/filter.ts";
import { rampDomainOf } from "../../../domain/colour/ramp-domain.ts";
import type { ValueDistribution } from "../../../domain/column/value-statistics.ts";
import { doUndoably, undoable } from "../../shell/undoable.ts";
import { addFilter, filtersAtom, removeFilters } from "../filter/filter.ts";
import {
  columnAtom,
  keyFigureAtom,
  keyFigureIdAtom,
  limitsAtom,
  summaryAtom,
} from "./key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { perSession } from "../../shell/lifetime.ts";
import { perSubject } from "../../shell/per-subject.ts";

/** `ramp`: by value; `classes`: by class, or by severity for a measured key figure. */
export type LegendMode = "ramp" | "classes";

/** The mode the user has chosen for measured key figures. */
export const chosenModeAtom = undoable<LegendMode>("classes", "legend", perSession);

/** Classified key figures have no ramp; those without limits have no classes. */
export const legendModeAtom = atom(
  (get): LegendMode => {
    const keyFigure = get(keyFigureAtom);
    if (keyFigure?.kind === "u8") return "classes";
    return get(chosenModeAtom) === "classes" && get(limitsAtom).length > 0 ? "classes" : "ramp";
  },
  (_get, set, mode: LegendMode) => {
    set(doUndoably, {
      name: `workbench:step.legend_${mode}`,
      change: (_get, set) => set(chosenModeAtom, mode),
    });
  },
);

/** Ramp ends the user has set, by key-figure id. */
export const chosenDomainsAtom = undoable<Readonly<Record<number, readonly [number, number]>>>(
  {},
  "ramp",
);

/**
 * The values at the two ends of the ramp, lowest first: set by the user, else derived from the column
 * and the limits.
 */
export const rampDomainAtom = atom((get): readonly [number, number] => {
  const keyFigure = get(keyFigureAtom);
  const summary = get(summaryAtom);
  if (!keyFigure || !summary || summary.min === null || summary.max === null) return [0, 1];
  const chosen = get(chosenDomainsAtom)[keyFigure.id];
  if (chosen) return chosen;
  return rampDomainOf(keyFigure, { min: summary.min, max: summary.max }, get(limitsAtom));
});

/** Sets the ends of the ramp of the current key figure; null restores the default. */
export const stretchRamp = atom(null, (get, set, domain: readonly [number, number] | null) => {
  const id = get(keyFigureAtom)?.id;
  if (id === undefined || (domain && !(domain[0] < domain[1]))) return;
  const { [id]: _replaced, ...others } = get(chosenDomainsAtom);
  set(doUndoably, {
    name: "workbench:step.stretch_ramp",
    merge: "ramp",
    change: (_get, set) => set(chosenDomainsAtom, domain ? { ...others, [id]: domain } : others),
  });
});

/** The range of values shown, or null for all. */
export const brushAtom = atom((get): readonly [number | null, number | null] | null => {
  const id = get(keyFigureAtom)?.id;
  const found = get(filtersAtom).find((one) => one.kind === "range" && one.key_figure_id === id);
  return found?.kind === "range" ? [found.min, found.max] : null;
});

/** Shows only the values in a range (both ends included, null means open); null shows all. */
export const brush = atom(
  null,
  (get, set, range: readonly [number | null, number | null] | null) => {
    const key_figure_id = get(keyFigureAtom)?.id;
    if (key_figure_id === undefined) return;
    if (range && (range[0] !== null || range[1] !== null)) {
      const [min, max] = range;
      set(addFilter, { kind: "range", key_figure_id, min, max }, `brush ${key_figure_id}`);
    } else {
      set(removeFilters, (one) => one.kind === "range" && one.key_figure_id === key_figure_id);
    }
  },
);

type ClassFilter = Extract<Filter, { kind: "classes" }>;

/** The classes (or severities) shown, or null for all. */
export const shownClassesAtom = atom((get): readonly number[] | null => {
  const keyFigure = get(keyFigureAtom);
  const by: ClassFilter["by"] = keyFigure?.kind === "u8" ? "class" : "severity";
  const found = get(filtersAtom).find(
    (one) => one.kind === "classes" && one.key_figure_id === keyFigure?.id && one.by === by,
  );
  return found?.kind === "classes" ? found.values : null;
});

/** All class numbers of the current key figure, or the severities of a measured one. */
export const legendClassesAtom = atom((get): readonly number[] => {
  const keyFigure = get(keyFigureAtom);
  if (keyFigure?.kind === "u8") return keyFigure.classes.map(({ value }) => value);
  return Array.from({ length: get(limitsAtom).length + 1 }, (_, severity) => severity);
});

/** Shows only these classes; all of them, or none, removes the filter. */
export const showClasses = atom(null, (get, set, values: readonly number[]) => {
  const keyFigure = get(keyFigureAtom);
  if (!keyFigure) return;
  const by: ClassFilter["by"] = keyFigure.kind === "u8" ? "class" : "severity";
  const all = get(legendClassesAtom);
  const shown = all.filter((value) => values.includes(value));
  if (shown.length === 0 || shown.length === all.length) {
    set(removeFilters, (one) => one.kind === "classes" && one.key_figure_id === keyFigure.id);
  } else {
    set(addFilter, { kind: "classes", key_figure_id: keyFigure.id, values: shown, by });
  }
});

/** Switches one class on or off. */
export const toggleClass = atom(null, (get, set, value: number) => {
  const shown = get(shownClassesAtom) ?? get(legendClassesAtom);
  set(
    showClasses,
    shown.includes(value) ? shown.filter((one) => one !== value) : [...shown, value],
  );
});

/** Shows the whole scale again. */
export const resetLegend = atom(null, (get, set) => {
  const id = get(keyFigureAtom)?.id;
  set(
    removeFilters,
    (one) => (one.kind === "range" || one.kind === "classes") && one.key_figure_id === id,
  );
});

/** Histograms of the values in view: of all, and of those that pass the filters. */
export const histogramAtom = perSubject<{
  readonly in_view: ValueDistribution;
  readonly shown: ValueDistribution;
}>(atom((get) => `${get(keyFigureIdAtom)} ${valueOf(get(columnAtom))?.hash}`));
