// Flies a mission: a mass that speeds up, slows down and rounds its corners within what a drone can do.
import type { Mission, Stop } from "./mission.ts";
import type { Ground } from "./terrain.ts";

/** m/s2 along the path, and across it in a curve. */
const [ALONG, ACROSS] = [2.5, 2.5];
/** m/s up and down, and seconds on the ground at both ends. */
const [CLIMB, SINK] = [6, 5];
const GROUND_S = 15;
/** Metres between two moments. */
const STEP_M = 0.5;
const EARTH_M = 6_371_008.8;

/** A moment of the flight, in metres east and north of the take-off position. */
export type Moment = {
  readonly x: number;
  readonly y: number;
  /** Metres above the take-off position, and of the ground below it. */
  readonly z: number;
  readonly ground: number;
  readonly speed: number;
  /** Since the drone left the ground. */
  readonly seconds: number;
  /** The stop at which its leg began; -1: on the way out; the last stop: on the way home. */
  readonly leg: number;
  /** Where the leg leads, radians from east. */
  readonly course: number;
};

export type Flight = { readonly moments: readonly Moment[]; readonly seconds: number };

export type Local = {
  toLocal(at: readonly [number, number]): readonly [x: number, y: number];
  toPlace(x: number, y: number): readonly [lon: number, lat: number];
};

export function localAt([lon0, lat0]: readonly [number, number]): Local {
  const rad = Math.PI / 180;
  const east = EARTH_M * rad * Math.cos(lat0 * rad);
  const north = EARTH_M * rad;
  return {
    toLocal: ([lon, lat]) => [(lon - lon0) * east, (lat - lat0) * north],
    toPlace: (x, y) => [lon0 + x / east, lat0 + y / north],
  };
}

type Corner = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly stop: Stop | null;
};
type Raw = { x: number; y: number; z: number; most: number; leg: number; course: number };

/** @param home where the drone takes off */
export function fly(mission: Mission, home: readonly [number, number], ground: Ground): Flight {
  const local = localAt(home);
  const floor = ground(home);
  const corners = mission.stops.map((stop): Corner => {
    const [x, y] = local.toLocal(stop.at);
    const z = mission.isAboveGround ? stop.height_m + ground(stop.at) - floor : stop.height_m;
    return { x, y, z, stop };
  });
  const [first, last] = [corners[0]!, corners.at(-1)!];
  const climb = Math.max(mission.climb_m, mission.isAboveGround ? first.z : mission.climb_m);
  const back = Math.max(mission.return_m ?? last.z, last.z);
  // Out on one height, down or up to the first stop, along the stops, up and home.
  const path: Corner[] = [
    { x: 0, y: 0, z: climb, stop: null },
    ...(Math.abs(climb - first.z) > 0.01 ? [{ ...first, z: climb, stop: null }] : []),
    ...corners,
    ...(back - last.z > 0.01 ? [{ ...last, z: back, stop: null }] : []),
    { x: 0, y: 0, z: back, stop: null },
  ];
  const legs = legsOf(path, mission);
  const raw = roundedPath(path, legs);
  const timed = timedPath(raw);
  const seconds = timed.at(-1)! + climb / CLIMB + back / SINK + GROUND_S;
  const speeds = speedsOf(raw);
  return {
    seconds,
    moments: raw.map(({ x, y, z, leg, course }, i) => ({
      x,
      y,
      z,
      ground: ground(local.toPlace(x, y)) - floor,
      speed: speeds[i]!,
      seconds: timed[i]! + climb / CLIMB + GROUND_S / 3,
      leg,
      course,
    })),
  };
}

type Leg = { readonly speed: number; readonly stop: number };

function legsOf(path: readonly Corner[], { stops, transit_m_s }: Mission): Leg[] {
  let stop = -1;
  return path.slice(0, -1).map((corner): Leg => {
    if (corner.stop) stop += 1;
    const isWay = stop < 0 || stop === stops.length - 1;
    return { stop, speed: isWay ? transit_m_s : stops[stop]!.speed_m_s };
  });
}

