// How long a drone takes along a path: it accelerates, cruises and brakes evenly.
//
// With a = 2.5 m/s2 this gives the durations in DJI's own route files within 0.1 % where the drone stops at
// its waypoints. A turn flown as a curve costs 0.23 s per metre of its damping distance: fitted to the
// patrol routes of FlightHub 2 (decisions/flight-sources.md).

export const ACCELERATION_M_S2 = 2.5;
const TURN_S_PER_M = 0.23;
/** Degrees of the turns that the cost was fitted to. */
const FITTED_TURN = Math.PI / 2;
export const MAX_DAMPING_M = 10;

/** Seconds from standstill to standstill. */
export function restToRest(metres: number, speed: number): number {
  const a = ACCELERATION_M_S2;
  if (metres >= speed ** 2 / a) return metres / speed + speed / a;
  return 2 * Math.sqrt(metres / a);
}

/** Seconds for a leg that begins with speed `before`, ends with `after` and is never faster than `most`. */
export function legTime(metres: number, before: number, after: number, most: number): number {
  if (metres <= 0) return 0;
  const a = ACCELERATION_M_S2;
  const reachable = Math.sqrt((2 * a * metres + before ** 2 + after ** 2) / 2);
  const peak = Math.max(Math.min(most, reachable), before, after);
  const ramps = (2 * peak ** 2 - before ** 2 - after ** 2) / (2 * a);
  return (2 * peak - before - after) / a + Math.max(0, metres - ramps) / peak;
}

/** Seconds that a curve with this damping distance and change of direction (radians) costs. */
export function turnCost(damping: number, turn: number): number {
  return (TURN_S_PER_M * damping * turn) / FITTED_TURN;
}

/** FlightHub 2's rule: a third of the shorter leg, at most 10 m. */
export function dampingOf(before: number, after: number): number {
  return Math.min(MAX_DAMPING_M, before / 3, after / 3);
}

/** One point of a path. */
export type PathPoint = {
  readonly x: number;
  readonly y: number;
  /** Metres above any common level. */
  readonly z: number;
  /** Most m/s on the leg that begins here. */
  readonly speed: number;
  /** 0: the drone stops here. */
  readonly damping: number;
  /** Seconds that it stays here; absent: none. */
  readonly wait_s?: number;
};

export type VerticalSpeeds = { readonly climb: number; readonly descent: number };

/** Angle between the legs to and from the point, in radians; 0: straight on. */
function turnAt(a: PathPoint, b: PathPoint, c: PathPoint): number {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y];
  return Math.abs(Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy));
}

/** How one leg of a path is flown. */
export type LegPace = {
  readonly metres: number;
  /** m/s at both ends, and the most between them. */
  readonly before: number;
  readonly after: number;
  readonly most: number;
  /** From its first point to its second. */
  readonly seconds: number;
  /** What the curve at its second point, or the stay there, costs besides. */
  readonly turn_s: number;
};

/** Each leg of the path, from standstill at its first point to standstill at its last. */
export function legPaces(points: readonly PathPoint[], vertical: VerticalSpeeds): LegPace[] {
  const lengths = points.slice(1).map((point, i) => {
    return Math.hypot(point.x - points[i]!.x, point.y - points[i]!.y);
  });
  const speeds = passingSpeeds(points, lengths);
  return lengths.map((metres, i) => {
    const [from, to, next] = [points[i]!, points[i + 1]!, points[i + 2]];
    const [before, after, most] = [speeds[i]!, speeds[i + 1]!, from.speed];
    const rise = to.z - from.z;
    const upright = rise > 0 ? rise / vertical.climb : -rise / vertical.descent;
    const seconds = Math.max(upright, legTime(metres, before, after, most));
    const curve_s = next && to.damping > 0 ? turnCost(to.damping, turnAt(from, to, next)) : 0;
    const turn_s = curve_s + (to.wait_s ?? 0);
    return { metres, before, after, most, seconds, turn_s };
  });
}

/** Seconds along the path, from standstill at its first point to standstill at its last. */
export function pathTime(points: readonly PathPoint[], vertical: VerticalSpeeds): number {
  return legPaces(points, vertical).reduce((sum, leg) => sum + leg.seconds + leg.turn_s, 0);
}

/** Metres flown and the speed after so many seconds of a leg. A slow climb stretches the whole leg. */
export function alongLeg(leg: LegPace, seconds: number): { metres: number; speed: number } {
  const a = ACCELERATION_M_S2;
  const { before, after, most } = leg;
  const level = legTime(leg.metres, before, after, most);
  if (level === 0 || leg.seconds === 0) return { metres: 0, speed: 0 };
  const stretch = level / leg.seconds;
  const at = Math.min(level, Math.max(0, seconds * stretch));
  const reachable = Math.sqrt((2 * a * leg.metres + before ** 2 + after ** 2) / 2);
  const peak = Math.max(Math.min(most, reachable), before, after);
  const [rising, braking] = [(peak - before) / a, (peak - after) / a];
  const left = level - at;
  if (at < rising) {
    return { metres: before * at + (a * at ** 2) / 2, speed: (before + a * at) * stretch };
  }
  if (left < braking) {
    const metres = leg.metres - (after * left + (a * left ** 2) / 2);
    return { metres, speed: (after + a * left) * stretch };
  }
  const risen = (peak ** 2 - before ** 2) / (2 * a);
  return { metres: risen + peak * (at - rising), speed: peak * stretch };
}

/** Speed at each point: what both legs allow, and what can be reached and braked. */
function passingSpeeds(points: readonly PathPoint[], lengths: readonly number[]): number[] {
  const last = points.length - 1;
  const speeds = points.map(({ damping, speed, wait_s = 0 }, i) => {
    const stops = i === 0 || i === last || damping === 0 || wait_s > 0;
    return stops ? 0 : Math.min(speed, points[i - 1]!.speed);
  });
  const reach = (from: number, metres: number) =>
    Math.sqrt(from ** 2 + 2 * ACCELERATION_M_S2 * metres);
  for (let i = 1; i <= last; i++) {
    speeds[i] = Math.min(speeds[i]!, reach(speeds[i - 1]!, lengths[i - 1]!));
  }
  for (let i = last - 1; i >= 0; i--) {
    speeds[i] = Math.min(speeds[i]!, reach(speeds[i + 1]!, lengths[i]!));
  }
  return speeds;
}
