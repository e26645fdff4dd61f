// What the photos of routes will show: how often, from which line, with what overlap.
import type { Capture, Footprint } from "./capture.ts";
import type { Spot } from "../ground/flight-ground.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import { besideOf } from "./online-view.ts";
import type { Plane } from "../../geometry/plane.ts";

/** A photographed stretch of a route. */
type Stretch = {
  /** Across and along the lines of its group. */
  readonly across: number;
  readonly start: number;
  /** 1 or -1: along the direction of the group or against it. */
  readonly sense: 1 | -1;
  readonly photos: number;
  readonly trigger: number;
};

/** Stretches with the same direction, sorted across. */
type Group = { readonly cos: number; readonly sin: number; readonly stretches: Stretch[] };

/** What is seen of one spot. */
export type Looks = {
  readonly photos: number;
  readonly lines: number;
  /** Percent of the swath that the lines on both sides share here; null where there is a line on one side only. */
  readonly side_overlap_percent: number | null;
};

const SAME_DIRECTION = Math.PI / 360;

/** The stretches above what they photograph: a camera beside collectors shows what is beside its line. */
export function stretchGroups(routes: readonly FlightRoute[], plane: Plane): Group[] {
  const groups = new Map<number, Group>();
  for (const route of routes) {
    const { waypoints, photo_runs } = route;
    const [east, north] = besideOf(route);
    for (const run of photo_runs) {
      const spot = (index: number): Spot => {
        const [lon, lat] = waypoints[index]!.place;
        const [x, y] = plane.toPlane(lon, lat);
        return [x - east, y - north];
      };
      addStretch(groups, spot(run.from), spot(run.to), run.distance_m);
    }
  }
  for (const { stretches } of groups.values()) stretches.sort((a, b) => a.across - b.across);
  return [...groups.values()];
}

function addStretch(groups: Map<number, Group>, from: Spot, to: Spot, trigger: number): void {
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) + Math.PI) % Math.PI;
  const count = Math.round(Math.PI / SAME_DIRECTION);
  const key = Math.round(angle / SAME_DIRECTION) % count;
  const direction = key * SAME_DIRECTION;
  const group = groups.get(key) ?? {
    cos: Math.cos(direction),
    sin: Math.sin(direction),
    stretches: [],
  };
  groups.set(key, group);
  const along = ([x, y]: Spot) => x * group.cos + y * group.sin;
  const across = ([x, y]: Spot) => y * group.cos - x * group.sin;
  group.stretches.push({
    across: (across(from) + across(to)) / 2,
    start: along(from),
    sense: along(to) >= along(from) ? 1 : -1,
    photos: Math.floor(Math.hypot(to[0] - from[0], to[1] - from[1]) / trigger + 1e-6) + 1,
    trigger,
  });
}

/** Index of the first stretch that lies at `across` or beyond. */
function firstAt(stretches: readonly Stretch[], across: number): number {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.across < across) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Photos of the stretch whose frame reaches this far along. */
function photosAt(stretch: Stretch, along: number, length: number): number {
  const flown = stretch.sense * (along - stretch.start);
  const first = Math.max(0, Math.ceil((flown - length / 2) / stretch.trigger));
  const last = Math.min(stretch.photos - 1, Math.floor((flown + length / 2) / stretch.trigger));
  return Math.max(0, last - first + 1);
}

export function looksAt(groups: readonly Group[], [x, y]: Spot, frame: Footprint): Looks {
  let [photos, lines] = [0, 0];
  let [below, above] = [Infinity, Infinity];
  for (const { cos, sin, stretches } of groups) {
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    const half = frame.swath_m / 2;
    // A neighbouring line may not see the spot and still tell how far apart the lines are.
    for (let i = firstAt(stretches, across - 2 * half); i < stretches.length; i++) {
      const stretch = stretches[i]!;
      const offset = stretch.across - across;
      if (offset > 2 * half) break;
      const count = photosAt(stretch, along, frame.length_m);
      if (count === 0) continue;
      if (offset <= 0) below = Math.min(below, -offset);
      if (offset >= 0) above = Math.min(above, offset);
      if (Math.abs(offset) > half) continue;
      photos += count;
      lines += 1;
    }
  }
  const apart = below + above;
  const overlap = Number.isFinite(apart) && apart > 0 ? 100 * (1 - apart / frame.swath_m) : null;
  return { photos, lines, side_overlap_percent: overlap };
}

/** Of each component by its row; rows without a component have 0 looks. */
export type ComponentCoverage = {
  /** Photos that show the component's middle. */
  readonly looks: Uint16Array;
  /** Percent; NaN where only one line passes. */
  readonly side_overlap_percent: Float32Array;
  /** Metres on the ground per pixel of the camera that leads the flight. */
  readonly gsd_m: number;
  readonly components: number;
  /** Components of which a corner or the middle is in no photo. */
  readonly unseen: number;
  readonly unseen_rows: readonly number[];
};

export const leadingFootprint = ({ thermal, visual }: Capture): Footprint => thermal ?? visual;
