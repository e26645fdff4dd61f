// What became of the finding of one component over all analyses of a plant.
import { NO_SEVERITY } from "../column/column-severity.ts";
import { plantCourseColumn, plantCourses, type PlantCourse } from "./plant-course.ts";

/** `severity` of the component in one analysis, NO_SEVERITY where it was not measured, and when that was flown. */
export type Judged = { readonly flown_at: string; readonly severity: number };
export type Course = Exclude<PlantCourse, "never" | "unknown" | "resolved_before">;

/**
 * @param judged oldest first; the newest is the one that is asked about
 * @returns null for a component that never was a finding, or of which nothing can be said. `since`: flown_at of the
 * analysis in which the present state began; of one that was not measured again, of the last that showed it
 */
export function findingCourse(
  judged: readonly Judged[],
): { readonly course: Course; readonly since: string } | null {
  const severities = judged.map(({ severity }) => Uint8Array.of(severity));
  const course = plantCourses[plantCourseColumn(severities, 1)[0]!]!;
  if (course === "never" || course === "unknown") return null;
  const measured = judged.filter(({ severity }) => severity !== NO_SEVERITY);
  const isFinding = ({ severity }: Judged) => severity > 0;
  if (course === "unmeasured") return { course, since: measured.at(-1)!.flown_at };
  const now = isFinding(measured.at(-1)!);
  let began = measured.length - 1;
  while (began > 0 && isFinding(measured[began - 1]!) === now) began -= 1;
  const since = measured[began]!.flown_at;
  return { course: course === "resolved_before" ? "resolved" : course, since };
}
