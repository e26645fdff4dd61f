// What the thread that reviews routes can do.
import type { Problem } from "../../domain/error.ts";
import type { ThreadPlanInput } from "../../domain/flight/plan/flight-plan-shape.ts";
import type { reviewFlown } from "../../domain/flight/flown/planned-again.ts";
import type { planTakenOver } from "../../domain/flight/format/taken-over-plan.ts";
import type { TakenOver, TakenOverBy } from "../../domain/flight/format/taken-over.ts";
import type { planReFly } from "../../domain/flight/flown/re-fly.ts";
import type { compareRoutes } from "../../domain/flight/route/route-compare.ts";
import type { reviewRoutes } from "../../domain/flight/route/route-review.ts";

type Planned = ReturnType<typeof planReFly>;
/** Routes with everything that speaks against them, also what each route is checked for before it is stored. */
type ReFlown = Pick<Planned, "routes"> & { readonly problems: readonly Problem[] };

export type ReviewKinds = {
  review: (
    input: ThreadPlanInput,
    routes: Parameters<typeof reviewRoutes>[1],
  ) => ReturnType<typeof reviewRoutes> & {
    /** Metres of all ways over no-fly polygons. */
    readonly no_fly_m: number;
    /** Legs of all routes too near to an obstacle, or past one whose ground is not known. */
    readonly obstacle_legs: number;
  };
  /** Null where the plant has no take-off position. */
  compare: (
    input: ThreadPlanInput,
    ours: Parameters<typeof compareRoutes>[1],
    theirs: readonly TakenOver[],
    campaign: TakenOverBy,
  ) => ReturnType<typeof compareRoutes> | null;
  takeover: (
    input: ThreadPlanInput,
    campaign: TakenOverBy,
    given: readonly TakenOver[],
    about: Parameters<typeof planTakenOver>[3],
  ) => ReturnType<typeof planTakenOver>;
  flown: typeof reviewFlown;
  refly: (
    input: ThreadPlanInput,
    missed: Parameters<typeof planReFly>[1],
    taken: Parameters<typeof planReFly>[2],
    ready_ms: Parameters<typeof planReFly>[3],
  ) => ReFlown;
};
export type ReviewWork = {
  [Kind in keyof ReviewKinds]: {
    readonly kind: Kind;
    readonly input: Parameters<ReviewKinds[Kind]>;
  };
}[keyof ReviewKinds];
