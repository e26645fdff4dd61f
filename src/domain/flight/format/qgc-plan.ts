// QGroundControl's plan (`.plan`, docs.qgroundcontrol.com, "Plan File Format"): simple items only, which every
// version reads, and the areas as fences.
import type { FlightAreas, FlightRoute, Place, Waypoint } from "../route/flight-route.ts";
import type { HomeHeights } from "../route/home-leg.ts";
import { transitOf } from "../time/flight-motion.ts";
import { withHomeWaypoints } from "./home-waypoints.ts";
import { fences } from "./qgc-fence-write.ts";

/** Commands of MAVLink (mavlink.io, MAV_CMD). */
export const commands = {
  waypoint: 16,
  return_home: 20,
  take_off: 22,
  yaw: 115,
  speed: 178,
  look_at: 195,
  look_at_old: 201,
  shutter: 203,
  camera_angle: 205,
  photo_distance: 206,
  photo_interval: 214,
  gimbal_pitch: 1000,
  photo: 2000,
  photos_end: 2001,
} as const;

/** MAV_FRAME_GLOBAL_RELATIVE_ALT: above the take-off position; and MAV_FRAME_MISSION: without a place. */
const frames = { relative: 3, none: 2 } as const;
/** MAV_AUTOPILOT_PX4, and a multicopter. */
const [PX4, MULTICOPTER] = [12, 2];

type Item = {
  readonly command: number;
  readonly params: readonly (number | null)[];
  readonly altitude?: number;
};

/**
 * The plan as JSON. Its commands know no height of the ways from and to the take-off position: where these are higher
 * than the route, they are waypoints. The areas become fences: one to stay in, no-fly polygons and holes to stay out of.
 */
export function qgcPlan(
  flown: FlightRoute,
  heights: Pick<HomeHeights, "security_height_m" | "return_height_m">,
  areas: FlightAreas | null = null,
): string {
  const route = withHomeWaypoints(flown, heights);
  const [longitude, latitude] = route.take_off.place;
  const plan = {
    fileType: "Plan",
    version: 1,
    groundStation: "QGroundControl",
    geoFence: { circles: [], polygons: areas ? fences(areas, route) : [], version: 2 },
    rallyPoints: { points: [], version: 2 },
    mission: {
      version: 2,
      firmwareType: PX4,
      vehicleType: MULTICOPTER,
      cruiseSpeed: route.speed_m_s,
      hoverSpeed: route.speed_m_s,
      globalPlanAltitudeMode: 1,
      plannedHomePosition: [latitude, longitude, route.take_off.elevation_m ?? 0],
      items: items(route).map(simpleItem),
    },
  };
  return `${JSON.stringify(plan, null, 1)}\n`;
}

function items(route: FlightRoute): Item[] {
  const { take_off, waypoints, photo_runs, speed_m_s } = route;
  const list: Item[] = [];
  const height = waypoints[0]?.height_m ?? 0;
  list.push(placed(commands.take_off, [0, 0, 0, null], take_off.place, height));
  // The way to the first waypoint.
  let speed = transitOf(route);
  list.push(speedItem(speed));
  let pitch = waypoints[0]?.gimbal_pitch_deg ?? -90;
  list.push(angleItem(pitch));
  waypoints.forEach((waypoint, at) => {
    list.push(waypointItem(waypoint));
    // A command without a place runs when the waypoint before it is reached: the angle belongs behind its waypoint.
    if (waypoint.gimbal_pitch_deg !== pitch) {
      pitch = waypoint.gimbal_pitch_deg;
      list.push(angleItem(pitch));
    }
    // One photo, of all cameras.
    if (waypoint.takes_photo) list.push({ command: commands.photo, params: [0, 0, 1, 0, 0, 0, 0] });
    const legSpeed = waypoint.speed_m_s ?? speed_m_s;
    if (legSpeed !== speed) list.push(speedItem(legSpeed));
    speed = legSpeed;
    if (photo_runs.some(({ to }) => to === at)) list.push(photos(0));
    const run = photo_runs.find(({ from }) => from === at);
    if (run) list.push(photos(run.distance_m));
  });
  list.push({ command: commands.return_home, params: [0, 0, 0, 0, 0, 0, 0] });
  return list;
}

function waypointItem({ place, height_m, heading_deg, damping_m, hover_s = 0 }: Waypoint): Item {
  return placed(commands.waypoint, [hover_s, damping_m, 0, heading_deg], place, height_m);
}

/** The camera's angle from here on. */
function angleItem(pitch: number): Item {
  return { command: commands.camera_angle, params: [pitch, 0, 0, 0, 0, 0, 2] };
}

/** Speed over ground from here on. */
function speedItem(speed: number): Item {
  return { command: commands.speed, params: [1, speed, -1, 0, 0, 0, 0] };
}

/** A photo every so many metres; 0 ends it. */
function photos(distance: number): Item {
  const once = distance > 0 ? 1 : 0;
  return { command: commands.photo_distance, params: [distance, 0, once, 0, 0, 0, 0] };
}

function placed(
  command: number,
  params: readonly (number | null)[],
  [longitude, latitude]: Place,
  altitude: number,
): Item {
  return { command, params: [...params, latitude, longitude, altitude], altitude };
}

function simpleItem({ command, params, altitude }: Item, at: number) {
  return {
    type: "SimpleItem",
    autoContinue: true,
    command,
    doJumpId: at + 1,
    frame: altitude === undefined ? frames.none : frames.relative,
    params,
    ...(altitude !== undefined && {
      Altitude: altitude,
      AltitudeMode: 1,
      AMSLAltAboveTerrain: null,
    }),
  };
}
