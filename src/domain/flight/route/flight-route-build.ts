// A route from the path of a sortie: places, heights, photo runs, length and duration.
import type { Capture } from "../plan/capture.ts";
import { overHome, sortieTime } from "../time/flight-clock.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import type { FlightGround, Spot } from "../ground/flight-ground.ts";
import type { Motion } from "../time/flight-motion.ts";
import { homeHeights } from "./home-leg.ts";
import type { Corner, Terrain, View } from "./flight-path.ts";
import type { FlightRoute, PhotoRun, TakeOff, Waypoint, Obstacle } from "./flight-route.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { PathPoint } from "../time/flight-time.ts";

const DEGREE = Math.PI / 180;

type RouteParts = {
  readonly name: string;
  readonly take_off: TakeOff;
  readonly path: readonly Corner[];
  readonly ground: FlightGround;
  readonly terrain: Terrain;
  /** The same ground by its places, also where the route does not lead; null: it is flat. */
  readonly elevation: ElevationOf | null;
  /** Of the plant: the ways from and to take-off climb over them. */
  readonly obstacles: readonly Obstacle[] | undefined;
  readonly capture: Capture;
  readonly motion: Motion;
  readonly settings: FlightSettings;
  readonly view: View;
};

export function routeOf(parts: RouteParts): FlightRoute {
  const { path, ground, capture, motion, settings, take_off, view } = parts;
  const home: Spot = ground.plane.toPlane(take_off.place[0], take_off.place[1]);
  // Both from the same file: what users enter for the take-off position may count from another zero.
  const floor = parts.terrain(home);
  const heights = path.map(({ spot, lift = 0, level_m }) => {
    if (level_m !== undefined) return level_m - (floor ?? 0);
    const height = parts.terrain(spot);
    return capture.altitude_agl_m + lift + (floor === null || height === null ? 0 : height - floor);
  });
  const waypoints = path.map((corner, i): Waypoint => {
    const isSlow = corner.speed === motion.speed;
    const { heading_deg, gimbal_pitch_deg } = corner.view ?? view;
    return {
      place: ground.plane.toLonLat(corner.spot[0], corner.spot[1]),
      height_m: heights[i]!,
      heading_deg,
      gimbal_pitch_deg,
      damping_m: corner.damping,
      ...(isSlow ? {} : { speed_m_s: corner.speed }),
      ...(corner.level_m !== undefined &&
        path[i + 1]?.level_m !== undefined && { crosses: true as const }),
    };
  });
  const corners = path.map(({ spot, speed, damping }, i): PathPoint => {
    return { x: spot[0], y: spot[1], z: heights[i]!, speed, damping };
  });
  const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
  const route: FlightRoute = {
    name: parts.name,
    aircraft: settings.aircraft,
    flight_type: capture.flight_type,
    lenses: capture.thermal ? ["ir", "wide"] : ["wide"],
    altitude_agl_m: capture.altitude_agl_m,
    planned_altitude_m: capture.altitude_agl_m,
    speed_m_s: motion.speed,
    take_off: { place: take_off.place, elevation_m: take_off.elevation_m ?? floor },
    waypoints,
    photo_runs: photoRunsOf(path, capture.trigger_m),
    distance_m: places.slice(1).reduce((sum, to, i) => sum + placesApart(places[i]!, to), 0),
    duration_s: 0,
  };
  const ways = homeHeights(
    {
      ...route,
      set_security_height_m: settings.security_height_m,
      set_return_height_m: settings.return_height_m,
    },
    parts.elevation,
    parts.obstacles,
  );
  const flown = overHome(corners, home, motion.transit);
  return { ...route, duration_s: sortieTime(flown, motion.vertical, settings, ways) };
}

/** Legs with photos that follow each other on one straight line, or on a line that bends, are one run. */
function photoRunsOf(path: readonly Corner[], distance_m: number): PhotoRun[] {
  const runs: PhotoRun[] = [];
  for (const [i, corner] of path.entries()) {
    if (!corner.photos || i + 1 >= path.length) continue;
    const last = runs.at(-1);
    if (last?.to === i && (corner.joins || isStraight(path[i - 1]!, corner, path[i + 1]!))) {
      runs[runs.length - 1] = { ...last, to: i + 1 };
    } else runs.push({ from: i, to: i + 1, distance_m });
  }
  return runs;
}

/** Less than a degree off the line. */
function isStraight(a: Corner, b: Corner, c: Corner): boolean {
  const [ux, uy] = [b.spot[0] - a.spot[0], b.spot[1] - a.spot[1]];
  const [vx, vy] = [c.spot[0] - b.spot[0], c.spot[1] - b.spot[1]];
  return Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)) < DEGREE;
}
