// The waypoints of one sortie: lines, the ways between them, curves, and heights over the terrain.
import type { FlightGround, Spot } from "../ground/flight-ground.ts";
import { waySpeed, type Motion } from "../time/flight-motion.ts";
import { dampingOf } from "../time/flight-time.ts";
import type { LinkFinder } from "./crossing.ts";
import type { WayFinder } from "./flight-way.ts";

/** Where the camera looks. */
export type View = { readonly heading_deg: number | null; readonly gimbal_pitch_deg: number };

/** A corner of a sortie's path on the plane of the plan. */
export type Corner = {
  readonly spot: Spot;
  /** m/s on the leg that begins here. */
  readonly speed: number;
  /** Photos are taken on the leg that begins here. */
  readonly photos: boolean;
  /** 0: the drone stops. */
  readonly damping: number;
  /** The photos of the leg before go on, though the path may bend here. */
  readonly joins?: boolean;
  /** Metres above the altitude; absent: none. */
  readonly lift?: number;
  /** Metres above the zero of the terrain, or above flat ground: of a way between flight polygons; absent: by the altitude. */
  readonly level_m?: number;
  /** Absent: that of the whole sortie. */
  readonly view?: View;
};

/** Drones refuse waypoints that are closer together (decisions/flight-sources.md). */
export const CLOSEST_M = 0.6;
/** Curves that are tighter are flown as a stop. */
const TIGHTEST_M = 0.3;

const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);

type Leg = {
  readonly from: Spot;
  readonly to: Spot;
  readonly joins?: boolean;
  readonly lift?: readonly [from: number, to: number];
  readonly view?: View;
};

/**
 * @param legs the lines of the sortie in their order and direction
 * @param outward corners from the take-off position to the first line, `inward` from the last line back, and metres above the
 * altitude at which each is flown
 * @param linkOf the ways between lines
 * @returns null where there is no way between two lines
 */
export function pathOf(
  legs: readonly Leg[],
  outward: readonly Pick<Corner, "spot" | "lift">[],
  inward: readonly Pick<Corner, "spot" | "lift">[],
  ways: WayFinder,
  motion: Motion,
  linkOf: LinkFinder,
): Corner[] | null {
  // On the way to a line the drone looks as over the one before, so that it turns between lines and not on them.
  const corners: Corner[] = outward.map((corner) => ({
    ...transit(corner.spot, motion.transit, legs[0]?.view),
    ...corner,
  }));
  for (const [i, { from, to, joins, lift, view }] of legs.entries()) {
    const goesOn = joins === true && i > 0;
    corners.push({
      spot: from,
      speed: motion.speed,
      photos: true,
      damping: 0,
      ...(goesOn && { joins: true }),
      ...(lift && { lift: lift[0] }),
      ...(view && { view }),
    });
    const next = legs[i + 1];
    if (next?.joins) continue;
    const way = next ? linkOf(legs[i]!, next) : { metres: 0, corners: [], level_m: null };
    if (!way) return null;
    const { level_m } = way;
    const speed = next ? waySpeed(motion, way.metres) : motion.transit;
    const isClimb = level_m !== null;
    const end = transit(to, isClimb ? motion.speed : speed, view);
    corners.push({ ...end, ...(lift && { lift: lift[1] }) });
    for (const [at, spot] of way.corners.entries()) {
      const isLast = isClimb && at === way.corners.length - 1;
      const corner = transit(spot, isLast ? motion.speed : speed, view);
      corners.push(isClimb ? { ...corner, level_m } : corner);
    }
  }
  for (const corner of inward)
    corners.push({ ...transit(corner.spot, motion.transit, legs.at(-1)?.view), ...corner });
  return joinClose(corners, ways);
}

const transit = (spot: Spot, speed: number, view?: View): Corner => {
  return { spot, speed, photos: false, damping: 0, ...(view && { view }) };
};

