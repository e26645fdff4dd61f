// The shortest walk through the stops of a work order, on straight lines between them. The start may be given; the walk
// ends at the last stop.
//
// Nearest neighbour, improved by 2-opt and Or-opt over the nearest neighbours of each stop until nothing gets shorter.
// Few stops are tried from several beginnings, because a local optimum of few stops can be a bad one.
import type { PlanePoint } from "../geometry/plane.ts";

export type Walk = {
  /** Indexes of the stops in the order in which they are visited. */
  readonly order: readonly number[];
  /** From the start, if there is one, to the last stop. */
  readonly length_m: number;
  /** Distances that were computed: what the search has cost. */
  readonly work: number;
};

/** Stops whose nearest neighbours are tried. */
const NEIGHBOURS = 10;
/** With so many stops or fewer each pair is tried as the first two. */
const FEW = 12;
/** Or-opt moves so many stops at once at most. */
const LONGEST_RUN = 3;
/** The search ends here at the latest; a walk of 1,000 stops takes a tenth of it. */
const MOST_WORK = 40_000_000;
/** In metres: less is noise of the arithmetic. */
const LEAST_GAIN = 1e-6;

export function shortestWalk(stops: readonly PlanePoint[], start: PlanePoint | null): Walk {
  if (stops.length === 0) return { order: [], length_m: 0, work: 0 };
  // The start is point 0 of the path and stays there; without one, point 0 is any stop and may move.
  const points = start ? [start, ...stops] : stops;
  const search = searchIn(points, start !== null);
  const firsts = beginnings(points, start !== null);
  let best = search.improved(search.greedy(firsts[0]!));
  for (const first of firsts.slice(1)) {
    const other = search.improved(search.greedy(first));
    if (search.lengthOf(other) < search.lengthOf(best) - LEAST_GAIN) best = other;
  }
  const shift = start ? 1 : 0;
  return {
    order: best.slice(shift).map((point) => point - shift),
    length_m: search.lengthOf(best),
    work: search.work(),
  };
}

/** The beginnings of the paths that are tried. */
function beginnings(points: readonly PlanePoint[], isFixed: boolean): (readonly number[])[] {
  const from = isFixed ? 1 : 0;
  const all = points.map((_, at) => at).slice(from);
  const begun = isFixed ? [0] : [];
  if (all.length === 1) return [[...begun, ...all]];
  if (all.length <= FEW) {
    return all.flatMap((one) =>
      all.filter((other) => other !== one).map((other) => [...begun, one, other]),
    );
  }
  if (isFixed) return [[0]];
  // Ends of a shortest walk lie at the edge, never in the middle.
  const by = (of: (point: PlanePoint) => number) =>
    all.reduce((least, at) => (of(points[at]!) < of(points[least]!) ? at : least));
  const corners = [
    by(([x, y]) => x + y),
    by(([x, y]) => x - y),
    by(([x, y]) => y - x),
    by(([x, y]) => -x - y),
  ];
  return [...new Set(corners)].map((first) => [first]);
}

