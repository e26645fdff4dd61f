// What the pilot must know of routes, in the fewest sentences.
import type { Problem } from "../../../domain/error.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";

export type RouteWarning = { readonly names: string; readonly problem: Problem };

/** Each warning once with the names of the routes of which it says the same, its numbers included. */
export function warningsOf(
  routes: readonly Pick<CheckedRoute, "name" | "check">[],
): RouteWarning[] {
  const all = routes.flatMap(({ name, check }) =>
    // An answer that was kept on the device before has no `past`.
    [...check.warnings, ...(check.past ? [check.past] : [])].map((problem) => ({ name, problem })),
  );
  return [...Map.groupBy(all, ({ problem }) => JSON.stringify(problem)).values()].map((same) => ({
    names: same.map(({ name }) => name).join(", "),
    problem: same[0]!.problem,
  }));
}
