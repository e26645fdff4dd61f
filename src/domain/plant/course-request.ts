// The surveys of a request about what became of findings, read from the columns that the worker keeps.
import type { ColumnValues } from "../column/column.ts";
import { courseColumn } from "../finding/confirmed-course.ts";
import type { SurveyValues } from "../finding/survey-finding.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { plantCourseColumn } from "../key-figure/plant-course.ts";
import type { CourseColumn } from "./data-request.ts";

/**
 * The place in `plantCourses` by row.
 * @param surveys of one key figure, oldest first
 * @throws RangeError where a column is missing
 */
export function requestedCourses(
  surveys: readonly CourseColumn[],
  columnOf: (hash: string) => ColumnValues,
  count: number,
): Uint8Array {
  const keyFigure = keyFigureById(surveys[0]?.key_figure_id ?? 0);
  if (!keyFigure) return plantCourseColumn([], count);
  const read = surveys.map((survey) => surveyOf(survey, columnOf));
  return courseColumn(keyFigure, read, count);
}

function surveyOf(
  { beside = [], ...own }: CourseColumn,
  columnOf: (hash: string) => ColumnValues,
): SurveyValues {
  const all = new Map([own, ...beside].map((one) => [one.key_figure_id, one]));
  return {
    valuesOf({ id }) {
      const one = all.get(id);
      return one && columnOf(one.hash);
    },
    limitsOf: ({ id, limits }) => all.get(id)?.limits ?? limits,
  };
}