function searchIn(points: readonly PlanePoint[], isFixed: boolean) {
  const count = points.length;
  const xs = Float64Array.from(points, ([x]) => x);
  const ys = Float64Array.from(points, ([, y]) => y);
  let work = 0;
  const distance = (one: number, other: number) => {
    work += 1;
    return Math.hypot(xs[one]! - xs[other]!, ys[one]! - ys[other]!);
  };
  const near = points.map((_, at) => nearest(at));

  /** The nearest points, nearest first. */
  function nearest(at: number): number[] {
    const found: number[] = [];
    const away: number[] = [];
    for (let other = 0; other < count; other += 1) {
      if (other === at) continue;
      const far = distance(at, other);
      if (found.length === NEIGHBOURS && far >= away[NEIGHBOURS - 1]!) continue;
      let place = found.length;
      while (place > 0 && away[place - 1]! > far) place -= 1;
      found.splice(place, 0, other);
      away.splice(place, 0, far);
      found.length = Math.min(found.length, NEIGHBOURS);
      away.length = found.length;
    }
    return found;
  }

  /** A path that begins so and goes on to the nearest point that is left. */
  function greedy(beginning: readonly number[]): number[] {
    const path = [...beginning];
    const left = new Set(points.keys());
    for (const at of path) left.delete(at);
    while (left.size > 0) {
      const last = path.at(-1)!;
      const close = near[last]!.find((at) => left.has(at));
      let next = close ?? -1;
      if (close === undefined) {
        let least = Infinity;
        for (const at of left) {
          const away = distance(last, at);
          if (away < least) [least, next] = [away, at];
        }
      }
      path.push(next);
      left.delete(next);
    }
    return path;
  }

  /** The distance between two places of the path; 0 beyond its ends. */
  const step = (path: readonly number[], from: number, to: number) =>
    from < 0 || to >= count ? 0 : distance(path[from]!, path[to]!);

  function lengthOf(path: readonly number[]): number {
    let sum = 0;
    for (let at = 1; at < count; at += 1) sum += step(path, at - 1, at);
    return sum;
  }

  /** The path changed until no move makes it shorter. */
  function improved(begun: readonly number[]): number[] {
    const path = [...begun];
    const placeOf = new Int32Array(count);
    const settle = () => path.forEach((point, at) => (placeOf[point] = at));
    settle();
    const first = isFixed ? 1 : 0;
    for (let isBetter = true; isBetter && work < MOST_WORK;) {
      isBetter = false;
      for (let point = 0; point < count && work < MOST_WORK; point += 1) {
        for (const other of near[point]!) {
          if (
            turn(path, placeOf, first, point, other) ||
            move(path, placeOf, first, point, other)
          ) {
            settle();
            isBetter = true;
          }
        }
        // An open end can also be cut off and turned round, which no pair of neighbours says.
        if (turnEnd(path, placeOf, first, point)) {
          settle();
          isBetter = true;
        }
      }
    }
    return path;
  }

  /** 2-opt: makes the two points neighbours by turning what lies between them. */
  function turn(path: number[], places: Int32Array, first: number, one: number, other: number) {
    const [a, b] = [places[one]!, places[other]!];
    const [low, high] = a < b ? [a, b] : [b, a];
    // Either low stays and low + 1 to high is turned, or high stays and low to high - 1 is.
    return turnIf(path, first, low + 1, high) || turnIf(path, first, low, high - 1);
  }

  function turnEnd(path: number[], places: Int32Array, first: number, point: number) {
    const at = places[point]!;
    return turnIf(path, first, at, count - 1) || turnIf(path, first, first, at);
  }

  function turnIf(path: number[], first: number, from: number, to: number): boolean {
    if (from < first || from >= to) return false;
    const before = step(path, from - 1, from) + step(path, to, to + 1);
    const after =
      (from > 0 ? distance(path[from - 1]!, path[to]!) : 0) +
      (to + 1 < count ? distance(path[from]!, path[to + 1]!) : 0);
    if (after >= before - LEAST_GAIN) return false;
    for (let low = from, high = to; low < high; low += 1, high -= 1) {
      [path[low], path[high]] = [path[high]!, path[low]!];
    }
    return true;
  }

  /** Or-opt: puts one to three points, from `one` on, beside `other`, either way round. */
  function move(path: number[], places: Int32Array, first: number, one: number, other: number) {
    const from = places[one]!;
    if (from < first) return false;
    for (let run = 1; run <= LONGEST_RUN; run += 1) {
      for (const begin of run === 1 ? [from] : [from, from - run + 1]) {
        const end = begin + run - 1;
        if (begin < first || end >= count) continue;
        if (moveIf(path, first, [begin, end], places[other]!)) return true;
      }
    }
    return false;
  }

  function moveIf(
    path: number[],
    first: number,
    [begin, end]: readonly [number, number],
    beside: number,
  ): boolean {
    if (beside >= begin && beside <= end) return false;
    const gap = begin > 0 && end + 1 < count ? distance(path[begin - 1]!, path[end + 1]!) : 0;
    const freed = step(path, begin - 1, begin) + step(path, end, end + 1) - gap;
    // Between `left` and `left + 1`: after the point beside, or before it.
    for (const left of [beside, beside - 1]) {
      if (left >= begin - 1 && left <= end) continue;
      if (left < first - 1) continue;
      const cut = step(path, left, left + 1);
      for (const isTurned of [false, true]) {
        const [head, tail] = isTurned ? [end, begin] : [begin, end];
        const added =
          (left >= 0 ? distance(path[left]!, path[head]!) : 0) +
          (left + 1 < count ? distance(path[tail]!, path[left + 1]!) : 0);
        if (added - cut >= freed - LEAST_GAIN) continue;
        const taken = path.splice(begin, end - begin + 1);
        const at = left > end ? left + 1 - taken.length : left + 1;
        path.splice(at, 0, ...(isTurned ? taken.toReversed() : taken));
        return true;
      }
    }
    return false;
  }

  return { greedy, improved, lengthOf, work: () => work };
}
