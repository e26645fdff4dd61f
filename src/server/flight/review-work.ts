// The thread of review-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { elevationAt } from "../../domain/flight/ground/elevation.ts";
import type { ThreadPlanInput } from "../../domain/flight/plan/flight-plan-shape.ts";
import { planTakenOver, routesTakenOver } from "../../domain/flight/format/taken-over-plan.ts";
import { metresInside, routeFaults } from "../../domain/flight/route/flight-fault.ts";
import type { FlightPolygon, FlightRoute } from "../../domain/flight/route/flight-route.ts";
import { editedRoute } from "../../domain/flight/route/route-edit.ts";
import { reviewFlown } from "../../domain/flight/flown/planned-again.ts";
import { planReFly } from "../../domain/flight/flown/re-fly.ts";
import { unlitProblems } from "../../domain/flight/time/flight-light.ts";
import {
  legsNearObstacles,
  plannedObstacleProblems,
} from "../../domain/flight/route/obstacle-check.ts";
import { compareRoutes } from "../../domain/flight/route/route-compare.ts";
import { reviewRoutes } from "../../domain/flight/route/route-review.ts";
import type { ReviewWork } from "./review-kind.ts";
import { planInputOf } from "./thread-input.ts";

const work = workerData as ReviewWork;

function answer(): unknown {
  if (work.kind === "review") {
    const [input, routes] = work.input;
    const known = planInputOf(input);
    const review = reviewRoutes(known, asFlown(input, routes));
    const { no_fly, obstacles } = input.areas;
    const obstacle_legs = legsNearObstacles(routes, known.elevation ?? null, obstacles);
    return { ...review, no_fly_m: metresOver(routes, no_fly), obstacle_legs };
  }
  if (work.kind === "compare") {
    const [input, ours, given, campaign] = work.input;
    const known = planInputOf(input);
    const theirs = routesTakenOver(known, campaign, given);
    return theirs && compareRoutes(known, asFlown(input, ours), theirs);
  }
  if (work.kind === "takeover") {
    const [input, ...about] = work.input;
    return planTakenOver(planInputOf(input), ...about);
  }
  if (work.kind === "flown") return reviewFlown(...work.input);
  const [input, ...about] = work.input;
  const again = planInputOf(input);
  const { routes, problems } = planReFly(again, ...about);
  const faults = routes.flatMap((route) => routeFaults(route, input.areas));
  const near = plannedObstacleProblems(routes, again.elevation ?? null, input.areas.obstacles);
  const dark = input.light ? unlitProblems(routes, input.light) : [];
  return { routes, problems: [...problems, ...faults, ...near, ...dark] };
}

/** Routes with the time that they take over the terrain as it is now, as lists say it. */
function asFlown(
  { terrain, areas }: ThreadPlanInput,
  routes: readonly FlightRoute[],
): FlightRoute[] {
  const elevation = terrain && elevationAt(terrain);
  return routes.map((route) => editedRoute(route, route, elevation, areas.obstacles));
}

function metresOver(routes: readonly FlightRoute[], no_fly: readonly FlightPolygon[]): number {
  return routes.reduce((sum, { take_off, waypoints }) => {
    const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
    return places.slice(1).reduce((all, to, i) => all + metresInside(places[i]!, to, no_fly), sum);
  }, 0);
}

parentPort?.postMessage({ answer: answer() });
