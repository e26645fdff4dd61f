// Everything that is checked of a route before it is flown: the same answer in lists, on the sheet and before exports.
import { z } from "zod";
import type { Problem } from "../../error.ts";
import { problemShape } from "../../error-shape.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { lightProblems, type FlightLight, type lightWindows } from "../time/flight-light.ts";
import { flightRouteShape, type FlightRouteRecord } from "./flight-route-record.ts";
import type { FlightAreas } from "./flight-route.ts";
import { groundProblems, homeHeights } from "./home-leg.ts";
import { routeProblems } from "./route-change.ts";

export const routeCheckShape = z.object({
  /** Metres above the take-off position of the ways to the first waypoint, and home. */
  security_height_m: z.number(),
  return_height_m: z.number(),
  /** False without an elevation file, and where it does not cover those ways: obstacles there are not known. */
  is_ground_known: z.boolean(),
  /** Everything for which the route must not be flown. */
  problems: z.array(problemShape),
});
export type RouteCheck = z.infer<typeof routeCheckShape>;

export const checkedRouteShape = flightRouteShape.extend({ check: routeCheckShape });
export type CheckedRoute = z.infer<typeof checkedRouteShape>;

/** What a route is checked against. */
export type CheckedAgainst = {
  readonly areas: FlightAreas;
  /** Null without an elevation file. */
  readonly elevation: ElevationOf | null;
  readonly light: FlightLight;
  readonly windows: ReturnType<typeof lightWindows>;
};

/** Everything for which the route must not be flown. */
export function flightProblems(route: FlightRouteRecord, against: CheckedAgainst): Problem[] {
  const { areas, elevation, light, windows } = against;
  return [
    ...lightProblems(route, light, windows),
    ...routeProblems(route, areas),
    ...(elevation ? groundProblems(route, elevation) : []),
  ];
}

export function routeCheck(route: FlightRouteRecord, against: CheckedAgainst): RouteCheck {
  const { isGroundKnown, ...heights } = homeHeights(route, against.elevation);
  return { ...heights, is_ground_known: isGroundKnown, problems: flightProblems(route, against) };
}
