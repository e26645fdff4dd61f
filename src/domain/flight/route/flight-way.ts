// The shortest way from one place to another without leaving a region: a search over its visible corners.
import {
  CLEARANCE_M,
  grown,
  isInside,
  signedArea,
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
  /** Ways between parts of the ground that no way inside joins: over what lies between them, out of what is blocked. */
  across(from: Spot, to: Spot): Way | null;
  /** Whether the straight leg keeps all margins. */
  sees(from: Spot, to: Spot): boolean;
  /** Whether a curve may lie on this side of the leg: it keeps half of the margins. */
  allowsCurve(from: Spot, to: Spot): boolean;
  /** Cost of the ways so far, in visited grid cells. */
  steps(): number;
};

type Finder = Omit<WayFinder, "across">;

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

/**
 * Ways inside `free`. Their ends and corners lie in `inner`, a little smaller, so that none touches an edge.
 * @param isApart no way leads from one part of the ground to another
 */
export function waysInside(
  { free, inner, loose, blocked }: FlightGround,
  isApart = false,
): WayFinder {
  const inside = finderOver(free, bendsOf(inner), loose);
  const holeOf = holeFinder(blocked);
  let outside: Finder | null = null;
  return {
    ...inside,
    across(from, to) {
      if (isApart) return null;
      // Else all corners would be searched before it is known that there is none.
      if (holeOf(from) !== holeOf(to)) return null;
      outside ??= waysAround(blocked);
      return outside.between(from, to);
    },
    steps: () => inside.steps() + (outside?.steps() ?? 0),
  };
}

/** Finds the innermost hole of a region around a spot outside of it; undefined for none. No way leads out of a hole. */
export function holeFinder(region: Region): (spot: Spot) => Region[number] | undefined {
  const holes = region
    .filter((ring) => signedArea(ring) < 0)
    .toSorted((a, b) => signedArea(b) - signedArea(a));
  return (spot) => holes.find((ring) => isInside([ring], spot));
}

/** Ways anywhere but in `blocked`. */
export function waysAround(blocked: Region): Finder {
  const outer = toRegion(grown(toPaths(blocked), CLEARANCE_M));
  return finderOver(
    blocked,
    outer.flat().filter((corner) => !isInside(blocked, corner)),
    blocked,
  );
}

/** Ways that keep out of `blocked` and bend only outside `flight`, which they may cross. */
export function waysOutside(flight: Region, blocked: Region): Finder {
  const corners = [flight, blocked].flatMap((region) =>
    toRegion(grown(toPaths(region), CLEARANCE_M)).flat(),
  );
  return finderOver(
    blocked,
    corners.filter((corner) => !isInside(blocked, corner) && !isInside(flight, corner)),
    blocked,
  );
}

function finderOver(region: Region, corners: readonly Spot[], loose: Region): Finder {
  const grid = edgeGrid(region);
  const looseGrid = edgeGrid(loose);
  const visible = new Map<number, readonly number[]>();
  const sees = (a: Spot, b: Spot) => !grid.crosses(a, b);
  // Ends of lines are asked for again and again.
  const seen = new WeakMap<Spot, readonly number[]>();
  const seenFrom = (spot: Spot) => {
    const known = seen.get(spot);
    if (known) return known;
    const found = nearestSeen(spot, corners, sees, MANY_CORNERS);
    seen.set(spot, found);
    return found;
  };
  const neighbours = (corner: number) => {
    const known = visible.get(corner);
    if (known) return known;
    const found = seenFrom(corners[corner]!).filter((other) => other !== corner);
    visible.set(corner, found);
    return found;
  };
  const near = searchOver(corners, { seenFrom, neighbours });
  const isPartly = corners.length > MANY_CORNERS;
  /** Over all corners that are seen, where the nearest ones lead nowhere. */
  const far = searchOver(corners, {
    seenFrom: (spot) => nearestSeen(spot, corners, sees, Infinity),
    neighbours: (corner) => nearestSeen(corners[corner]!, corners, sees, Infinity),
  });
  const between = (from: Spot, to: Spot): Way | null => {
    if (sees(from, to)) return { metres: apart(from, to), corners: [] };
    return near.search(from, to) ?? (isPartly ? far.search(from, to) : null);
  };
  return {
    between,
    sees,
    allowsCurve: (a, b) => !looseGrid.crosses(a, b),
    steps: () => grid.steps() + near.steps() + far.steps(),
  };
}

