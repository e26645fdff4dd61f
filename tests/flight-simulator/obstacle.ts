// What stands up from the ground, and how near a flight comes to it: distances in space, to walls below straight wires.
import type { Flight, Local } from "./kinematics.ts";
import type { LonLat, Mission } from "./mission.ts";
import type { Ground } from "./terrain.ts";

/** A mast (one place), or wires between masts. */
export type Standing = {
  readonly places: readonly LonLat[];
  /** Of each mast, in metres above the ground below it. */
  readonly height_m: number;
};

/** Metres that a flight keeps from what stands up. */
export const APART_M = 10;
/** Metres by which two ways to read the ground between its heights may differ, at a mast and at the take-off position. */
const READ_M = 0.3;

/** Metres between the places from which the drone loses its link, and between looks on its straight way home. */
const [LOST_M, LOOK_M] = [25, 1];

/** Metres east, north and above the take-off position. */
type Point = readonly [x: number, y: number, z: number];

/** The tops of the masts. */
function topsOf({ places, height_m }: Standing, local: Local, ground: Ground, floor: number) {
  return places.map((at): Point => [...local.toLocal(at), ground(at) - floor + height_m]);
}

const metres = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, axis) => value - b[axis]!));

/** From a point to a straight line between two others, in as many dimensions as they have; and at which part of it. */
function toLine(p: readonly number[], a: readonly number[], b: readonly number[]) {
  const way = b.map((value, axis) => value - a[axis]!);
  const square = way.reduce((sum, value) => sum + value * value, 0);
  const dot = way.reduce((sum, value, axis) => sum + value * (p[axis]! - a[axis]!), 0);
  const part = square === 0 ? 0 : Math.max(0, Math.min(1, dot / square));
  return {
    part,
    metres: metres(
      p,
      a.map((value, axis) => value + part * way[axis]!),
    ),
  };
}

/** From a point to the wall between the ground and the wire of two masts. */
function toWall(point: Point, from: Point, to: Point): number {
  const level = toLine(point.slice(0, 2), from.slice(0, 2), to.slice(0, 2));
  const wire = from[2] + level.part * (to[2] - from[2]);
  return point[2] <= wire ? level.metres : toLine(point, from, to).metres;
}

/** From a point to what stands up. */
function toStanding(point: Point, tops: readonly Point[]): number {
  const [first] = tops;
  const walls = tops.slice(1).map((top, i) => toWall(point, tops[i]!, top));
  return walls.length > 0 ? Math.min(...walls) : toWall(point, first!, first!);
}

type Around = {
  readonly ground: Ground;
  readonly home: LonLat;
  readonly obstacles?: readonly Standing[];
};

/** Where a flight, or its straight way home from any part of it, comes nearer than it may; null: nowhere. */
export function obstacleFault(
  { moments }: Flight,
  { return_m }: Mission,
  { obstacles = [], ground, home }: Around,
  local: Local,
): string | null {
  const floor = ground(home);
  const all = obstacles.map((one) => topsOf(one, local, ground, floor));
  const nearest = (point: Point) => Math.min(...all.map((tops) => toStanding(point, tops)));
  const least = APART_M - READ_M;
  let next = 0;
  for (const { x, y, z, leg } of all.length > 0 ? moments : []) {
    const here = nearest([x, y, z]);
    if (!(here >= least)) return `${here.toFixed(1)} m after waypoint ${leg + 1}`;
    next -= 0.5;
    if (next > 0 || return_m === null) continue;
    next = LOST_M;
    const away = Math.hypot(x, y);
    for (let left = away; left > 0; left -= LOOK_M) {
      const part = left / away;
      const back = nearest([x * part, y * part, Math.max(z, return_m)]);
      if (!(back >= least)) return `home from waypoint ${leg + 1}: ${back.toFixed(1)} m`;
    }
  }
  return null;
}

/** Metres on the ground from a spot to what stands up. */
export function levelMetres(
  spot: readonly [number, number],
  { places }: Standing,
  local: Local,
): number {
  const spots = places.map((at) => local.toLocal(at));
  return Math.min(...spots.map((to, i) => toLine(spot, spots[i - 1] ?? to, to).metres));
}
