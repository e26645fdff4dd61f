// Opens plans of QGroundControl, also with surveys: their lines are in the file as simple items. A command without a place
// runs when the waypoint before it is reached (mavlink.io, "Mission Protocol").
import { z } from "zod";
import type { FlightAreas, Place, TakeOff, Waypoint } from "../route/flight-route.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { readStay } from "../route/waypoint-stay.ts";
import { jsonOf } from "./json-text.ts";
import {
  baseName,
  oneReference,
  openedRoute,
  refusedFile,
  type HeightReference,
  type OpenedRoute,
} from "./opened-route.ts";
import { fenceAreas, fenceShape } from "./qgc-fence.ts";
import { photoRuns, readCamera, type CameraReading } from "./qgc-camera.ts";
import { commands } from "./qgc-plan.ts";

const number = z.number();
const latitude = number.min(-90).max(90);
const longitude = number.min(-180).max(180);
const itemShape = z.object({
  type: z.string(),
  command: number.optional(),
  frame: number.optional(),
  complexItemType: z.string().optional(),
  params: z.array(number.nullable()).optional(),
  /** In plans of older programs: latitude, longitude, height, in place of the last parameters. */
  coordinate: z.tuple([number, number, number]).optional(),
  TransectStyleComplexItem: z.object({ Items: z.array(z.unknown()).default([]) }).optional(),
});
const planShape = z.object({
  fileType: z.literal("Plan"),
  geoFence: fenceShape.optional(),
  mission: z.object({
    cruiseSpeed: number.optional(),
    hoverSpeed: number.optional(),
    plannedHomePosition: z.tuple([latitude, longitude, number]).optional(),
    items: z.array(z.unknown()),
  }),
});
const fencedShape = planShape.pick({ fileType: true, geoFence: true });
type Plan = z.output<typeof planShape>;
type Item = z.output<typeof itemShape>;

export type OpenedPlan = { readonly route: OpenedRoute; readonly areas: FlightAreas };

/** @throws Failure FILE_REFUSED with the number of the item, or the field */
export function readQgcPlan(bytes: Uint8Array, file: string): OpenedPlan {
  const plan = planShape.safeParse(jsonOf(bytes, file));
  if (!plan.success) {
    throw refusedFile(file, { reason: "qgc_plan", field: fieldOf(plan.error) });
  }
  const { mission } = plan.data;
  const items = mission.items.flatMap((item, at) => simpleItems(item, at + 1, file));
  const route = routeOf(items, mission, file);
  if (route.waypoints.length === 0) throw refusedFile(file, { reason: "route_no_waypoints" });
  const areas = fenceAreas(plan.data.geoFence);
  const count = areas.flight.length + areas.no_fly.length;
  const fenced = count > 0 ? [{ reason: "route_file_fences", values: { count } }] : [];
  return { route: { ...route, notes: [...route.notes, ...fenced] }, areas };
}

/** The fences of a plan alone: it may hold no mission. @throws Failure FILE_REFUSED with the field */
export function readQgcFences(bytes: Uint8Array, file: string): FlightAreas {
  const plan = fencedShape.safeParse(jsonOf(bytes, file));
  if (plan.success) return fenceAreas(plan.data.geoFence);
  throw refusedFile(file, { reason: "qgc_plan", field: fieldOf(plan.error) });
}

const fieldOf = (error: z.ZodError) => error.issues[0]?.path.join(".") ?? "";

export type Numbered = Item & { readonly feature: number };

/** The items of the file, those of a survey among them; `feature` counts the items of the file. */
function simpleItems(item: unknown, feature: number, file: string, depth = 0): Numbered[] {
  const parsed = itemShape.safeParse(item);
  if (!parsed.success) {
    throw refusedFile(file, { reason: "qgc_plan", feature, field: fieldOf(parsed.error) });
  }
  const { type, complexItemType: kind, TransectStyleComplexItem: lines } = parsed.data;
  const inner = lines?.Items;
  if (inner && depth < 2) {
    return inner.flatMap((one) => simpleItems(one, feature, file, depth + 1));
  }
  if (type === "SimpleItem") {
    if (!isKnown(parsed.data.command ?? -1)) {
      const values = { command: parsed.data.command ?? -1 };
      throw refusedFile(file, { reason: "qgc_command_unknown", feature, values });
    }
    const { params = [], coordinate } = parsed.data;
    const whole = coordinate ? [...padded(params), ...coordinate] : params;
    return [{ ...parsed.data, params: whole, feature }];
  }
  // Nothing that is flown over an area is left out in silence.
  if (kind !== undefined && !landings.has(kind)) {
    const values = { name: kind.slice(0, 60) };
    throw refusedFile(file, { reason: "qgc_item_unknown", feature, values });
  }
  return [];
}

/** The first four parameters. */
const padded = (params: readonly (number | null)[]) =>
  Array.from({ length: 4 }, (_, at) => params[at] ?? null);

/** Complex items that end a flight. */
const landings: ReadonlySet<string> = new Set(["fwLandingPattern", "vtolLandingPattern"]);
/** Commands below this lead somewhere; those above change how, when or what is done there. */
const FIRST_CONDITION = 95;
const DO_JUMP = 177;
/** Return, landing, take-off and delay: what every flight has besides its waypoints. */
const ends: ReadonlySet<number> = new Set([20, 21, 22, 84, 85, 93]);

