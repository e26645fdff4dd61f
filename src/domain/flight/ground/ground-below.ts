// All of the ground below straight ways, not only places of it: a ridge may stand between two places that are looked up.
//
// Heights lie between the points of a grid, linear along its rows and columns. Such a surface has no summit inside one of its
// cells: its highest place in an outline is a point of the grid in it, or lies on its border. Along a straight way the ground
// is a parabola over each cell, and three heights of it say where its vertex is.
import { METRES_PER_DEGREE } from "../../geometry/ground-distance.ts";
import type { Place } from "../route/flight-route.ts";
import type { ElevationOf } from "./elevation.ts";

/** Metres between the places that are looked up in heights that are a formula and no grid. */
const STEP_M = 5;

export type GroundBelow = {
  /** -Infinity where none of it is known. */
  readonly most: number;
  /** False where the terrain does not know all of it: there it may be higher. */
  readonly isKnown: boolean;
};

/** Points in rows and columns of degrees. */
type Lattice = {
  readonly west: number;
  readonly south: number;
  readonly step_lon: number;
  readonly step_lat: number;
  /** Columns and rows from 0; without an end for a formula. */
  readonly columns: number;
  readonly rows: number;
  /** Metres; null: not known. */
  heightAt(column: number, row: number): number | null;
};

function latticeOf(elevation: ElevationOf, [lon, lat]: Place): Lattice {
  const { grid } = elevation;
  if (grid) {
    const { west, south, step_lon, step_lat, columns, rows, heights } = grid;
    const heightAt = (column: number, row: number) => {
      const height = heights[row * columns + column]!;
      return Number.isNaN(height) ? null : height;
    };
    return { west, south, step_lon, step_lat, columns, rows, heightAt };
  }
  const step_lat = STEP_M / METRES_PER_DEGREE;
  const step_lon = step_lat / Math.cos((lat * Math.PI) / 180);
  return {
    west: lon,
    south: lat,
    step_lon,
    step_lat,
    columns: Infinity,
    rows: Infinity,
    heightAt: (column, row) => elevation([lon + column * step_lon, lat + row * step_lat]),
  };
}

type Spot = readonly [column: number, row: number];

const spotOn = ({ west, south, step_lon, step_lat }: Lattice, [lon, lat]: Place): Spot => [
  (lon - west) / step_lon,
  (lat - south) / step_lat,
];

/** Shares of a way, 0 to 1, where it meets a row or column of the lattice, and both of its ends. */
function meetings(from: Spot, to: Spot, { columns, rows }: Lattice): number[] {
  const shares = [0, 1];
  const ends = [
    [from[0], to[0], columns],
    [from[1], to[1], rows],
  ] as const;
  for (const [a, b, count] of ends) {
    const least = count === Infinity ? -Infinity : 0;
    const first = Math.max(least, Math.ceil(Math.min(a, b)));
    const last = Math.min(count - 1, Math.floor(Math.max(a, b)));
    for (let line = first; line <= last; line++) {
      const share = (line - a) / (b - a);
      if (share > 0 && share < 1) shares.push(share);
    }
  }
  return shares.toSorted((a, b) => a - b);
}

/**
 * The most of a value along a straight way, such as the ground itself or the ground less the height of a drone.
 * @param valueOf metres for the ground at a share of the way from 0 to 1: the ground, and what grows evenly along the way
 */
export function mostAlong(
  elevation: ElevationOf,
  from: Place,
  to: Place,
  valueOf: (ground: number, share: number) => number = (ground) => ground,
): GroundBelow {
  const lattice = latticeOf(elevation, from);
  let [most, isKnown] = [-Infinity, true];
  const valueAt = (share: number): number | null => {
    const ground = elevation([
      from[0] + share * (to[0] - from[0]),
      from[1] + share * (to[1] - from[1]),
    ]);
    if (ground !== null) return valueOf(ground, share);
    isKnown = false;
    return null;
  };
  const shares = meetings(spotOn(lattice, from), spotOn(lattice, to), lattice);
  let before = valueAt(0);
  for (const [i, share] of shares.entries()) {
    const after = i === 0 ? before : valueAt(share);
    const middle = i === 0 ? before : valueAt((shares[i - 1]! + share) / 2);
    if (after !== null) most = Math.max(most, after);
    if (before !== null && middle !== null && after !== null)
      most = Math.max(most, vertexOf(before, middle, after));
    before = after;
  }
  return { most, isKnown };
}

