// Missed stretches that a re-fly route of the campaign covers and that are not flown yet.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Plane } from "../../geometry/plane.ts";
import type { FlightRouteRecord } from "../route/flight-route-record.ts";
import type { FlightRoute, Place } from "../route/flight-route.ts";
import {
  flownLimits,
  flownLines,
  longestGap,
  nearestAlong,
  partOfStretch,
  type FlownLine,
  type MissedStretch,
  type TakenImage,
} from "./flown-line.ts";

type Named = Pick<FlightRoute, "name" | "flight_type" | "waypoints" | "photo_runs"> &
  Pick<FlightRouteRecord, "is_re_fly">;
type Spot = readonly [x: number, y: number];

export type FlownStretch = MissedStretch & {
  /** Names of the waiting re-fly routes that fly parts of it, or all. */
  readonly re_fly: readonly string[];
  /** What no waiting route flies. */
  readonly open: readonly MissedStretch[];
};
export type ReviewedLine = Omit<FlownLine, "missed"> & { readonly missed: readonly FlownStretch[] };

export type FlownReview = {
  /** Without the lines of re-fly routes that repeat others: what they miss, those miss. */
  readonly lines: readonly ReviewedLine[];
  readonly beside: number;
  /** Images of a camera that no route needs; left out. */
  readonly other_camera: number;
  /** The lines that each waiting re-fly route repeats; indices of routes and their runs. */
  readonly repeats: readonly {
    readonly route: number;
    readonly lines: readonly { readonly route: number; readonly run: number }[];
  }[];
};

/** What was flown of the routes, what was missed, and which of that is planned again already. */
export function reviewFlown(routes: readonly Named[], images: readonly TakenImage[]): FlownReview {
  const flown = flownLines(routes, images);
  const first = routes[0]?.waypoints[0]?.place;
  if (!first) return { ...flown, lines: [], repeats: [] };
  const plane = localPlaneAt(first);
  const waiting = waitingReFlies(routes, flown.lines);
  const drawn = flown.lines.map((line) => drawnOf(routes, line, plane));
  const originals = drawn.filter(({ route }) => !routes[route]!.is_re_fly);
  const copies = drawn
    .filter(({ route }) => routes[route]!.is_re_fly)
    .flatMap((copy) => {
      const type = routes[copy.route]!.flight_type;
      const of = originals.filter((line) => {
        return routes[line.route]!.flight_type === type && liesOn(copy.spots, line.spots);
      });
      return of.length > 0 ? [{ copy, of }] : [];
    });
  const isCopy = new Set(copies.map(({ copy }) => copy.line));
  const lines = drawn.flatMap(({ line, route, spots }): ReviewedLine[] => {
    if (isCopy.has(line) || waiting.has(route)) return [];
    const again = copies.flatMap(({ copy, of }) => {
      const isHere = waiting.has(copy.route) && of.some((one) => one.line === line);
      if (!isHere) return [];
      const ends = [copy.spots[0]!, copy.spots.at(-1)!].map(
        (end) => nearestAlong(spots, end).along,
      );
      return [{ name: routes[copy.route]!.name, from: Math.min(...ends), to: Math.max(...ends) }];
    });
    const trigger = routes[route]!.photo_runs[line.run]!.distance_m;
    return [{ ...line, missed: line.missed.map((one) => stretchOf(one, again, trigger)) }];
  });
  const repeats = [...waiting].map((route) => ({
    route,
    lines: copies
      .filter(({ copy }) => copy.route === route)
      .flatMap(({ of }) => of.map(({ line }) => ({ route: line.route, run: line.run }))),
  }));
  return { ...flown, lines, repeats };
}

/** Indices of the re-fly routes that no image is of. At its ends a line has images of the line that it repeats. */
function waitingReFlies(
  routes: readonly Named[],
  lines: readonly FlownLine[],
): ReadonlySet<number> {
  const flown = new Set(lines.filter(({ within }) => within > 0).map(({ route }) => route));
  return new Set([...routes.keys()].filter((at) => routes[at]!.is_re_fly && !flown.has(at)));
}

function drawnOf(routes: readonly Named[], line: FlownLine, plane: Plane) {
  const { waypoints, photo_runs } = routes[line.route]!;
  const { from, to } = photo_runs[line.run]!;
  const toSpot = (place: Place): Spot => plane.toPlane(place[0], place[1]);
  const spots = waypoints.slice(from, to + 1).map(({ place }) => toSpot(place));
  return { line, route: line.route, spots };
}

/** Whether every corner of a line, and the middle of each of its legs, lies on another one. */
function liesOn(spots: readonly Spot[], line: readonly Spot[]): boolean {
  const isOn = (spot: Spot) => nearestAlong(line, spot).beside <= flownLimits.tie_m;
  return spots.every((spot, i) => {
    const next = spots[i + 1];
    return isOn(spot) && (!next || isOn([(spot[0] + next[0]) / 2, (spot[1] + next[1]) / 2]));
  });
}

type Again = { readonly name: string; readonly from: number; readonly to: number };

function stretchOf(stretch: MissedStretch, again: readonly Again[], trigger: number): FlownStretch {
  const { from_m, to_m } = stretch;
  const here = again
    .filter(({ from, to }) => Math.min(to, to_m) - Math.max(from, from_m) > flownLimits.tie_m)
    .toSorted((a, b) => a.from - b.from);
  const open: MissedStretch[] = [];
  let reached = from_m;
  const addUpTo = (to: number) => {
    const isWhole = reached === from_m && to === to_m;
    if (isWhole || to - reached > longestGap(trigger))
      open.push(partOfStretch(stretch, reached, to));
  };
  for (const { from, to } of here) {
    addUpTo(Math.min(from, to_m));
    reached = Math.max(reached, to);
  }
  if (reached < to_m) addUpTo(to_m);
  return { ...stretch, re_fly: [...new Set(here.map(({ name }) => name))], open };
}