/** Joins corners that are too close together, where the path stays free. */
function joinClose(corners: readonly Corner[], ways: WayFinder): Corner[] {
  const path: Corner[] = [];
  for (const [i, corner] of corners.entries()) {
    const last = path.at(-1);
    if (!last || apart(last.spot, corner.spot) >= CLOSEST_M) {
      path.push(corner);
      continue;
    }
    // The leg that begins at the later one goes on from the earlier one.
    const [before] = path.slice(-2, -1);
    const next = corners[i + 1];
    const isLevel = last.level_m === corner.level_m && liftOf(last) === liftOf(corner);
    const isEnd = before?.photos === true;
    if (!isLevel && !last.photos && isEnd !== corner.photos) {
      path.splice(-1, 1, ...climbBeside(last, corner, corner.photos ? next : before, ways));
      continue;
    }
    const isSameLine = before?.photos === true && !last.photos && corner.photos;
    const leadsTo = (spot: Spot) => !before || ways.sees(before.spot, spot);
    const leadsOn = (spot: Spot) => !next || ways.sees(spot, next.spot);
    const isFree = (spot: Spot) => leadsTo(spot) && leadsOn(spot);
    const spots = [corner.spot, last.spot, ...beside(last.spot, corner.spot)];
    const found = isSameLine ? last.spot : spots.find(isFree);
    const isWay = !isEnd && !last.photos && !corner.photos;
    const two =
      found || !isWay || !isLevel
        ? null
        : apartAt(last.spot, corner.spot).find(
            ([a, b]) => leadsTo(a) && ways.sees(a, b) && leadsOn(b),
          );
    if (two) {
      path.splice(-1, 1, { ...last, spot: two[0] }, { ...corner, spot: two[1] });
      continue;
    }
    const spot = found ?? (leadsTo(corner.spot) ? corner.spot : last.spot);
    const lift = Math.max(liftOf(last), liftOf(corner));
    path[path.length - 1] = { ...corner, spot, ...(!isLevel && isWay && { lift }) };
  }
  return path;
}

const liftOf = ({ lift = 0 }: Corner) => lift;

/** Metres along a line to where the drone climbs beside a corner that is too close to the line's end: as far from both. */
const CLIMB_BESIDE_M = 2 * CLOSEST_M;

/**
 * The end of a line and a corner of another height close to it, in their order. One corner for both would tilt the whole
 * line. The drone climbs or sinks over the line instead. Where the line has no room for that, its end alone: that the way
 * is then low is found by the checks of a route.
 * @param other the other end of the line
 */
function climbBeside(
  last: Corner,
  corner: Corner,
  other: Corner | undefined,
  ways: WayFinder,
): Corner[] {
  const [end, way] = corner.photos ? [corner, last] : [last, corner];
  if (!other || apart(end.spot, other.spot) < CLIMB_BESIDE_M) return [end];
  const aside: Corner = { ...way, spot: towards(end.spot, other.spot, CLIMB_BESIDE_M) };
  if (!ways.sees(way.spot, aside.spot)) return [end];
  return end === corner ? [way, aside, end] : [end, aside, way];
}

/** Spots to both sides of two close corners: where a way bends around a sharp point, neither of them may see on. */
function beside([ax, ay]: Spot, [bx, by]: Spot): Spot[] {
  const metres = Math.hypot(bx - ax, by - ay);
  if (metres === 0) return [];
  const [x, y] = [(ay - by) / metres, (bx - ax) / metres];
  const [middleX, middleY] = [(ax + bx) / 2, (ay + by) / 2];
  return ASIDE_M.flatMap((aside) =>
    [aside, -aside].map((one): Spot => [middleX + x * one, middleY + y * one]),
  );
}

/**
 * Two spots as far apart as drones ask for, in place of two close corners: around a point so sharp that no single spot near it
 * sees both of its sides.
 */
function apartAt([ax, ay]: Spot, [bx, by]: Spot): (readonly [Spot, Spot])[] {
  const metres = Math.hypot(bx - ax, by - ay);
  if (metres === 0) return [];
  const [x, y] = [(bx - ax) / metres, (by - ay) / metres];
  const [middleX, middleY] = [(ax + bx) / 2, (ay + by) / 2];
  const half = APART_M / 2;
  return [0, ...ASIDE_M.flatMap((aside) => [aside, -aside])].map((aside) => {
    const at = (along: number): Spot => [
      middleX + x * along - y * aside,
      middleY + y * along + x * aside,
    ];
    return [at(-half), at(half)];
  });
}

/** A little more than the least, so that places that are rounded keep it. */
const APART_M = CLOSEST_M + 0.01;

