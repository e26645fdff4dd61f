// What the palette finds on a plant besides its components: key figures, and filters to set or to remove.
import type { Getter } from "jotai";
import type { Filter } from "../../../domain/column/filter.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { addFilter, filtersAtom, removeFilters } from "../filter/filter.ts";
import { filterWords, filterWordsAtom } from "../filter/filter-words.ts";
import { chooseKeyFigure, keyFigureAtom, keyFiguresAtom } from "../column/key-figure.ts";
import { legendClassesAtom, showClasses } from "../column/legend.ts";
import { t } from "../../shell/locale.ts";
import { fitOf, NO_FIT } from "../../shell/ranking.ts";
import type { Finder, Found } from "../../shell/shortcut.ts";
import { componentTypeName, keyFigureDescription, keyFigureName } from "../column/value-words.ts";

/** The entries that fit the text, best first: all of them, as none of the catalogue can be found elsewhere in the palette. */
function fitting(text: string, entries: readonly Found[]): Found[] {
  return entries
    .map((entry) => ({ entry, fit: fitOf(text, entry.label, entry.hint) }))
    .filter(({ fit }) => fit < NO_FIT)
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ entry }) => entry);
}

/** Key figures of the current analysis: by name, component type or what they measure. */
export const keyFigureFinder: Finder = {
  id: "key-figures",
  group: "find:key_figures",
  find: (text, get) =>
    fitting(
      text,
      get(keyFiguresAtom).map((keyFigure) => ({
        id: `key-figure-${keyFigure.id}`,
        label: keyFigureName(keyFigure),
        hint: `${componentTypeName(keyFigure.component_type, true)} · ${keyFigureDescription(keyFigure)}`,
        run: (_get, set) => set(chooseKeyFigure, keyFigure.id),
      })),
    ),
};

/** Filters by one class of the key figure on the map, and by whether it was measured. */
function filtersToSet(get: Getter, keyFigure: KeyFigure): Found[] {
  const { id: key_figure_id, kind } = keyFigure;
  const by = kind === "u8" ? "class" : "severity";
  const present = [true, false].map((isPresent): Filter => ({
    kind: "present",
    key_figure_id,
    present: isPresent,
  }));
  return [
    ...get(legendClassesAtom).map((value): Found => ({
      id: `filter-class-${value}`,
      label: filterWords({ kind: "classes", key_figure_id, values: [value], by }),
      run: (_get, set) => set(showClasses, [value]),
    })),
    ...present.map((filter, at): Found => ({
      id: `filter-present-${at}`,
      label: filterWords(filter),
      run: (_get, set) => set(addFilter, filter),
    })),
  ];
}

export const filterFinder: Finder = {
  id: "filters",
  group: "filter:title",
  find: (text, get) => {
    const keyFigure = get(keyFigureAtom);
    const removals = get(filtersAtom).map((filter, at): Found => ({
      id: `filter-remove-${at}`,
      label: t("find:remove_filter", { filter: get(filterWordsAtom)(filter) }),
      run: (_get, set) => set(removeFilters, (one) => one === filter),
    }));
    return fitting(text, [...removals, ...(keyFigure ? filtersToSet(get, keyFigure) : [])]);
  },
};
