// What became of the findings of all components over the analyses of a plant.
import { NO_SEVERITY } from "../column/column-severity.ts";
import { courses } from "./finding-course.ts";

/** `never`: no analysis has a finding there. `unknown`: fewer than two analyses measured the component. */
export const plantCourses = [...courses, "never", "unknown"] as const;
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
