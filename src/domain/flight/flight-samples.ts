// How much of the target a flight's photos show, estimated from samples.
import { looksAt, stretchGroups, type ComponentCoverage, type Looks } from "./flight-coverage.ts";
import type { Footprint } from "./capture.ts";
import { cutAt, edgesOf, spanOf } from "./flight-strips.ts";
import type { FlightGround, Region, Spot } from "./flight-ground.ts";
import type { FlightRoute } from "./flight-route.ts";
import type { CameraView } from "./online-view.ts";
import { boxesInside, type Box, type FlightTarget } from "./flight-target.ts";

export type Sampled = {
  readonly seen_percent: number;
  readonly often_percent: number;
  readonly side_overlap_p5_percent: number | null;
  readonly components: ComponentCoverage | null;
};

/** About how many samples are taken of an area. */
const SAMPLES = 40_000;
const FINEST_M = 1;

export function captureReach(
  routes: readonly FlightRoute[],
  frame: Footprint,
  ground: FlightGround,
  target: FlightTarget | null,
  view: CameraView,
): Sampled {
  const groups = stretchGroups(routes, ground.plane);
  const look = ([x, y]: Spot) => looksAt(groups, [x + view.east_m, y + view.north_m], frame);
  if (!target) return { ...summary(samplesOf(ground.field).map(look)), components: null };
  const boxes = boxesInside(target, ground);
  const components = componentsSeen(boxes, target.geometry.count, frame.gsd_m, look);
  return { ...summary(boxes.map((box) => look([box.x, box.y]))), components };
}

function summary(looks: readonly Looks[]) {
  const overlaps = looks.flatMap(({ side_overlap_percent: overlap }) =>
    overlap === null ? [] : [overlap],
  );
  overlaps.sort((a, b) => a - b);
  const percent = (has: (look: Looks) => boolean) =>
    looks.length === 0 ? 0 : (100 * looks.filter(has).length) / looks.length;
  return {
    seen_percent: percent(({ photos }) => photos > 0),
    often_percent: percent(({ lines }) => lines > 2),
    side_overlap_p5_percent: overlaps[Math.floor(overlaps.length / 20)] ?? null,
  };
}

/** A grid of spots inside the region. */
export function samplesOf(region: Region): Spot[] {
  const edges = edgesOf(region);
  const [low, high] = spanOf(region);
  const xs = region.flatMap((ring) => ring.map(([x]) => x));
  const width =
    xs.reduce((a, b) => Math.max(a, b), -Infinity) - xs.reduce((a, b) => Math.min(a, b), Infinity);
  const step = Math.max(FINEST_M, Math.sqrt((width * (high - low)) / SAMPLES));
  const samples: Spot[] = [];
  for (let y = low + step / 2; y < high; y += step) {
    for (const [from, to] of cutAt(edges, y)) {
      for (let x = Math.ceil(from / step) * step; x < to; x += step) samples.push([x, y]);
    }
  }
  return samples;
}

function componentsSeen(
  boxes: readonly Box[],
  rows: number,
  gsd_m: number,
  look: (spot: Spot) => Looks,
): ComponentCoverage {
  const looks = new Uint16Array(rows);
  const side_overlap_percent = new Float32Array(rows).fill(NaN);
  let unseen = 0;
  for (const box of boxes) {
    const middle = look([box.x, box.y]);
    looks[box.row] = middle.photos;
    side_overlap_percent[box.row] = middle.side_overlap_percent ?? NaN;
    const isSeen = middle.photos > 0 && cornersOf(box).every((corner) => look(corner).photos > 0);
    if (!isSeen) unseen += 1;
  }
  return { looks, side_overlap_percent, gsd_m, components: boxes.length, unseen };
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
