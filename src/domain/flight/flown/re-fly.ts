// Routes that fly missed stretches again: their order stays, and each battery takes as many as it can.
import type { Problem } from "../../error.ts";
import { captureOf } from "../plan/capture.ts";
import { watched } from "../ground/elevation.ts";
import { groundOf } from "../ground/flight-ground.ts";
import { homesOf } from "../route/flight-home.ts";
import { motionOf } from "../time/flight-motion.ts";
import { terrainOf } from "../route/flight-path.ts";
import type { FlightPlanInput } from "../plan/flight-plan-shape.ts";
import type { FlightRoute, FlightType } from "../route/flight-route.ts";
import { boxesOf } from "../area/flight-target.ts";
import { waysInside } from "../route/flight-way.ts";
import type { MissedStretch } from "./flown-line.ts";
import { onlineView } from "../plan/online-view.ts";
import { routesOf } from "../time/sortie-routes.ts";

export type MissedOfType = {
  readonly flight_type: FlightType;
  readonly stretches: readonly MissedStretch[];
};

/**
 * @param taken names that routes of the campaign have
 */
export function planReFly(
  input: FlightPlanInput,
  missed: readonly MissedOfType[],
  taken: readonly string[],
): { routes: FlightRoute[]; problems: Problem[] } {
  const { areas, settings, target } = input;
  const elevation = input.elevation && watched(input.elevation);
  const ground = groundOf(areas, settings);
  const ways = waysInside(ground);
  const homes = homesOf(areas.take_offs, ground, ways);
  const axis = target ? (boxesOf(target, ground.plane)[0]?.rotation ?? null) : null;
  const names = reFlyNames(input.name, taken);
  const routes: FlightRoute[] = [];
  const problems: Problem[] = [];
  for (const { flight_type, stretches } of missed) {
    if (stretches.length === 0) continue;
    const planned = captureOf(settings, flight_type);
    const { capture, view } = onlineView(planned, settings, ground.plane.origin, axis);
    const before = routes.length;
    const made = routesOf({
      legs: stretches.map(({ from, to }) => ({
        from: ground.plane.toPlane(from[0], from[1]),
        to: ground.plane.toPlane(to[0], to[1]),
      })),
      name: (index) => names(before + index),
      ground,
      ways,
      homes,
      capture,
      motion: motionOf(settings, capture),
      settings,
      take_offs: areas.take_offs,
      terrain: terrainOf(ground, elevation?.at),
      view: { heading_deg: view.heading_deg, gimbal_pitch_deg: view.gimbal_pitch_deg },
    });
    routes.push(...made.routes);
    if (made.problem) problems.push(made.problem);
  }
  if (elevation?.isMissing()) return { routes: [], problems: [{ reason: "elevation_incomplete" }] };
  return { routes, problems };
}

/** "Spring re-fly 1" and on, after those that there are. */
function reFlyNames(campaign: string, taken: readonly string[]): (index: number) => string {
  const start = `${campaign} re-fly `;
  const numbers = taken
    .filter((name) => name.startsWith(start))
    .map((name) => Number(name.slice(start.length)))
    .filter((number) => Number.isInteger(number));
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  return (index) => `${start}${last + index + 1}`;
}
