// What became of the finding of one component, from all its values over the analyses of its plant.
import type { ComponentResult } from "../analysis/analysis-result.ts";
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { findingCourse } from "../key-figure/finding-course.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { confirmedSeverities } from "./confirmed-course.ts";

type Survey = ComponentResult["history"][number];

/**
 * The same rule as for the whole plant (`courseColumn`), up to one analysis: newer ones say nothing of it.
 * @param history oldest first
 * @returns null where that analysis has no column of the key figure, and as `findingCourse`
 */
export function componentCourse(
  keyFigure: KeyFigure,
  history: readonly Survey[],
  analysis_id: number | null,
  limitsOf: (keyFigure: KeyFigure) => readonly number[],
): ReturnType<typeof findingCourse> {
  const last = history.findIndex((one) => one.analysis_id === analysis_id);
  const entryOf = ({ values }: Survey, { id }: KeyFigure) =>
    values.find(({ key_figure_id }) => key_figure_id === id);
  const until = history.slice(0, last + 1).filter((one) => entryOf(one, keyFigure));
  if (until.at(-1)?.analysis_id !== analysis_id) return null;
  const surveys = until.map((one) => ({
    valuesOf(figure: KeyFigure): ColumnValues | undefined {
      const entry = entryOf(one, figure);
      if (!entry) return undefined;
      const { value } = entry;
      return figure.kind === "u8"
        ? Uint8Array.of(value ?? MISSING_U8)
        : Float32Array.of(value ?? NaN);
    },
    limitsOf,
  }));
  const severities = confirmedSeverities(keyFigure, surveys, 1);
  return findingCourse(
    until.map(({ flown_at }, at) => ({ flown_at, severity: severities[at]?.[0] ?? NO_SEVERITY })),
  );
}
