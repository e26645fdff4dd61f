// Parts of an area that its lines do not show, beside no-fly polygons and in corners, and lines for the largest.
import type { Region } from "../ground/flight-ground.ts";
import {
  cutAt,
  mergedIntervals,
  SHORTEST_M,
  type Edges,
  type Interval,
  type Strip,
  type StripSettings,
} from "./flight-strips.ts";

/** Part of the area that may stay unseen: a line for each sliver beside a no-fly polygon takes too long. */
export const MOST_UNSEEN = 0.015;
/** Where the area is sampled across a row: distances from the line, as parts of the spacing. */
const SAMPLES = [-0.4, -0.2, 0, 0.2, 0.4];
/** Steps across in which a place for another line is looked for, as parts of the spacing. */
const STEP = 0.1;
/** Part of a gap that another line must show. */
const WORTH = 0.3;

/** A stretch across which lines must show the ground, or do not. */
export type Gap = { readonly y: number; readonly from: number; readonly to: number };

const lengthOf = ({ from, to }: Gap) => to - from;

/** Lines over an area, and the part of it (0 to 1) that their photos are not counted on to show. */
export type FilledStrips = { readonly strips: readonly Strip[]; readonly unseen: number };

/** Parts of an area that stay unseen: plans within one of these steps are as good, and the faster one is flown. */
const COVERAGE_STEPS = [0.002, 0.005, MOST_UNSEEN];

/** 0 for all but a five hundredth seen, and one more for each step beyond. */
export function coverageClass(unseen: number): number {
  return COVERAGE_STEPS.filter((most) => unseen > most).length;
}

/** Metres beside a side at which it is sampled, as parts of the spacing: together as much as one sample of a row stands for. */
const BESIDE = [0.03, 0.08, 0.13, 0.18] as const;
/** A side that is shorter, as parts of the spacing, lies between samples without harm. */
const LONG_SIDE = 3;

/**
 * What lies along the long sides that are parallel to the lines: rows are sampled every fifth of the spacing, and a strip
 * along such a side may lie between two samples in its whole length.
 */
export function sidesOf(
  region: Region,
  target: Edges,
  { spacing }: Pick<StripSettings, "spacing">,
): Gap[] {
  const nearest = BESIDE[0] * spacing;
  const levels = new Set<number>();
  for (const ring of region) {
    for (const [i, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!;
      const isSide = Math.abs(nextX - x) > spacing && Math.abs(nextY - y) < nearest;
      if (isSide) levels.add(Math.round(y / nearest)).add(Math.round(nextY / nearest));
    }
  }
  return [...levels].flatMap((level) => {
    const y = level * nearest;
    return [1, -1].flatMap((side) => {
      const others = cutAt(target, y - side * nearest);
      return BESIDE.flatMap((part) => {
        const at = y + side * part * spacing;
        const alone = without(cutAt(target, at), others, at);
        return alone.filter((one) => lengthOf(one) > LONG_SIDE * spacing);
      });
    });
  });
}

/** The parts of intervals at y that others do not have. */
function without(some: readonly Interval[], others: readonly Interval[], y: number): Gap[] {
  return some.flatMap(([from, to]) => {
    const parts: Gap[] = [];
    let at = from;
    for (const [low, high] of others) {
      if (high <= at || low >= to) continue;
      if (low > at) parts.push({ y, from: at, to: low });
      at = high;
    }
    return at < to ? [...parts, { y, from: at, to }] : parts;
  });
}

/** The strips, with others for the largest gaps until nearly all of the target is seen. */
export function gapsFilled(
  strips: readonly Strip[],
  rows: readonly number[],
  target: Edges,
  free: Edges,
  settings: StripSettings,
  sides: readonly Gap[],
): FilledStrips {
  const wanted = rows.flatMap((row) =>
    SAMPLES.flatMap((part) => {
      const y = row + part * settings.spacing;
      return cutAt(target, y).map(([from, to]): Gap => ({ y, from, to }));
    }),
  );
  const whole = wanted.reduce((sum, one) => sum + lengthOf(one), 0);
  const most = MOST_UNSEEN * whole;
  const filled = [...strips];
  const near = stripsNear(strips, settings);
  const gaps = wanted
    .flatMap((one) => unseenOf(one, near.at(one), settings))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a));
  let unseen = gaps.reduce((sum, gap) => sum + lengthOf(gap), 0);
  for (const gap of gaps) {
    if (unseen <= most) break;
    const rest = unseenOf(gap, near.at(gap), settings);
    const largest = rest.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
    const found = largest && stripFor(largest, free, settings);
    if (found) {
      filled.push({ ...found, row: 2 * (rows.length + filled.length) });
      near.add(found);
    }
    const seen = found ? unseenOf(gap, near.at(gap), settings) : rest;
    unseen -= lengthOf(gap) - seen.reduce((sum, one) => sum + lengthOf(one), 0);
  }
  if (whole === 0) return { strips: filled, unseen: 0 };
  // What no photo is counted on to show may still be in one: plans are compared by what is left then.
  const frame = { ...settings, edge: settings.widest };
  const all = stripsNear(filled, frame);
  const leftOf = (some: readonly Gap[]) =>
    some
      .flatMap((one) => unseenOf(one, all.at(one), frame))
      .reduce((sum, gap) => sum + lengthOf(gap), 0) / whole;
  const counted = Math.max(0, unseen) / whole;
  const within = coverageClass(counted) === 0 ? counted : leftOf(wanted);
  return { strips: filled, unseen: within + leftOf(sides) / BESIDE.length };
}