/** With more corners than this only so many of the nearest that are seen count: a way past others bends at them. */
const MANY_CORNERS = 64;

/** The corners that are seen from the spot, at most so many of the nearest; in their order where all count. */
function nearestSeen(
  spot: Spot,
  corners: readonly Spot[],
  sees: (a: Spot, b: Spot) => boolean,
  most: number,
): number[] {
  if (corners.length <= most) return corners.flatMap((one, i) => (sees(spot, one) ? [i] : []));
  const metres = corners.map((corner) => apart(spot, corner));
  const order = [...corners.keys()].toSorted((a, b) => metres[a]! - metres[b]!);
  const found: number[] = [];
  for (const corner of order) {
    if (sees(spot, corners[corner]!)) found.push(corner);
    if (found.length >= most) break;
  }
  return found;
}

function apart(a: Spot, b: Spot): number {
  const [x, y] = [a[0] - b[0], a[1] - b[1]];
  return Math.sqrt(x * x + y * y);
}

type Sight = {
  seenFrom(spot: Spot): readonly number[];
  neighbours(corner: number): readonly number[];
};

/** Cost of visiting a corner, in grid cells. */
const STEPS_PER_CORNER = 4;

/** A* over the corners; the straight distance to the end is the lower bound. */
function searchOver(corners: readonly Spot[], sight: Sight) {
  const metres = new Float64Array(corners.length);
  const before = new Int32Array(corners.length);
  /** The search in which a corner was reached, and settled. */
  const reached = new Uint32Array(corners.length);
  const settled = new Uint32Array(corners.length);
  let round = 0;
  let steps = 0;
  const search = (from: Spot, to: Spot): Way | null => {
    round += 1;
    const open = minHeap();
    const reach = (corner: number, way: number, previous: number) => {
      if (reached[corner] === round && way >= metres[corner]!) return;
      reached[corner] = round;
      metres[corner] = way;
      before[corner] = previous;
      open.push(corner, way + apart(corners[corner]!, to));
    };
    const sighted = new Set(sight.seenFrom(to));
    if (sighted.size === 0) return null;
    for (const corner of sight.seenFrom(from)) reach(corner, apart(from, corners[corner]!), -1);
    for (let corner = open.pop(); corner >= 0; corner = open.pop()) {
      if (settled[corner] === round) continue;
      settled[corner] = round;
      const way = metres[corner]!;
      // The nearest by the straight distance: no other corner leads to a shorter way.
      if (sighted.has(corner)) return wayOver(corner, way + apart(corners[corner]!, to));
      for (const other of sight.neighbours(corner)) {
        steps += STEPS_PER_CORNER;
        if (settled[other] !== round)
          reach(other, way + apart(corners[corner]!, corners[other]!), corner);
      }
    }
    return null;
  };
  return { search, steps: () => steps };
  function wayOver(end: number, length: number): Way {
    const way: Spot[] = [];
    for (let corner = end; corner >= 0; corner = before[corner]!) way.unshift(corners[corner]!);
    return { metres: length, corners: way };
  }
}

/** Numbers by what they cost, the cheapest first; -1 when none is left. */
function minHeap() {
  const items: number[] = [];
  const costs: number[] = [];
  const swap = (a: number, b: number) => {
    [items[a], items[b]] = [items[b]!, items[a]!];
    [costs[a], costs[b]] = [costs[b]!, costs[a]!];
  };
  return {
    push(item: number, cost: number) {
      items.push(item);
      costs.push(cost);
      for (let at = items.length - 1; at > 0;) {
        const parent = (at - 1) >> 1;
        if (costs[parent]! <= costs[at]!) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): number {
      const [top = -1] = items;
      const [item, cost] = [items.pop(), costs.pop()];
      if (items.length === 0 || item === undefined || cost === undefined) return top;
      [items[0], costs[0]] = [item, cost];
      for (let at = 0; ;) {
        const left = 2 * at + 1;
        if (left >= items.length) break;
        const next = left + 1 < items.length && costs[left + 1]! < costs[left]! ? left + 1 : left;
        if (costs[at]! <= costs[next]!) break;
        swap(at, next);
        at = next;
      }
      return top;
    },
  };
}
