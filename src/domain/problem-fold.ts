// Equal problems as one: an import can have hundreds with the same reason.
import type { Problem } from "./error.ts";

/** How often a problem occurred, also where only the first ones are listed. */
export type ProblemCount = {
  readonly reason: string;
  readonly field?: string | undefined;
  readonly count: number;
};
/** As answers have it: null for no field. */
export type AnsweredCount = Omit<ProblemCount, "field"> & {
  readonly field?: string | null | undefined;
};

export type FoldedProblem<One extends Problem> = {
  /** The first of them, in the order of the list. */
  readonly problems: readonly One[];
  /** At least as many as are listed. */
  readonly count: number;
};

const keyOf = ({ reason, field }: { reason: string; field?: string | null | undefined }) =>
  `${reason} ${field ?? ""}`;

/** What an entry says that stands for problems beyond the list; null for other entries. */
function unlistedOf({ reason, field, values }: Problem): ProblemCount | null {
  const of = values?.["of"];
  if (reason !== "more_problems" || typeof of !== "string") return null;
  return { reason: of, field, count: Number(values?.["count"]) };
}

/**
 * Folds problems with the same reason and field, in the order in which they first occur.
 * @param counts of all problems, where not all are listed
 */
export function foldProblems<One extends Problem>(
  problems: readonly One[],
  counts: readonly AnsweredCount[] = [],
): FoldedProblem<One>[] {
  const folded = new Map<string, One[]>();
  const known = new Map(counts.map((one) => [keyOf(one), one.count]));
  for (const problem of problems) {
    const of = unlistedOf(problem);
    const listed = of && folded.get(keyOf(of));
    if (listed) {
      known.set(keyOf(of), listed.length + of.count);
      continue;
    }
    const same = folded.get(keyOf(problem));
    if (same) same.push(problem);
    else folded.set(keyOf(problem), [problem]);
  }
  return [...folded].map(([key, same]) => ({
    problems: same,
    count: Math.max(same.length, known.get(key) ?? 0),
  }));
}
