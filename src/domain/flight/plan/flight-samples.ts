// How much of the target a flight's photos show, estimated from samples.
import {
  leastFrame,
  looksAt,
  stretchGroups,
  type ComponentCoverage,
  type HeightAbove,
  type Looks,
} from "./flight-coverage.ts";
import type { Footprint } from "./capture.ts";
import { cutAt, edgesOf, spanOf } from "./flight-strips.ts";
import type { FlightGround, Region, Spot } from "../ground/flight-ground.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import { boxesInside, type Box, type FlightTarget } from "../area/flight-target.ts";
import { upperMedianOf } from "../../median.ts";

export type Sampled = {
  readonly seen_percent: number;
  readonly often_percent: number;
  readonly side_overlap_p5_percent: number | null;
  readonly side_overlap_median_percent: number | null;
  /** Metres between neighbouring lines: 95 % of the target have at most the worst; null: nowhere two lines. */
  readonly apart: { readonly worst: number; readonly median: number } | null;
  readonly components: ComponentCoverage | null;
  /** Ground of an area in no photo, the largest patch first; null over components. */
  readonly unseen_ground: readonly UnseenPatch[] | null;
};

/** Ground without a photo in one piece. */
export type UnseenPatch = {
  readonly m2: number;
  /** One of its samples, near its middle. */
  readonly spot: Spot;
};

/** About how many samples are taken of an area. */
const SAMPLES = 40_000;
const FINEST_M = 1;

export function captureReach(
  routes: readonly FlightRoute[],
  frame: Footprint,
  ground: FlightGround,
  target: FlightTarget | null,
  heightAbove?: HeightAbove,
): Sampled {
  const groups = stretchGroups(routes, ground.plane, frame.camera, heightAbove);
  const look = (spot: Spot) => looksAt(groups, spot);
  if (!target) {
    const spots = samplesOf(ground.field);
    const samples = spots.map((spot) => ({ ...look(spot), m2: 1 }));
    const step = stepOf(ground.field);
    const missed = spots.filter((_, i) => samples[i]!.photos === 0);
    return { ...summary(samples), components: null, unseen_ground: patchesOf(missed, step) };
  }
  const boxes = boxesInside(target, ground);
  const components = componentsSeen(boxes, target.geometry.count, look);
  const least = Math.min(frame.swath_m, frame.length_m, leastFrame(groups));
  const samples = boxes.flatMap((box) => {
    const spots = spotsAlong(box, least);
    const m2 = (box.length * box.width) / spots.length;
    return spots.map((spot) => ({ ...look(spot), m2 }));
  });
  return { ...summary(samples), components, unseen_ground: null };
}

/** A part of a frame that a component may stick out of it without being noticed. */
const STEP_PART = 1 / 8;
const MOST_SPOTS = 64;

/** Spots along the middle line of a component, each for an equal piece of it: a long one may be seen in part. */
function spotsAlong({ x, y, length, rotation }: Box, frame_m: number): Spot[] {
  const step = STEP_PART * frame_m;
  const count = Math.min(MOST_SPOTS, Math.max(1, Math.ceil(length / step)));
  return Array.from({ length: count }, (_, i): Spot => {
    const along = length * ((i + 0.5) / count - 0.5);
    return [x + along * Math.cos(rotation), y + along * Math.sin(rotation)];
  });
}

/** What is seen of a piece of the target. */
type Sample = Looks & { readonly m2: number };

function summary(looks: readonly Sample[]) {
  const overlaps = looks.flatMap(({ side_overlap_percent: overlap }) =>
    overlap === null ? [] : [overlap],
  );
  overlaps.sort((a, b) => a - b);
  const aparts = looks.flatMap(({ apart_m }) => (apart_m === null ? [] : [apart_m]));
  aparts.sort((a, b) => b - a);
  const worst = aparts[Math.floor(aparts.length / 20)];
  const area = (some: readonly Sample[]) => some.reduce((sum, { m2 }) => sum + m2, 0);
  const whole = area(looks);
  const percent = (has: (look: Looks) => boolean) =>
    whole === 0 ? 0 : 100 - (100 * area(looks.filter((look) => !has(look)))) / whole;
  return {
    seen_percent: percent(({ photos }) => photos > 0),
    often_percent: percent(({ lines }) => lines > 2),
    side_overlap_p5_percent: overlaps[Math.floor(overlaps.length / 20)] ?? null,
    side_overlap_median_percent: overlaps.length === 0 ? null : upperMedianOf(overlaps),
    apart: worst === undefined ? null : { worst, median: upperMedianOf(aparts) },
  };
}

