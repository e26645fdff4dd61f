// What the filters leave, in words: each panel that counts names them alike.
import { atom, type Getter } from "jotai";
import type { Filter } from "../../../domain/column/filter.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { formatNumber, formatShare, t } from "../../shell/locale.ts";
import { componentTypeInText } from "../column/value-words.ts";
import { filterCountsAtom, filterFaultAtom, filtersAtom, keptAtom } from "./filter.ts";
import { filterWordsAtom } from "./filter-words.ts";

/** Each filter in words: "Only the selection", "Fault type: Open string". */
const namesOf = (get: Getter, passes: (filter: Filter) => boolean): string =>
  [
    ...(get(keptAtom) ? [t("filter:kept")] : []),
    ...get(filtersAtom).filter(passes).map(get(filterWordsAtom)),
  ].join("; ");

/** "Fault type: Open string; Heat loss ≥ 120 W/m"; "" without filters. */
export const filterNamesAtom = atom((get): string => namesOf(get, () => true));

/** The same without filters by change: a hidden change is still counted. */
export const filtersOfCountsAtom = atom((get): string =>
  namesOf(get, ({ kind }) => kind !== "change"),
);

/**
 * A function that says "1,204 of 118,000 modules (1.0 %) pass"; "" without filters, and while they are evaluated. Or
 * that they could not be applied.
 */
export const passingWordsAtom = atom((get) => {
  const counts = get(filterCountsAtom);
  const isFailed = get(filterFaultAtom) !== null;
  return (type: ComponentType): string => {
    if (isFailed) return t("filter:failed");
    const of = counts[type];
    if (!of || of.total === 0) return "";
    return t("filter:passing_share", {
      n: formatNumber(of.matching),
      of: formatNumber(of.total),
      type: componentTypeInText(type, of.total !== 1),
      share: formatShare(of.matching / of.total),
    });
  };
});
