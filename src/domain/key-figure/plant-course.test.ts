import { expect, it } from "vitest";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { normalNumbers } from "../evaluation/scene.fixture.ts";
import { findingCourse } from "./finding-course.ts";
import { plantCourseColumn, plantCourses } from "./plant-course.ts";

const both = (set: Set<number>, is: (row: number) => boolean) => new Set([...set].filter(is));
const without = (set: Set<number>, other: Set<number>) => both(set, (row) => !other.has(row));

const count = 400;
const random = normalNumbers(11);
/** A third is not measured, a third good, a third a finding. */
const survey = () =>
  Uint8Array.from({ length: count }, () => {
    const drawn = random();
    return drawn < -0.43
      ? NO_SEVERITY
      : drawn < 0.43
        ? 0
        : 1 + Math.floor(Math.abs(random() * 2) % 3);
  });

it.each([1, 2, 3, 5])("says of %i analyses what sets of components say", (analyses) => {
  const surveys = Array.from({ length: analyses }, survey);
  const column = plantCourseColumn(surveys, count);
  const rows = Array.from({ length: count }, (_, row) => row);
  const setOf = (one: Uint8Array, is: (severity: number) => boolean) =>
    new Set(rows.filter((row) => one[row] !== NO_SEVERITY && is(one[row]!)));
  const measured = surveys.map((one) => setOf(one, () => true));
  const found = surveys.map((one) => setOf(one, (severity) => severity > 0));
  const last = analyses - 1;
  const states = (row: number) =>
    surveys.flatMap((_, at) => (at < last && measured[at]!.has(row) ? [found[at]!.has(row)] : []));
  const all = new Set(rows);
  const had = both(all, (row) => states(row).at(-1) === true);
  const known = both(measured[last]!, (row) => states(row).length > 0);
  const now = both(known, (row) => found[last]!.has(row));
  const gone = without(known, now);
  // A finding before a survey that found none.
  const ended = both(
    all,
    (row) =>
      states(row).lastIndexOf(false) > states(row).indexOf(true) && states(row).includes(true),
  );
  const expected = {
    new: without(without(now, had), ended).size,
    returned: both(without(now, had), (row) => ended.has(row)).size,
    persisting: both(now, (row) => had.has(row)).size,
    resolved: both(gone, (row) => had.has(row)).size,
    unmeasured: without(had, measured[last]!).size,
    resolved_before: both(without(gone, had), (row) => ended.has(row)).size,
    never: without(without(gone, had), ended).size,
    unknown: without(without(all, known), without(had, measured[last]!)).size,
  };
  const counts = plantCourses.map((_, place) => column.filter((one) => one === place).length);
  expect(Object.fromEntries(plantCourses.map((course, at) => [course, counts[at]]))).toEqual(
    expected,
  );
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(count);
});

it("agrees with the card of each component", () => {
  const surveys = Array.from({ length: 5 }, survey);
  const column = plantCourseColumn(surveys, count);
  for (let row = 0; row < count; row++) {
    const judged = surveys.map((one, at) => ({
      flown_at: `202${at}-01-01`,
      severity: one[row]!,
    }));
    const course = plantCourses[column[row]!]!;
    const said = course === "resolved_before" ? "resolved" : course;
    expect(findingCourse(judged)?.course ?? null).toBe(
      said === "never" || said === "unknown" ? null : said,
    );
  }
});
