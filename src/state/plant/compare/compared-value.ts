// Both values of a component in the two compared analyses, and how it changed.
import { atom } from "jotai";
import { valueAt } from "../../../domain/column/column.ts";
import { changeOf, differenceClasses, UNKNOWN } from "../../../domain/column/difference.ts";
import type { DifferenceClass } from "../../../domain/column/difference.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { columnValues } from "../column/column.ts";
import {
  compareAtom,
  comparedPairAtom,
  compareColumnAtom,
  differenceAtom,
  differenceValues,
  isOtherOlderAtom,
} from "./compare.ts";
import { columnAtom, keyFigureAtom } from "../column/key-figure.ts";
import { t } from "../../shell/locale.ts";
import { surveyDay } from "../../shell/site-clock.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatValue } from "../column/value-words.ts";

/** The columns of the comparison on the map, the older analysis first; null until it is computed. */
export type ComparedColumns = {
  readonly keyFigure: KeyFigure;
  /** Of the difference: the worker keeps what it derived under this name (domain/column/change-data.ts). */
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Days of the two analyses, as they are shown. */
  readonly days: { readonly before: string; readonly after: string };
};

export const comparedColumnsAtom = atom((get): ComparedColumns | null => {
  const keyFigure = get(keyFigureAtom);
  const name = valueOf(get(differenceAtom))?.hash;
  const current = valueOf(get(columnAtom))?.hash;
  const other = valueOf(get(compareColumnAtom))?.hash;
  const pair = get(comparedPairAtom);
  if (!keyFigure || !pair || name === undefined || !current || !other) return null;
  // Of the previous pair until the next is computed.
  if (name !== `${other} ${current}`) return null;
  const [before, after] = get(isOtherOlderAtom) ? [other, current] : [current, other];
  const [older, newer] = pair.map(surveyDay) as [string, string];
  return { keyFigure, name, before, after, days: { before: older, after: newer } };
});

export type ComparedValue = {
  readonly before: number;
  readonly after: number;
  readonly change: DifferenceClass;
};

/** A function of the row; null while nothing is compared. */
export const comparedAtAtom = atom((get) => {
  const columns = get(comparedColumnsAtom);
  const before = columns && columnValues(columns.before);
  const after = columns && columnValues(columns.after);
  const changes = columns && differenceValues(columns.name);
  if (!before || !after || !changes) return null;
  return (row: number): ComparedValue => ({
    before: valueAt(before, row),
    after: valueAt(after, row),
    change: differenceClasses[changes[row] ?? UNKNOWN]!,
  });
});

/** Difference classes by row while the map is coloured by them; null otherwise. */
export const drawnChangesAtom = atom((get) => {
  const columns = get(comparedColumnsAtom);
  if (!columns || get(compareAtom)?.mode !== "difference") return null;
  return differenceValues(columns.name) ?? null;
});

/** "+3.2 K" for a measured key figure, "Worse" for classes and where a value is missing. */
export function changeWords(keyFigure: KeyFigure, value: ComparedValue): string {
  const by = changeOf(keyFigure.step, value.before, value.after);
  if (keyFigure.kind === "u8" || by !== by) return t(`compare:class.${value.change}`);
  return by > 0 ? `+${formatValue(keyFigure, by)}` : formatValue(keyFigure, by);
}

/** "+180 W/m"; of classes both names. */
export function changeInWords(keyFigure: KeyFigure, value: ComparedValue): string {
  const { before, after } = value;
  if (keyFigure.kind === "f32" || before !== before || after !== after) {
    return changeWords(keyFigure, value);
  }
  const [from, to] = [formatValue(keyFigure, before), formatValue(keyFigure, after)];
  return t("compare:from_to", { from, to });
}

/** "16 Nov 2025: 120 W/m", "19 May 2026: 300 W/m", "Worse"; null while nothing is compared. */
export const comparedLinesAtom = atom((get) => {
  const columns = get(comparedColumnsAtom);
  const valuesAt = get(comparedAtAtom);
  if (!columns || !valuesAt) return null;
  const { keyFigure, days } = columns;
  const line = (date: string, value: number) =>
    t("compare:value_at", {
      date,
      value: value === value ? formatValue(keyFigure, value) : t("map:tip.none"),
    });
  return (row: number): string[] => {
    const value = valuesAt(row);
    return [
      line(days.before, value.before),
      line(days.after, value.after),
      t(`compare:class.${value.change}`),
    ];
  };
});
