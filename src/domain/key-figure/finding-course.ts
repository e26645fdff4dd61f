// What became of the finding of one component over all analyses of a plant.
import { plantCourseColumn, plantCourses, type PlantCourse } from "./plant-course.ts";

/** `severity` of the component in one analysis, and when that was flown. */
export type Judged = { readonly flown_at: string; readonly severity: number };
export type Course = Exclude<PlantCourse, "never" | "unknown">;

/**
 * @param judged oldest first; at least two, else nothing can be said
 * @returns null for a component that never was a finding. `since`: flown_at of the analysis in which the present
 * state began
 */
export function findingCourse(
  judged: readonly Judged[],
): { readonly course: Course; readonly since: string } | null {
  const severities = judged.map(({ severity }) => Uint8Array.of(severity));
  const course = plantCourses[plantCourseColumn(severities, 1)[0]!]!;
  if (course === "never" || course === "unknown") return null;
  const isFinding = ({ severity }: Judged) => severity > 0;
  const now = isFinding(judged.at(-1)!);
  let began = judged.length - 1;
  while (began > 0 && isFinding(judged[began - 1]!) === now) began -= 1;
  return { course, since: judged[began]!.flown_at };
}