/** Metres between the samples of a region. */
function stepOf(region: Region): number {
  const [low, high] = spanOf(region);
  const xs = region.flatMap((ring) => ring.map(([x]) => x));
  const width =
    xs.reduce((a, b) => Math.max(a, b), -Infinity) - xs.reduce((a, b) => Math.min(a, b), Infinity);
  return Math.max(FINEST_M, Math.sqrt((width * (high - low)) / SAMPLES));
}

/** A grid of spots inside the region. */
export function samplesOf(region: Region): Spot[] {
  const edges = edgesOf(region);
  const [low, high] = spanOf(region);
  const step = stepOf(region);
  const samples: Spot[] = [];
  for (let y = low + step / 2; y < high; y += step) {
    for (const [from, to] of cutAt(edges, y)) {
      for (let x = Math.ceil(from / step) * step; x < to; x += step) samples.push([x, y]);
    }
  }
  return samples;
}

/** The spots of a grid that touch each other, also at corners, as patches. */
function patchesOf(spots: readonly Spot[], step: number): UnseenPatch[] {
  const key = (column: number, row: number) => `${column} ${row}`;
  const [, base = 0] = spots[0] ?? [];
  const waiting = new Map(
    spots.map((spot) => {
      const [column, row] = [Math.round(spot[0] / step), Math.round((spot[1] - base) / step)];
      return [key(column, row), { spot, column, row }];
    }),
  );
  const patches: UnseenPatch[] = [];
  for (const [first, seed] of waiting) {
    waiting.delete(first);
    const patch = [seed];
    for (const { column, row } of patch) {
      for (const at of around.map(([x, y]) => key(column + x, row + y))) {
        const found = waiting.get(at);
        if (!found) continue;
        waiting.delete(at);
        patch.push(found);
      }
    }
    patches.push({ m2: patch.length * step ** 2, spot: middleOf(patch.map(({ spot }) => spot)) });
  }
  return patches.toSorted((a, b) => b.m2 - a.m2);
}

const around = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y] as const));

/** The spot that is nearest to the mean of all. */
function middleOf(spots: readonly Spot[]): Spot {
  const mean = (axis: 0 | 1) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length;
  const [x, y] = [mean(0), mean(1)];
  const away = (spot: Spot) => Math.hypot(spot[0] - x, spot[1] - y);
  return spots.reduce((best, spot) => (away(spot) < away(best) ? spot : best));
}

function componentsSeen(
  boxes: readonly Box[],
  rows: number,
  look: (spot: Spot) => Looks,
): ComponentCoverage {
  const looks = new Uint16Array(rows);
  const side_overlap_percent = new Float32Array(rows).fill(NaN);
  const unseen_rows: number[] = [];
  for (const box of boxes) {
    const middle = look([box.x, box.y]);
    looks[box.row] = middle.photos;
    side_overlap_percent[box.row] = middle.side_overlap_percent ?? NaN;
    const isSeen = middle.photos > 0 && cornersOf(box).every((corner) => look(corner).photos > 0);
    if (!isSeen) unseen_rows.push(box.row);
  }
  return {
    looks,
    side_overlap_percent,
    components: boxes.length,
    unseen: unseen_rows.length,
    unseen_rows,
  };
}

function cornersOf({ x, y, length, width, rotation }: Box): Spot[] {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ].map(([along, across]): Spot => {
    const [a, b] = [(along! * length) / 2, (across! * width) / 2];
    return [x + a * cos - b * sin, y + a * sin + b * cos];
  });
}