/** The highest value of the parabola through three values, of which the second is that of its middle. */
function vertexOf(first: number, middle: number, last: number): number {
  const slope = (last - first) / 2;
  const bend = (first + last) / 2 - middle;
  const isBetween = bend < 0 && Math.abs(slope) < -2 * bend;
  return isBetween ? middle - (slope * slope) / (4 * bend) : Math.max(first, middle, last);
}

/**
 * The highest ground below all straight ways from the places of a route's legs to its take-off position: each leg and the
 * position are the corners of a triangle. Ground that several triangles share is looked up once.
 */
export function mostSwept(
  elevation: ElevationOf,
  take_off: Place,
  places: readonly Place[],
): GroundBelow {
  let [most, isKnown] = [-Infinity, true];
  const add = (ground: GroundBelow) => {
    most = Math.max(most, ground.most);
    if (!ground.isKnown) isKnown = false;
  };
  const lattice = latticeOf(elevation, take_off);
  const home = spotOn(lattice, take_off);
  const spots = places.map((place) => spotOn(lattice, place));
  const turns = spots.slice(1).map((to, i) => Math.sign(crossed(home, spots[i]!, to)));
  for (const [i, place] of places.entries()) {
    if (i > 0) add(mostAlong(elevation, places[i - 1]!, place));
    // Ways between two triangles beside each other are no border of the ground: a grid has nothing higher there.
    // The first and the last way have a triangle on one side only.
    const isBorder = turns[i - 1] !== turns[i] || turns[i] === 0;
    if (isBorder) add(mostAlong(elevation, take_off, place));
  }
  const spans = new Map<number, [from: number, to: number][]>();
  for (const [i, to] of spots.slice(1).entries()) addRows(spans, [home, spots[i]!, to], lattice);
  for (const [row, all] of spans) {
    let next = -Infinity;
    for (const [from, to] of all.toSorted((a, b) => a[0] - b[0])) {
      for (let column = Math.max(from, next); column <= to; column++) {
        const height = lattice.heightAt(column, row);
        if (height === null) isKnown = false;
        else if (height > most) most = height;
      }
      next = Math.max(next, to + 1);
    }
  }
  return { most, isKnown };
}

/** Twice the area of a triangle, positive if its corners follow each other against the clock. */
const crossed = (a: Spot, b: Spot, c: Spot) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Adds the columns of each row whose points lie in the triangle. */
function addRows(
  spans: Map<number, [from: number, to: number][]>,
  triangle: readonly [Spot, Spot, Spot],
  { columns, rows }: Lattice,
): void {
  const isEndless = columns === Infinity;
  const height = triangle.map(([, y]) => y);
  const lowest = Math.max(isEndless ? -Infinity : 0, Math.ceil(Math.min(...height)));
  const highest = Math.min(rows - 1, Math.floor(Math.max(...height)));
  for (let row = lowest; row <= highest; row++) {
    let [west, east] = [Infinity, -Infinity];
    for (const [i, [ax, ay]] of triangle.entries()) {
      const [bx, by] = triangle[(i + 1) % 3]!;
      if (Math.min(ay, by) > row || Math.max(ay, by) < row) continue;
      const at = ay === by ? [ax, bx] : [ax + ((row - ay) / (by - ay)) * (bx - ax)];
      [west, east] = [Math.min(west, ...at), Math.max(east, ...at)];
    }
    const from = Math.max(isEndless ? -Infinity : 0, Math.ceil(west));
    const to = Math.min(columns - 1, Math.floor(east));
    if (from > to) continue;
    const list = spans.get(row);
    if (list) list.push([from, to]);
    else spans.set(row, [[from, to]]);
  }
}
