// The shortest way from one place to another without leaving a region: a search over its visible corners.
import {
  CLEARANCE_M,
  grown,
  isInside,
  toPaths,
  toRegion,
  type FlightGround,
  type Region,
  type Spot,
} from "../ground/flight-ground.ts";
import { edgeGrid } from "../plan/edge-grid.ts";

export type Way = {
  readonly metres: number;
  /** Corners between the two ends. */
  readonly corners: readonly Spot[];
};

/** Finds ways; null: there is none. */
export type WayFinder = {
  between(from: Spot, to: Spot): Way | null;
  /** Whether the straight leg keeps all margins. */
  sees(from: Spot, to: Spot): boolean;
  /** Whether a curve may lie on this side of the leg: it keeps half of the margins. */
  allowsCurve(from: Spot, to: Spot): boolean;
};

/** Corners of the region that a shortest way can bend around. */
function bendsOf(region: Region): Spot[] {
  return region.flatMap((ring) =>
    ring.filter(([x, y], i) => {
      const [px, py] = ring[(i + ring.length - 1) % ring.length]!;
      const [nx, ny] = ring[(i + 1) % ring.length]!;
      return (x - px) * (ny - y) - (y - py) * (nx - x) < 0;
    }),
  );
}

/** Ways inside `free`. Their ends and corners lie in `inner`, a little smaller, so that none touches an edge. */
export function waysInside({ free, inner, loose }: FlightGround): WayFinder {
  return finderOver(free, bendsOf(inner), loose);
}

/** Ways anywhere but in `blocked`. */
export function waysAround(blocked: Region): WayFinder {
  const outer = toRegion(grown(toPaths(blocked), CLEARANCE_M));
  return finderOver(
    blocked,
    outer.flat().filter((corner) => !isInside(blocked, corner)),
    blocked,
  );
}

/** Ways that keep out of `blocked` and bend only outside `flight`, which they may cross. */
export function waysOutside(flight: Region, blocked: Region): WayFinder {
  const corners = [flight, blocked].flatMap((region) =>
    toRegion(grown(toPaths(region), CLEARANCE_M)).flat(),
  );
  return finderOver(
    blocked,
    corners.filter((corner) => !isInside(blocked, corner) && !isInside(flight, corner)),
    blocked,
  );
}

function finderOver(region: Region, corners: readonly Spot[], loose: Region): WayFinder {
  const grid = edgeGrid(region);
  const looseGrid = edgeGrid(loose);
  const visible = new Map<number, readonly number[]>();
  const sees = (a: Spot, b: Spot) => !grid.crosses(a, b);
  const seenFrom = (spot: Spot) => corners.flatMap((corner, i) => (sees(spot, corner) ? [i] : []));
  const neighbours = (corner: number) => {
    const known = visible.get(corner);
    if (known) return known;
    const found = seenFrom(corners[corner]!).filter((other) => other !== corner);
    visible.set(corner, found);
    return found;
  };
  const between = (from: Spot, to: Spot): Way | null =>
    sees(from, to)
      ? { metres: apart(from, to), corners: [] }
      : search(from, to, corners, { seenFrom, neighbours, sees });
  return { between, sees, allowsCurve: (a, b) => !looseGrid.crosses(a, b) };
}

const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);

type Sight = {
  seenFrom(spot: Spot): readonly number[];
  neighbours(corner: number): readonly number[];
  sees(a: Spot, b: Spot): boolean;
};

/** A* over the corners; the straight distance to the end is the lower bound. */
function search(from: Spot, to: Spot, corners: readonly Spot[], sight: Sight): Way | null {
  const best = new Map<number, number>();
  const before = new Map<number, number>();
  const closed = new Set<number>();
  const reach = (corner: number, metres: number, previous: number) => {
    if (metres >= (best.get(corner) ?? Infinity)) return;
    best.set(corner, metres);
    before.set(corner, previous);
  };
  for (const corner of sight.seenFrom(from)) reach(corner, apart(from, corners[corner]!), -1);
  let end = -1;
  let shortest = Infinity;
  for (;;) {
    let next = -1;
    let bound = shortest;
    for (const [corner, metres] of best) {
      if (closed.has(corner)) continue;
      const least = metres + apart(corners[corner]!, to);
      if (least < bound) [next, bound] = [corner, least];
    }
    if (next < 0) break;
    closed.add(next);
    const metres = best.get(next)!;
    if (sight.sees(corners[next]!, to)) {
      shortest = metres + apart(corners[next]!, to);
      end = next;
      continue;
    }
    for (const other of sight.neighbours(next)) {
      reach(other, metres + apart(corners[next]!, corners[other]!), next);
    }
  }
  if (end < 0) return null;
  const way: Spot[] = [];
  for (let corner = end; corner >= 0; corner = before.get(corner)!) way.unshift(corners[corner]!);
  return { metres: shortest, corners: way };
}
