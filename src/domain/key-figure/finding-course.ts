// What became of a finding over all analyses of a plant.

/** `severity` of the component in one analysis, and when that was flown. */
export type Judged = { readonly flown_at: string; readonly severity: number };

export const courses = ["new", "returned", "persisting", "resolved"] as const;
export type Course = (typeof courses)[number];

/**
 * @param judged oldest first; at least two, else nothing can be said
 * @returns null for a component that never was a finding. `since`: flown_at of the analysis in which the present
 * state began
 */
export function findingCourse(
  judged: readonly Judged[],
): { readonly course: Course; readonly since: string } | null {
  const last = judged.at(-1);
  if (!last || judged.length < 2) return null;
  const isFinding = ({ severity }: Judged) => severity > 0;
  const now = isFinding(last);
  let began = judged.length - 1;
  while (began > 0 && isFinding(judged[began - 1]!) === now) began -= 1;
  const since = judged[began]!.flown_at;
  const before = judged.slice(0, began).some(isFinding);
  if (!now) return before ? { course: "resolved", since } : null;
  if (began < judged.length - 1) return { course: "persisting", since };
  return { course: before ? "returned" : "new", since };
}
