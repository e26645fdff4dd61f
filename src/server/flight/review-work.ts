// The thread of review-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { elevationAt } from "../../domain/flight/ground/elevation.ts";
import type { ThreadPlanInput } from "../../domain/flight/plan/flight-plan-shape.ts";
import type { FlightRoute } from "../../domain/flight/route/flight-route.ts";
import { editedRoute } from "../../domain/flight/route/route-edit.ts";
import { reviewFlown } from "../../domain/flight/flown/planned-again.ts";
import { planReFly } from "../../domain/flight/flown/re-fly.ts";
import { compareRoutes } from "../../domain/flight/route/route-compare.ts";
import { reviewRoutes } from "../../domain/flight/route/route-review.ts";
import type { ReviewWork } from "./review-kind.ts";
import { planInputOf } from "./thread-input.ts";

const work = workerData as ReviewWork;

function answer(): unknown {
  if (work.kind === "review") {
    const [input, routes] = work.input;
    return reviewRoutes(planInputOf(input), asFlown(input, routes));
  }
  if (work.kind === "compare") {
    const [input, ours, theirs] = work.input;
    return compareRoutes(planInputOf(input), asFlown(input, ours), theirs);
  }
  if (work.kind === "flown") return reviewFlown(...work.input);
  const [input, ...about] = work.input;
  return planReFly(planInputOf(input), ...about);
}

/** Routes with the time that they take over the terrain as it is now, as lists say it. */
function asFlown({ terrain }: ThreadPlanInput, routes: readonly FlightRoute[]): FlightRoute[] {
  const elevation = terrain && elevationAt(terrain);
  return routes.map((route) => editedRoute(route, route, elevation));
}

parentPort?.postMessage({ answer: answer() });
