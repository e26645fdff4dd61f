// What the pilot must know of routes, in the fewest sentences.
import type { Problem } from "../../../domain/error.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";

export type RouteWarning = {
  /** Of the routes of which the problem is said with these numbers. */
  readonly names: string;
  readonly problem: Problem;
  /** Names of routes with the same reason and other, less severe numbers; null: none. */
  readonly others: string | null;
};

/** The number of a warning by its reason, and whether a higher one is worse. Warnings of other reasons have no worst one. */
const worse: Readonly<Record<string, { readonly of: string; readonly isHigher: boolean }>> = {
  flight_above_legal: { of: "metres", isHigher: true },
  flight_between_areas: { of: "metres", isHigher: false },
  home_over_no_fly: { of: "percent", isHigher: true },
  route_takes_reserve: { of: "minutes", isHigher: true },
  take_off_near_obstacle: { of: "metres", isHigher: false },
  way_low: { of: "metres", isHigher: false },
};

/** Each reason once: its worst warning with the routes of which that is said, and the names of the others. */
export function warningsOf(
  routes: readonly Pick<CheckedRoute, "name" | "check">[],
): RouteWarning[] {
  const all = routes.flatMap(({ name, check }) =>
    // An answer that was kept on the device before has no `past`.
    [...check.warnings, ...(check.past ? [check.past] : [])].map((problem) => ({ name, problem })),
  );
  return [...Map.groupBy(all, ({ problem }) => problem.reason).values()].map((same) => {
    const { problem } = same.reduce((worst, one) =>
      severityOf(one.problem) > severityOf(worst.problem) ? one : worst,
    );
    const said = JSON.stringify(problem);
    const isSaid = same.map((one) => JSON.stringify(one.problem) === said);
    const others = namesOf(same.filter((_, at) => !isSaid[at]));
    return { names: namesOf(same.filter((_, at) => isSaid[at])), problem, others: others || null };
  });
}

/** A route with several warnings of one reason is named once. */
const namesOf = (all: readonly { readonly name: string }[]) =>
  [...new Set(all.map(({ name }) => name))].join(", ");

function severityOf({ reason, values }: Problem): number {
  const rule = worse[reason];
  if (!rule) return 0;
  const value = Number(values?.[rule.of]);
  return rule.isHigher ? value : -value;
}
