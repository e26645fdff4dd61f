// What the photos of routes will show: how often, from which line, with what overlap.
import type { Camera } from "./aircraft.ts";
import type { Capture, Footprint } from "./capture.ts";
import type { Spot } from "../ground/flight-ground.ts";
import type { FlightRoute, Waypoint } from "../route/flight-route.ts";
import { countedFrame, groundFrame, isOnline } from "./ground-frame.ts";
import { framePlaced, spanAcross, type PlacedFrame } from "./placed-frame.ts";
import type { Plane } from "../../geometry/plane.ts";

/** A photographed stretch of a route, straight and with one view. */
type Stretch = {
  /** Across the lines of its group: the middle of what it shows. */
  readonly across: number;
  /** Along them: the drone at its first photo. */
  readonly start: number;
  /** 1 or -1: along the direction of the group or against it. */
  readonly sense: 1 | -1;
  readonly photos: number;
  readonly trigger: number;
  readonly frame: PlacedFrame;
};

/** Stretches with the same direction, sorted across. */
type Group = {
  readonly cos: number;
  readonly sin: number;
  readonly stretches: Stretch[];
  /** The most that a frame of the group shows on one side of its middle. */
  reach: number;
};

/** What is seen of one spot. */
export type Looks = {
  readonly photos: number;
  readonly lines: number;
  /** Percent of the swath that the lines on both sides share here; null where there is a line on one side only. */
  readonly side_overlap_percent: number | null;
  /** Metres between these two lines; null where there is a line on one side only. */
  readonly apart_m: number | null;
};

const SAME_DIRECTION = Math.PI / 360;

/** Metres above the ground of a route at one of its waypoints. */
export type HeightAbove = (route: FlightRoute, waypoint: Waypoint) => number;
/** As it was planned: terrain and its tolerance change nothing. */
const asPlanned: HeightAbove = ({ altitude_agl_m }) => altitude_agl_m;

/**
 * The stretches of the runs, each with what its camera shows from its own height, pitch and heading.
 * @param heightAbove absent: as planned
 */
export function stretchGroups(
  routes: readonly FlightRoute[],
  plane: Plane,
  camera: Camera,
  heightAbove: HeightAbove = asPlanned,
): Group[] {
  const groups = new Map<number, Group>();
  for (const route of routes) {
    const { waypoints, photo_runs, flight_type } = route;
    const spots = waypoints.map(({ place }): Spot => {
      const [x, y] = plane.toPlane(place[0], place[1]);
      return [x, y];
    });
    for (const run of photo_runs) {
      let due = 0;
      for (let from = run.from; from < run.to;) {
        const to = endOfStretch(spots, waypoints, from, run.to);
        const metres = apart(spots[from]!, spots[to]!);
        const { heading_deg, gimbal_pitch_deg } = waypoints[from]!;
        // The lowest of the stretch shows least.
        const height = waypoints
          .slice(from, to + 1)
          .reduce((least, one) => Math.min(least, heightAbove(route, one)), Infinity);
        const frame = groundFrame(camera, height, gimbal_pitch_deg);
        const photos = Math.floor((metres - due) / run.distance_m + 1e-6) + 1;
        if (frame && photos > 0) {
          // Level ground is shown narrowest at the near edge; collectors that are faced, as wide everywhere.
          const share_half_m = isOnline(flight_type) ? frame.middle_half_m : frame.near_half_m;
          const view = { frame: countedFrame(frame), heading_deg, share_half_m };
          const flown = { from: spots[from]!, to: spots[to]!, due, photos };
          addStretch(groups, flown, run.distance_m, view);
        }
        due += Math.max(0, photos) * run.distance_m - metres;
        from = to;
      }
    }
  }
  for (const { stretches } of groups.values()) stretches.sort((a, b) => a.across - b.across);
  return [...groups.values()];
}

const apart = (a: Spot, b: Spot) => Math.hypot(b[0] - a[0], b[1] - a[1]);
/** Metres off the line by which a run still counts as straight: terrain puts waypoints on a line. */
const STRAIGHT_M = 0.5;

