// The surveys of a plant in the one order that all panels have, and the one with which a survey is compared.
import { isCoverageKeyFigure } from "../key-figure/key-figure-coverage.ts";
import type { Analysis } from "./analysis.ts";

type Flown = Pick<Analysis, "id" | "flown_at">;

/** Compares: the newest comes first. Of two of one moment the one that was created later is the newer. */
export function newestFirst(a: Flown, b: Flown): number {
  return Date.parse(b.flown_at) - Date.parse(a.flown_at) || b.id - a.id;
}

/** Whether the first was flown before the second. */
export function isOlder(one: Flown, other: Flown): boolean {
  return newestFirst(one, other) > 0;
}

/**
 * The survey with which this one is compared: the newest earlier one that has the key figure. Where none has it, the
 * newest earlier one with results; null without any.
 * @param all surveys of the plant that may be compared with, in any order
 * @param key_figure_id of the lead; null where the survey has none
 */
export function earlierSurvey<One extends Flown & Pick<Analysis, "key_figure_ids">>(
  all: readonly One[],
  of: Flown,
  key_figure_id: number | null,
): One | null {
  const earlier = all.filter((one) => isOlder(one, of)).toSorted(newestFirst);
  const same = earlier.find(
    ({ key_figure_ids }) => key_figure_id !== null && key_figure_ids.includes(key_figure_id),
  );
  const measured = ({ key_figure_ids }: One) =>
    key_figure_ids.some((id) => !isCoverageKeyFigure(id));
  return same ?? earlier.find(measured) ?? null;
}