/** Points along the path with its curves, each with the most speed that leg and curve allow. */
function roundedPath(path: readonly Corner[], legs: readonly Leg[]): Raw[] {
  const raw: Raw[] = [];
  let start: readonly [number, number, number] = [path[0]!.x, path[0]!.y, path[0]!.z];
  for (let i = 0; i + 1 < path.length; i++) {
    const [from, to, next] = [path[i]!, path[i + 1]!, path[i + 2]];
    const leg = legs[i]!;
    const metres = Math.hypot(to.x - from.x, to.y - from.y);
    const ahead = next ? Math.hypot(next.x - to.x, next.y - to.y) : 0;
    const course = Math.atan2(to.y - from.y, to.x - from.x);
    const turn = next ? angleBetween(course, Math.atan2(next.y - to.y, next.x - to.x)) : Math.PI;
    const wanted = to.stop && next ? to.stop.curve_m : 0;
    const curve = Math.min(wanted, metres / 2, ahead / 2);
    const stops = curve < 0.05;
    const end = stops ? [to.x, to.y, to.z] : along(to, from, curve / metres);
    straight(raw, start, end as [number, number, number], leg, course);
    if (stops) {
      const at = raw.at(-1);
      if (at) at.most = 0;
      start = [to.x, to.y, to.z];
      continue;
    }
    const radius = curve / Math.max(Math.tan(turn / 2), 1e-6);
    const most = Math.min(leg.speed, legs[i + 1]!.speed, Math.sqrt(ACROSS * radius));
    const exit = along(to, next!, curve / ahead);
    const parts = Math.max(2, Math.ceil((2 * curve) / STEP_M));
    for (let k = 1; k <= parts; k++) {
      const t = k / parts;
      const mix = (a: number, b: number, c: number) =>
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
      raw.push({
        x: mix(end[0]!, to.x, exit[0]),
        y: mix(end[1]!, to.y, exit[1]),
        z: mix(end[2]!, to.z, exit[2]),
        most,
        leg: t < 0.5 ? leg.stop : legs[i + 1]!.stop,
        course: t < 0.5 ? course : Math.atan2(next!.y - to.y, next!.x - to.x),
      });
    }
    start = exit;
  }
  return raw;
}

function straight(
  raw: Raw[],
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  { speed, stop }: Leg,
  course: number,
): void {
  const metres = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const rise = Math.abs(to[2] - from[2]);
  const parts = Math.max(1, Math.ceil(Math.max(metres, rise) / STEP_M));
  for (let k = 0; k <= parts; k++) {
    const t = k / parts;
    const at = (axis: 0 | 1 | 2) => from[axis] + (to[axis] - from[axis]) * t;
    raw.push({ x: at(0), y: at(1), z: at(2), most: speed, leg: stop, course });
  }
}

const along = (from: Corner, to: Corner, part: number) =>
  [
    from.x + (to.x - from.x) * part,
    from.y + (to.y - from.y) * part,
    from.z + (to.z - from.z) * part,
  ] as const;

function angleBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % (2 * Math.PI);
  return turn > Math.PI ? 2 * Math.PI - turn : turn;
}

const levelStep = (a: Raw, b: Raw) => Math.hypot(b.x - a.x, b.y - a.y);

/** The fastest that no leg, curve or brake forbids; at rest at both ends. */
function speedsOf(raw: readonly Raw[]): number[] {
  const speeds = raw.map(({ most }) => most);
  speeds[0] = 0;
  speeds[speeds.length - 1] = 0;
  for (let i = 1; i < raw.length; i++) {
    const step = levelStep(raw[i - 1]!, raw[i]!);
    speeds[i] = Math.min(speeds[i]!, Math.sqrt(speeds[i - 1]! ** 2 + 2 * ALONG * step));
  }
  for (let i = raw.length - 2; i >= 0; i--) {
    const step = levelStep(raw[i]!, raw[i + 1]!);
    speeds[i] = Math.min(speeds[i]!, Math.sqrt(speeds[i + 1]! ** 2 + 2 * ALONG * step));
  }
  return speeds;
}

/** Seconds at each point since the first. */
function timedPath(raw: readonly Raw[]): number[] {
  const speeds = speedsOf(raw);
  const seconds = [0];
  for (let i = 1; i < raw.length; i++) {
    const [a, b] = [raw[i - 1]!, raw[i]!];
    const step = levelStep(a, b);
    const mean = (speeds[i - 1]! + speeds[i]!) / 2;
    const rise = b.z - a.z;
    const upright = rise > 0 ? rise / CLIMB : -rise / SINK;
    seconds.push(seconds.at(-1)! + Math.max(upright, step > 0 ? step / Math.max(mean, 0.05) : 0));
  }
  return seconds;
}
