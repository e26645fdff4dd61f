// Parallel lines over an area: where each begins and ends. All in a plane whose x lies along the lines.
import type { Region } from "../ground/flight-ground.ts";

/** A part of a line that is flown without a break. `row` counts the lines across. */
export type Strip = {
  readonly row: number;
  readonly y: number;
  readonly from: number;
  readonly to: number;
  /** Radians from east, of a line in a piece of an area; absent: that of all lines. */
  readonly direction?: number;
};

export type Interval = [from: number, to: number];

/** The edges of a region sorted by their lower end, for many cuts. */
export type Edges = {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly x: Float64Array;
  readonly slope: Float64Array;
};

export function edgesOf(region: Region): Edges {
  const all: [low: number, high: number, x: number, slope: number][] = [];
  for (const ring of region) {
    for (const [i, [x0, y0]] of ring.entries()) {
      const [x1, y1] = ring[(i + 1) % ring.length]!;
      if (y0 === y1) continue;
      const slope = (x1 - x0) / (y1 - y0);
      all.push(y0 < y1 ? [y0, y1, x0, slope] : [y1, y0, x1, slope]);
    }
  }
  all.sort((a, b) => a[0] - b[0]);
  const column = (index: 0 | 1 | 2 | 3) => Float64Array.from(all, (edge) => edge[index]);
  return { low: column(0), high: column(1), x: column(2), slope: column(3) };
}

/** Where the horizontal line at y is inside, from left to right. */
export function cutAt({ low, high, x, slope }: Edges, y: number): Interval[] {
  const crossings: number[] = [];
  for (let i = 0; i < low.length && low[i]! <= y; i++) {
    if (high[i]! > y) crossings.push(x[i]! + (y - low[i]!) * slope[i]!);
  }
  crossings.sort((a, b) => a - b);
  const intervals: Interval[] = [];
  for (let i = 0; i + 1 < crossings.length; i += 2)
    intervals.push([crossings[i]!, crossings[i + 1]!]);
  return intervals;
}

export function mergedIntervals(intervals: readonly Interval[], gap: number): Interval[] {
  const merged: Interval[] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + gap) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function commonIntervals(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  for (const [from, to] of a) {
    for (const [low, high] of b) {
      if (low < to && high > from) common.push([Math.max(from, low), Math.min(to, high)]);
    }
  }
  return common;
}

export type StripSettings = {
  readonly spacing: number;
  /** How far from the area's edge the first and the last line may lie. */
  readonly edge: number;
  /** How far across a photo shows ground at most; `edge` is what is counted on. */
  readonly widest: number;
  /** How far a photo at a line's end reaches beyond it. */
  readonly reach: number;
  /** How far before the area's edge a line ends. */
  readonly trim: number;
  /** Flown beyond what is photographed, where there is room. */
  readonly leadOut: number;
  /** Gaps up to this length are flown over with photos. */
  readonly gap: number;
};

/** Shorter pieces are dropped where a neighbouring line's photos cover them. */
export const SHORTEST_M = 1;

/** Lowest and highest y of a region. */
export function spanOf(region: Region): readonly [low: number, high: number] {
  const ys = region.flatMap((ring) => ring.map(([, y]) => y));
  return [
    ys.reduce((a, b) => Math.min(a, b), Infinity),
    ys.reduce((a, b) => Math.max(a, b), -Infinity),
  ];
}

/**
 * Where the lines over an area lie, from the lowest up.
 * @param phase 0 to 1: position of the first line in the room that the number of lines leaves.
 */
export function rowsOver(
  span: readonly [low: number, high: number],
  phase: number,
  { spacing, edge }: StripSettings,
): number[] {
  const width = span[1] - span[0];
  const count = Math.max(1, Math.ceil((width - 2 * edge) / spacing - 1e-6) + 1);
  const slack = (count - 1) * spacing + 2 * edge - width;
  // One line only: in the middle.
  const first = count === 1 ? span[0] + width / 2 : span[0] + edge - slack * phase;
  // A line on the very edge of the area would be cut into nothing.
  return Array.from({ length: count }, (_, row) =>
    Math.min(Math.max(first + row * spacing, span[0] + 0.01), span[1] - 0.01),
  );
}

/** Lines over `target` inside `free` in these rows. */
export function stripsOver(
  target: Edges,
  free: Edges,
  rows: readonly number[],
  settings: StripSettings,
): Strip[] {
  return rows.flatMap((y, row) =>
    rowAt(target, free, y, settings).map(([from, to]) => ({ row, y, from, to })),
  );
}

/** Where the area is sampled across a row: distances from the line, as parts of the spacing. */
const SAMPLES = [-0.45, -0.25, 0.25, 0.45];

function rowAt(target: Edges, free: Edges, y: number, settings: StripSettings): Interval[] {
  const { spacing, reach, trim, leadOut, gap } = settings;
  const room = cutAt(free, y);
  if (room.length === 0) return [];
  const shortened = ([from, to]: Interval, by: number): Interval => {
    const less = Math.min(by, (to - from) / 2);
    return [from + less, to - less];
  };
  const wanted = cutAt(target, y).map((interval) => shortened(interval, trim));
  for (const part of SAMPLES) {
    const beside = cutAt(target, y + part * spacing);
    wanted.push(...beside.map((interval) => shortened(interval, reach)));
  }
  const inRoom = commonIntervals(mergedIntervals(wanted, 0), room);
  const led = inRoom.map(([from, to]): Interval => [from - leadOut, to + leadOut]);
  const parts = commonIntervals(mergedIntervals(led, gap), room);
  return parts.filter(([from, to]) => to - from >= SHORTEST_M);
}
