// The changes between the two compared analyses as rows of a list: name, symbol, colour, count and share.
import { atom } from "jotai";
import { differenceClasses, type DifferenceClass } from "../../../domain/column/difference.ts";
import { shownChangesAtom } from "./compare.ts";
import { formatNumber, formatShare, t } from "../../shell/locale.ts";
import { differenceColoursAtom, differenceSymbols } from "../column/value-colour.ts";

export type ChangeRow = {
  readonly id: DifferenceClass;
  readonly name: string;
  readonly symbol: (typeof differenceSymbols)[DifferenceClass];
  readonly colour: string;
  readonly count: string;
  readonly share: string;
  /** 0 to 1. */
  readonly part: number;
  /** The components of this class are shown. */
  readonly isShown: boolean;
  /** No other class is. */
  readonly isAlone: boolean;
};

/** A function of the counts in the order of differenceClasses. */
export const changeRowsAtom = atom((get) => {
  const colours = get(differenceColoursAtom);
  const shown = get(shownChangesAtom);
  return (counts: readonly number[]): ChangeRow[] => {
    const sum = counts.reduce((total, count) => total + count, 0);
    return differenceClasses.map((id, at) => {
      const count = counts[at] ?? 0;
      const part = sum > 0 ? count / sum : 0;
      const isShown = shown?.includes(id) ?? true;
      return {
        id,
        name: t(`compare:class.${id}`),
        symbol: differenceSymbols[id],
        colour: colours[id],
        count: formatNumber(count),
        share: formatShare(part),
        part,
        isShown,
        isAlone: isShown && shown?.length === 1,
      };
    });
  };
});
