// What the ways between the lines of a field cost, worked out when they are asked for.
import { turnedBack, type Spot } from "../ground/flight-ground.ts";
import type { Field } from "./field-lines.ts";
import type { Homes } from "../route/flight-home.ts";
import { CLIMB_ASIDE_M } from "../route/crossing.ts";
import {
  approachTime,
  crossingTime,
  leastWayTime,
  wayTime,
  type Motion,
} from "../time/flight-motion.ts";
import type { WayFinder } from "../route/flight-way.ts";
import { reversed, stripOf, type Run, type WayCosts, type Work } from "./run.ts";

/** A line of a plan in metres on its plane. */
export type Line = { readonly from: Spot; readonly to: Spot };

export function linesOf({ direction, strips }: Field): Line[] {
  return strips.map(({ y, from, to, direction: own = direction }) => ({
    from: turnedBack([from, y], own),
    to: turnedBack([to, y], own),
  }));
}

export const startOf = (lines: readonly Line[], run: Run): Spot =>
  run % 2 === 0 ? lines[stripOf(run)]!.from : lines[stripOf(run)]!.to;
export const endOf = (lines: readonly Line[], run: Run): Spot => startOf(lines, reversed(run));

/** Seconds that stand for no way at all, so that sums stay finite. */
const NO_WAY_S = 1e7;

function apart(a: Spot, b: Spot): number {
  const [x, y] = [a[0] - b[0], a[1] - b[1]];
  return Math.sqrt(x * x + y * y);
}

/** Metres that are counted for a climb between flight polygons while lines are ordered: how many it is, is known later. */
const CLIMB_M = 15;

type Memory = { get(key: number): number | undefined; set(key: number, value: number): unknown };

/** More pairs of ends than this are kept in a map, as few of them are asked for. */
const MOST_PAIRS = 1_500_000;

function memoryOf(keys: number): Memory {
  if (keys > MOST_PAIRS) return new Map<number, number>();
  const values = new Float64Array(keys).fill(-1);
  return {
    get: (key) => (values[key]! < 0 ? undefined : values[key]),
    set: (key, value) => (values[key] = value),
  };
}

export function wayCostsOf(
  lines: readonly Line[],
  ways: WayFinder,
  homes: Homes,
  motion: Motion,
  work: Work,
): WayCosts {
  const count = lines.length * 2;
  const known = memoryOf(count * count);
  const first = new Map<Run, number>();
  const acrossTime = (start: Spot, end: Spot) => {
    const way = ways.across(start, end);
    if (!way) return NO_WAY_S;
    const climbs = { rise: CLIMB_M, sink: CLIMB_M, aside: CLIMB_ASIDE_M };
    return crossingTime(motion, [start, ...way.corners, end], climbs);
  };
  const between = (from: Run, to: Run) => {
    work.left -= 1;
    const mirrored = [reversed(to), reversed(from)] as const;
    const [a, b] = from * count + to < mirrored[0] * count + mirrored[1] ? [from, to] : mirrored;
    const key = a * count + b;
    const before = known.get(key);
    if (before !== undefined) return before;
    const [start, end] = [endOf(lines, a), startOf(lines, b)];
    const stepsBefore = ways.steps();
    const way = ways.between(start, end);
    const seconds = way
      ? wayTime(motion, [startOf(lines, a), start, ...way.corners, end, endOf(lines, b)])
      : acrossTime(start, end);
    known.set(key, seconds);
    work.left -= ways.steps() - stepsBefore;
    return seconds;
  };
  const toFirst = (run: Run) => {
    const before = first.get(run);
    if (before !== undefined) return before;
    let least = NO_WAY_S;
    for (const take_off of homes.spots.keys()) {
      const way = homes.to(startOf(lines, run), take_off);
      if (way) least = Math.min(least, approachTime(motion, way.metres));
    }
    first.set(run, least);
    return least;
  };
  return {
    between,
    toFirst,
    isSpent: () => work.left <= 0,
    atLeast(from, to) {
      work.left -= 1;
      return leastWayTime(motion, apart(endOf(lines, from), startOf(lines, to)));
    },
  };
}