/** The least first: the way stays short. */
const ASIDE_M = [0.05, 0.1, 0.2, 0.4];

/** Gives each corner its curve, as large as the free ground allows. */
export function curved(path: readonly Corner[], ways: WayFinder, curves: boolean): Corner[] {
  return path.map((corner, i) => {
    const [before, after] = [path[i - 1], path[i + 1]];
    // The drone stops where it climbs to a way between flight polygons, and at its corners.
    const isStop = [before, corner, after].some((one) => one?.level_m !== undefined);
    if (!curves || !before || !after || isStop) return corner;
    const legs = [apart(before.spot, corner.spot), apart(corner.spot, after.spot)] as const;
    // So it does where it climbs more than it flies on.
    if ([before, after].some((one, at) => Math.abs(liftOf(one) - liftOf(corner)) > legs[at]!))
      return corner;
    let damping = dampingOf(...legs);
    while (
      damping >= TIGHTEST_M &&
      !isFreeCurve(before.spot, corner.spot, after.spot, damping, ways)
    ) {
      damping /= 2;
    }
    return { ...corner, damping: damping < TIGHTEST_M ? 0 : damping };
  });
}

/** A curve lies between its corner and the chord from where it begins to where it ends. */
function isFreeCurve(
  before: Spot,
  at: Spot,
  after: Spot,
  damping: number,
  ways: WayFinder,
): boolean {
  return ways.allowsCurve(towards(at, before, damping), towards(at, after, damping));
}

function towards(from: Spot, to: Spot, metres: number): Spot {
  const part = metres / apart(from, to);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** Height of the terrain at a spot of the plane, in metres; null: not known. */
export type Terrain = (spot: Spot) => number | null;

export function terrainOf(
  ground: FlightGround,
  elevation: ((place: readonly [number, number]) => number | null) | undefined,
): Terrain {
  return ([x, y]) => elevation?.(ground.plane.toLonLat(x, y)) ?? null;
}

/** Metres between terrain samples. */
const SAMPLE_M = 5;

/** Adds corners where a straight leg would come closer to the terrain, or further from it, than allowed. */
export function overTerrain(
  path: readonly Corner[],
  terrain: Terrain,
  tolerance: number,
): Corner[] {
  const bent = path.flatMap((corner, i) => {
    const next = path[i + 1];
    if (!next || (corner.level_m !== undefined && next.level_m !== undefined)) return [corner];
    const spots = bends(corner.spot, next.spot, terrain, tolerance);
    const { joins: _, lift = 0, ...on } = corner;
    const rise = (next.lift ?? 0) - lift;
    const whole = apart(corner.spot, next.spot);
    const between = spots.map((spot): Corner => {
      const above = lift + (rise * apart(corner.spot, spot)) / whole;
      return { ...on, spot, damping: CLOSEST_M, ...(above !== 0 && { lift: above }) };
    });
    return [corner, ...between];
  });
  return bent.map((corner, i) => fitting(corner, bent[i - 1], bent[i + 1]));
}

/** The corner with a curve that fits between its neighbours, which may have come nearer. */
function fitting(corner: Corner, before: Corner | undefined, after: Corner | undefined): Corner {
  if (corner.damping === 0 || !before || !after) return corner;
  const most = dampingOf(apart(before.spot, corner.spot), apart(corner.spot, after.spot));
  return most < corner.damping ? { ...corner, damping: most } : corner;
}

/** The spots of a leg at which the height must change, by Douglas and Peucker's rule. */
function bends(from: Spot, to: Spot, terrain: Terrain, tolerance: number): Spot[] {
  const count = Math.floor(apart(from, to) / SAMPLE_M);
  const [first, last] = [terrain(from), terrain(to)];
  if (count < 2 || first === null || last === null) return [];
  let worst: { spot: Spot; error: number } | null = null;
  for (let i = 1; i < count; i++) {
    const part = i / count;
    const spot: Spot = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    const height = terrain(spot);
    const error = height === null ? 0 : Math.abs(height - first - (last - first) * part);
    if (error > (worst?.error ?? tolerance)) worst = { spot, error };
  }
  if (!worst) return [];
  const { spot } = worst;
  return [...bends(from, spot, terrain, tolerance), spot, ...bends(spot, to, terrain, tolerance)];
}
