// What became of the findings of all components over the analyses of a plant.
import { NO_SEVERITY } from "../column/column-severity.ts";
import { CANNOT_TELL, SAME } from "../column/difference.ts";

/**
 * `new`, `returned`: the newest survey has a finding and the one before had none; `returned` if an earlier one had.
 * `persisting`: both have one. `resolved`: an earlier survey had one, the newest has none. `never`: no analysis has a finding there.
 * `unknown`: fewer than two analyses measured the component. Only surveys that measured it count.
 */
export const plantCourses = [
  "new",
  "returned",
  "persisting",
  "resolved",
  "never",
  "unknown",
] as const;
export type PlantCourse = (typeof plantCourses)[number];

const places = {
  new: plantCourses.indexOf("new"),
  returned: plantCourses.indexOf("returned"),
  persisting: plantCourses.indexOf("persisting"),
  resolved: plantCourses.indexOf("resolved"),
  never: plantCourses.indexOf("never"),
  unknown: plantCourses.indexOf("unknown"),
} satisfies Record<PlantCourse, number>;

/**
 * The place in `plantCourses` by row, as findingCourse says for each component.
 * @param severities by row of each analysis, oldest first; NO_SEVERITY where it did not measure
 */
export function plantCourseColumn(severities: readonly Uint8Array[], count: number): Uint8Array {
  const column = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    // Analyses that measured it, those that the present state lasts, and whether a finding ended before.
    let [measured, run, isFinding, hasEnded] = [0, 0, false, false];
    for (const severity of severities) {
      const one = severity[row] ?? NO_SEVERITY;
      if (one === NO_SEVERITY) continue;
      const isNow = one > 0;
      if (measured > 0 && isNow !== isFinding) {
        if (isFinding) hasEnded = true;
        run = 0;
      }
      isFinding = isNow;
      run += 1;
      measured += 1;
    }
    if (measured < 2) column[row] = places.unknown;
    else if (!isFinding) column[row] = hasEnded ? places.resolved : places.never;
    else if (run > 1) column[row] = places.persisting;
    else column[row] = hasEnded ? places.returned : places.new;
  }
  return column;
}

/**
 * The rows of `mask` whose finding is new or resolved although the comparison of the same two surveys sees no change:
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
    const isCrossing = column[row] === places.new || column[row] === places.resolved;
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
