// What became of the findings of all components over the analyses of a plant.
import { NO_SEVERITY } from "../column/column-severity.ts";
import { CANNOT_TELL, SAME } from "../column/difference.ts";

/**
 * What became of a finding up to the newest survey of a list.
 * `new`, `returned`: the newest has a finding and the one before had none; `returned` if an earlier one had.
 * `persisting`: both have one. `resolved`: the one before had one, the newest has none. `unmeasured`: the one before had
 * one, the newest did not measure it. `resolved_before`: an earlier one had one, the newest two have none. `never`: none
 * has a finding. `unknown`: the newest or all before it did not measure the component. "The one before" is the last
 * that measured it.
 */
export const plantCourses = [
  "new",
  "returned",
  "persisting",
  "resolved",
  "unmeasured",
  "resolved_before",
  "never",
  "unknown",
] as const;
export type PlantCourse = (typeof plantCourses)[number];

const places = {
  new: plantCourses.indexOf("new"),
  returned: plantCourses.indexOf("returned"),
  persisting: plantCourses.indexOf("persisting"),
  resolved: plantCourses.indexOf("resolved"),
  unmeasured: plantCourses.indexOf("unmeasured"),
  resolved_before: plantCourses.indexOf("resolved_before"),
  never: plantCourses.indexOf("never"),
  unknown: plantCourses.indexOf("unknown"),
} satisfies Record<PlantCourse, number>;

/**
 * The place in `plantCourses` by row, as findingCourse says for each component.
 * @param severities by row of each analysis, oldest first; NO_SEVERITY where it did not measure
 */
export function plantCourseColumn(severities: readonly Uint8Array[], count: number): Uint8Array {
  const column = new Uint8Array(count);
  const newest = severities.at(-1);
  for (let row = 0; row < count; row++) {
    // Surveys before the newest that measured it, what the last of them said, and whether a finding ended before.
    let [measured, wasFinding, hasEnded] = [0, false, false];
    for (let at = 0; at < severities.length - 1; at++) {
      const one = severities[at]![row] ?? NO_SEVERITY;
      if (one === NO_SEVERITY) continue;
      if (wasFinding && one === 0) hasEnded = true;
      wasFinding = one > 0;
      measured += 1;
    }
    const now = newest?.[row] ?? NO_SEVERITY;
    if (now === NO_SEVERITY) column[row] = wasFinding ? places.unmeasured : places.unknown;
    else if (measured === 0) column[row] = places.unknown;
    else if (now > 0) {
      const isNew = hasEnded ? places.returned : places.new;
      column[row] = wasFinding ? places.persisting : isNew;
    } else if (wasFinding) column[row] = places.resolved;
    else column[row] = hasEnded ? places.resolved_before : places.never;
  }
  return column;
}

/**
 * The rows of `mask` whose finding is new, returned or resolved although the comparison of the same two surveys sees no change:
 * a value near a limit crossed it.
 * @param column by row, from `plantCourseColumn` of the two surveys
 * @param difference class of the difference by row, see column/difference.ts
 */
export function crossedWithoutChange(
  column: Uint8Array,
  difference: Uint8Array,
  mask: Uint8Array,
): number {
  let crossed = 0;
  for (let row = 0; row < column.length; row++) {
    const course = column[row];
    const isBegun = course === places.new || course === places.returned;
    const isCrossing = isBegun || course === places.resolved;
    const isSame = difference[row] === SAME || difference[row] === CANNOT_TELL;
    if (mask[row] === 1 && isCrossing && isSame) crossed += 1;
  }
  return crossed;
}

/** Counts of the rows of `mask` in the order of plantCourses, and those of `course` in their order. */
export function coursesOf(
  column: Uint8Array,
  mask: Uint8Array,
  course: PlantCourse | null,
): { counts: number[]; rows: Uint32Array } {
  const counts = plantCourses.map(() => 0);
  const rows: number[] = [];
  const wanted = course && places[course];
  for (let row = 0; row < column.length; row++) {
    if (mask[row] !== 1) continue;
    const place = column[row]!;
    counts[place]! += 1;
    if (place === wanted) rows.push(row);
  }
  return { counts, rows: Uint32Array.from(rows) };
}