/** Whether a command is read, or changes nothing of where the drone flies. A jump flies waypoints again. */
export function isKnown(command: number): boolean {
  if (command === DO_JUMP) return false;
  return (
    command < 0 || command >= FIRST_CONDITION || ends.has(command) || placedCommands.has(command)
  );
}

type Reading = CameraReading & {
  speed: number | null;
  /** Of each waypoint. */
  readonly references: HeightReference[];
  /** Of the leg that begins at each waypoint. */
  readonly speeds: (number | null)[];
  readonly home: Place | null;
};

/** @throws Failure FILE_REFUSED with the number of the item */
export function routeOf(
  items: readonly Numbered[],
  mission: Omit<Plan["mission"], "items">,
  file: string,
): OpenedRoute {
  // Many programs write zeros for a home that they do not know.
  const stated = mission.plannedHomePosition;
  const home = stated && (stated[0] !== 0 || stated[1] !== 0) ? stated : undefined;
  const reading: Reading = {
    waypoints: [],
    runs: [],
    pitch: 0,
    speed: null,
    speeds: [],
    references: [],
    home: home ? [home[1], home[0]] : null,
    lost: new Set(),
    run: null,
    series: [],
    timed: null,
  };
  for (const item of items) readItem(item, reading, home?.[2] ?? 0, file);
  const take_off: TakeOff | null = home
    ? { place: [home[1], home[0]], elevation_m: home[2] === 0 ? null : home[2] }
    : null;
  const speed = mission.hoverSpeed ?? mission.cruiseSpeed ?? reading.speed;
  const photo_runs = photoRuns(reading, (at) => reading.speeds[at] ?? speed);
  return openedRoute({
    name: baseName(file),
    take_off,
    waypoints: reading.waypoints.map((waypoint, at) => {
      const own = reading.speeds[at] ?? null;
      return own === null || own === speed ? waypoint : { ...waypoint, speed_m_s: own };
    }),
    photo_runs,
    speed_m_s: speed,
    height_reference: oneReference(file, reading.references),
    notes: [
      ...[...reading.lost].map((reason) => ({ reason })),
      ...(take_off ? [] : [{ reason: "route_home_unknown" }]),
    ],
  });
}

function readItem(item: Numbered, reading: Reading, homeAltitude: number, file: string): void {
  const [, second = null] = item.params ?? [];
  if (item.command === commands.speed && second !== null && second > 0) {
    reading.speed = second;
    if (reading.speeds.length > 0) reading.speeds[reading.speeds.length - 1] = second;
  }
  readCamera(item, reading);
  const isAway = item.command === commands.take_off && isBesideHome(item, reading);
  if (isAway || placedCommands.has(item.command ?? -1)) {
    reading.waypoints.push(waypointOf(item, reading.pitch, homeAltitude, file));
    reading.speeds.push(reading.speed);
    reading.references.push(referenceOf(item, homeAltitude, file));
  }
}

/** Frames of MAVLink whose places are degrees: above the sea, above home, and above the ground. */
const frames = { sea: [0, 5], home: [3, 6], ground: [10, 11] };

function referenceOf(
  { frame, feature }: Numbered,
  homeAltitude: number,
  file: string,
): HeightReference {
  if (frame === undefined || frames.home.includes(frame)) return "take_off";
  if (frames.ground.includes(frame)) return "ground";
  // Heights above the sea need the height of home; many programs write 0 for one that they do not know.
  if (frames.sea.includes(frame)) return homeAltitude === 0 ? "ellipsoid" : "take_off";
  // Metres from home, or from where the drone is.
  throw refusedFile(file, { reason: "qgc_frame_unknown", feature, values: { frame } });
}

/** A take-off item far from home is flown to; the one over home is the climb of every flight. */
function isBesideHome({ params }: Numbered, { home }: Reading): boolean {
  const [, , , , lat = null, lon = null] = params ?? [];
  if (lat === null || lon === null || (lat === 0 && lon === 0)) return false;
  return home !== null && placesApart(home, [lon, lat]) > HOME_M;
}

/** Metres around home that count as home. */
const HOME_M = 1;

/** Commands with a place that the drone flies to: waypoints, splines, and loitering, which is a stop. */
const placedCommands: ReadonlySet<number> = new Set([commands.waypoint, 17, 18, 19, 31, 82]);

/** Commands whose first parameter is seconds to stay: waypoints, splines, and loitering for a time. */
const holds: ReadonlySet<number> = new Set([commands.waypoint, 19, 82]);

function waypointOf(item: Numbered, pitch: number, homeAltitude: number, file: string): Waypoint {
  const [hold = 0, radius = 0, , heading = null, lat = null, lon = null, altitude = null] =
    item.params ?? [];
  const isPlace = lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  if (!isPlace || altitude === null) {
    throw refusedFile(file, { reason: "wpml_coordinates", feature: item.feature, field: "params" });
  }
  const place: Place = [lon, lat];
  return {
    place,
    // Frames 0 and 5 are above sea level.
    height_m: item.frame === 0 || item.frame === 5 ? altitude - homeAltitude : altitude,
    heading_deg: heading,
    gimbal_pitch_deg: pitch,
    damping_m: Math.max(0, radius ?? 0),
    ...readStay(holds.has(item.command ?? -1) ? (hold ?? 0) : 0, false),
  };
}