/** The waypoint up to which the run goes on straight with the same view. */
function endOfStretch(
  spots: readonly Spot[],
  waypoints: readonly Waypoint[],
  from: number,
  end: number,
): number {
  const view = waypoints[from]!;
  let to = from + 1;
  while (to < end) {
    const { heading_deg, gimbal_pitch_deg } = waypoints[to]!;
    const isSame = heading_deg === view.heading_deg && gimbal_pitch_deg === view.gimbal_pitch_deg;
    const [a, b, c] = [spots[from]!, spots[to]!, spots[to + 1]!];
    const off = apart(a, b) + apart(b, c) - apart(a, c);
    // Two sides of a flat triangle are longer than the third by 2 h2 / length about.
    if (!isSame || off * apart(a, c) > 2 * STRAIGHT_M ** 2) break;
    to += 1;
  }
  return to;
}

type Flown = {
  readonly from: Spot;
  readonly to: Spot;
  /** Metres from its beginning to its first photo. */
  readonly due: number;
  readonly photos: number;
};

function addStretch(
  groups: Map<number, Group>,
  { from, to, due, photos }: Flown,
  trigger: number,
  view: Parameters<typeof framePlaced>[0],
): void {
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) + Math.PI) % Math.PI;
  const count = Math.round(Math.PI / SAME_DIRECTION);
  const key = Math.round(angle / SAME_DIRECTION) % count;
  const direction = key * SAME_DIRECTION;
  const group = groups.get(key) ?? {
    cos: Math.cos(direction),
    sin: Math.sin(direction),
    stretches: [],
    reach: 0,
  };
  groups.set(key, group);
  const along = ([x, y]: Spot) => x * group.cos + y * group.sin;
  const across = ([x, y]: Spot) => y * group.cos - x * group.sin;
  const sense = along(to) >= along(from) ? 1 : -1;
  const frame = framePlaced(view, direction, sense);
  group.reach = Math.max(group.reach, frame.half);
  group.stretches.push({
    across: (across(from) + across(to)) / 2 + frame.aside,
    start: along(from) + sense * due,
    sense,
    photos,
    trigger,
    frame,
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

/** Photos of the stretch whose frame, from `low` to `high` of the drone, reaches this far along. */
function photosAt(stretch: Stretch, along: number, [low, high]: readonly [number, number]): number {
  const { sense, start, trigger, photos } = stretch;
  const flown = sense * (along - start);
  const [behind, ahead] = sense > 0 ? [low, high] : [-high, -low];
  const first = Math.max(0, Math.ceil((flown - ahead) / trigger));
  const last = Math.min(photos - 1, Math.floor((flown - behind) / trigger));
  return Math.max(0, last - first + 1);
}

export function looksAt(groups: readonly Group[], [x, y]: Spot): Looks {
  let [photos, lines] = [0, 0];
  let [below, above] = [Infinity, Infinity];
  let swath = Infinity;
  for (const { cos, sin, stretches, reach } of groups) {
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    // A neighbouring line may not see the spot and still tell how far apart the lines are.
    for (let i = firstAt(stretches, across - 2 * reach); i < stretches.length; i++) {
      const stretch = stretches[i]!;
      const offset = stretch.across - across;
      if (offset > 2 * reach) break;
      const { frame } = stretch;
      if (Math.abs(offset) > 2 * frame.half) continue;
      if (photosAt(stretch, along, frame.along) === 0) continue;
      if (offset <= 0) below = Math.min(below, -offset);
      if (offset >= 0) above = Math.min(above, offset);
      swath = Math.min(swath, frame.swath);
      const span = spanAcross(frame, -offset);
      const count = span ? photosAt(stretch, along, span) : 0;
      if (count === 0) continue;
      photos += count;
      lines += 1;
    }
  }
  const apart_m = below + above;
  if (!Number.isFinite(apart_m) || apart_m <= 0)
    return { photos, lines, side_overlap_percent: null, apart_m: null };
  return { photos, lines, side_overlap_percent: 100 * (1 - apart_m / swath), apart_m };
}

/** Metres across and along that the smallest frame shows; Infinity without one. */
export function leastFrame(groups: readonly Group[]): number {
  return groups
    .flatMap(({ stretches }) => stretches)
    .reduce((least, { frame }) => {
      return Math.min(least, frame.swath, frame.along[1] - frame.along[0]);
    }, Infinity);
}

/** Of each component by its row; rows without a component have 0 looks. */
export type ComponentCoverage = {
  /** Photos that show the component's middle. */
  readonly looks: Uint16Array;
  /** Percent; NaN where only one line passes. */
  readonly side_overlap_percent: Float32Array;
  readonly components: number;
  /** Components of which a corner or the middle is in no photo. */
  readonly unseen: number;
  readonly unseen_rows: readonly number[];
};

export const leadingFootprint = ({ thermal, visual }: Capture): Footprint => thermal ?? visual;