type Line = Omit<Strip, "row">;

/** Lines from left to right, and how far the furthest of each and those before it reaches. */
type Band = { readonly lines: Line[]; readonly furthest: number[] };

/**
 * Strips by how far across and along they lie: those that may show a part of a stretch. A row over a comb has as many lines as
 * teeth, and a stretch in one tooth does not look at the others.
 */
function stripsNear(strips: readonly Line[], { edge, reach }: StripSettings) {
  const bands = new Map<number, Band>();
  const bandOf = ({ y }: Line) => Math.floor(y / edge);
  const measure = ({ lines, furthest }: Band, from: number) => {
    for (let i = from; i < lines.length; i++)
      furthest[i] = Math.max(furthest[i - 1] ?? -Infinity, lines[i]!.to);
  };
  for (const strip of strips) {
    const band = bands.get(bandOf(strip));
    if (band) band.lines.push(strip);
    else bands.set(bandOf(strip), { lines: [strip], furthest: [] });
  }
  for (const band of bands.values()) {
    band.lines.sort((a, b) => a.from - b.from);
    measure(band, 0);
  }
  return {
    add: (strip: Line) => {
      const band = bands.get(bandOf(strip)) ?? { lines: [], furthest: [] };
      bands.set(bandOf(strip), band);
      const at = countBefore(band.lines, strip.from);
      band.lines.splice(at, 0, strip);
      measure(band, at);
    },
    at: ({ y, from, to }: Gap) => {
      const middle = Math.floor(y / edge);
      const near: Line[] = [];
      for (let one = middle - 1; one <= middle + 1; one++) {
        const band = bands.get(one);
        if (!band) continue;
        for (let i = countBefore(band.lines, to + reach) - 1; i >= 0; i--) {
          if (band.furthest[i]! < from - reach) break;
          near.push(band.lines[i]!);
        }
      }
      return near;
    },
  };
}

/** How many lines begin before x; they are sorted by it. */
function countBefore(lines: readonly Line[], x: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.from < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the photos of the strips leave of a stretch. */
function unseenOf(
  { y, from, to }: Gap,
  strips: readonly Line[],
  { edge, reach }: StripSettings,
): Gap[] {
  const seen = strips
    .filter((strip) => Math.abs(strip.y - y) <= edge + 1e-6)
    .map((strip): Interval => [strip.from - reach, strip.to + reach]);
  const gaps: Gap[] = [];
  let at = from;
  for (const [low, high] of [...mergedIntervals(seen, 0), [to, to] as const]) {
    if (low > at) gaps.push({ y, from: at, to: Math.min(low, to) });
    at = Math.max(at, high);
    if (at >= to) break;
  }
  return gaps.filter((gap) => lengthOf(gap) > 0);
}

/** A line near the gap from which most of it is seen; null where there is no room. */
function stripFor(gap: Gap, free: Edges, settings: StripSettings): Line | null {
  const { edge, reach, spacing } = settings;
  for (let aside = 0; aside <= edge; aside += STEP * spacing) {
    let best: { strip: Line; seen: number } | null = null;
    for (const y of aside === 0 ? [gap.y] : [gap.y - aside, gap.y + aside]) {
      for (const room of cutAt(free, y)) {
        const strip = pieceOf(gap, room, reach);
        if (!strip) continue;
        const rest = unseenOf(gap, [{ y, ...strip }], settings);
        const seen = lengthOf(gap) - rest.reduce((sum, one) => sum + lengthOf(one), 0);
        if (seen > (best?.seen ?? WORTH * lengthOf(gap))) best = { strip: { y, ...strip }, seen };
      }
    }
    if (best) return best.strip;
  }
  return null;
}

/** The shortest stretch of the room whose photos show the gap, as far as the room reaches. */
function pieceOf(gap: Gap, [low, high]: Interval, reach: number) {
  if (high - low < SHORTEST_M) return null;
  const inRoom = (x: number) => Math.min(high, Math.max(low, x));
  const middle = (gap.from + gap.to) / 2;
  const from = inRoom(Math.min(middle, gap.from + reach));
  const to = inRoom(Math.max(middle, gap.to - reach));
  if (to - from >= SHORTEST_M) return { from, to };
  const start = Math.min(from, high - SHORTEST_M);
  return { from: start, to: start + SHORTEST_M };
}
