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
  const times = (row: number) => measured.filter((set) => set.has(row)).length;
  const newest = (row: number, back: number) =>
    surveys.flatMap((_, at) => (measured[at]!.has(row) ? [found[at]!.has(row)] : [])).at(-1 - back);
  const known = new Set(rows.filter((row) => times(row) > 1));
  const now = new Set([...known].filter((row) => newest(row, 0) === true));
  const before = new Set([...now].filter((row) => newest(row, 1) === true));
  const ever = new Set(found.flatMap((set) => [...set]));
  const earlier = both(
    without(now, before),
    (row) => found.filter((set) => set.has(row)).length > 1,
  );
  const expected = {
    new: without(without(now, before), earlier).size,
    returned: earlier.size,
    persisting: before.size,
    resolved: both(without(known, now), (row) => ever.has(row)).size,
    never: without(without(known, now), ever).size,
    unknown: count - known.size,
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
    const judged = surveys.flatMap((one, at) =>
      one[row] === NO_SEVERITY ? [] : [{ flown_at: `202${at}-01-01`, severity: one[row]! }],
    );
    const course = findingCourse(judged)?.course ?? (judged.length < 2 ? "unknown" : "never");
    expect(plantCourses[column[row]!]).toBe(course);
  }
});
