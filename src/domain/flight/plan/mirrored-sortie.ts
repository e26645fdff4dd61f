// Sorties whose camera sees the sun mirrored by what it photographs, as they are flown.
import type { Camera } from "./aircraft.ts";
import type { PlannedRoute } from "./flight-plan-shape.ts";
import type { Mounting } from "../time/sun.ts";
import { hasGlint, normalOf, sunAt } from "../time/sun.ts";
import { STRAIGHT_DOWN_DEG } from "./capture.ts";
import { diagonalOf } from "../time/flight-day.ts";
import { LEVEL } from "./tilted-view.ts";

/** Between two looks at the sun. */
const STEP_MS = 180_000;

/** How many of the sorties see the sun mirrored at any time between their start and their landing. */
export function mirroredSorties(
  routes: readonly PlannedRoute[],
  camera: Camera,
  mountings: readonly Mounting[],
): number {
  const view = diagonalOf(camera);
  const surfaces = mountings.length > 0 ? mountings : [LEVEL];
  return routes.filter((route) => {
    const looks = looksOf(route);
    return timesOf(route).some((time_ms) => {
      const sun = sunAt(time_ms, route.take_off.place);
      return surfaces.some((surface) => {
        const normal = normalOf(surface, sun);
        return looks.some((look) => hasGlint(sun, normal, view, look));
      });
    });
  }).length;
}

function timesOf({ start_ms, duration_s }: PlannedRoute): number[] {
  const count = Math.max(1, Math.ceil((1000 * duration_s) / STEP_MS));
  return Array.from({ length: count + 1 }, (_, i) => start_ms + (1000 * duration_s * i) / count);
}

type Look = { readonly heading_deg: number; readonly tilt_deg: number };

/** Each way in which the camera looks while photos are taken. A camera that looks straight down has no heading. */
function looksOf({ waypoints, photo_runs }: PlannedRoute): Look[] {
  const looks = new Map<string, Look>();
  for (const { from, to } of photo_runs)
    for (const { heading_deg, gimbal_pitch_deg } of waypoints.slice(from, to)) {
      const tilt_deg = gimbal_pitch_deg - STRAIGHT_DOWN_DEG;
      const look = { heading_deg: heading_deg ?? 0, tilt_deg };
      looks.set(`${look.heading_deg} ${tilt_deg}`, look);
    }
  return [...looks.values()];
}
