// What a plan costs and gives, beside the least that any plan could cost (decisions/flight-sources.md).
import { captureReach, type Sampled, type UnseenPatch } from "./flight-samples.ts";
import { boundOf, type FlightBound } from "./flight-bound.ts";
import { areaOf, type FlightGround } from "../ground/flight-ground.ts";
import type { PlannedFlight } from "../flown/planned-flight.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { routePhotos } from "../flown/photo-points.ts";
import type { FlightAreas, FlightRoute } from "../route/flight-route.ts";
import type { FlightSettings } from "./flight-settings.ts";
import { leadingFootprint, type ComponentCoverage, type HeightAbove } from "./flight-coverage.ts";
import type { FlightTarget } from "../area/flight-target.ts";
import { boxesInside, boxesOf } from "../area/flight-target.ts";

export type FlightMetrics = {
  readonly sorties: number;
  /** Of all routes, with the ways from and to the take-off positions. */
  readonly path_m: number;
  /** With photos. */
  readonly survey_m: number;
  readonly transit_m: number;
  readonly turns: number;
  readonly photos: number;
  /** In the air, all sorties. */
  readonly flight_s: number;
  /** From the first start to the last landing. */
  readonly campaign_s: number;
  /** What is photographed, in square metres. */
  readonly target_m2: number;
  /** Components whose middle is outside of the flight polygons: they are no target. Null without components. */
  readonly components_outside: number | null;
  /** Components that the photos of some flight type do not show whole. Null without components. */
  readonly components_unseen: number | null;
  /** Of the target, in at least one photo of every flight type. */
  readonly coverage_percent: number;
  /** The overlap of neighbouring lines that 95 % of the target have at least; null: nowhere two lines. */
  readonly side_overlap_p5_percent: number | null;
  /** In photos of more than two lines. */
  readonly flown_twice_m2: number;
  readonly bound: FlightBound;
  /** By flight type in the order of `flights`; null without components. */
  readonly components: readonly (ComponentCoverage | null)[];
  /** Ground of an area in no photo, by flight type; null over components. */
  readonly unseen_ground: readonly (readonly UnseenPatch[] | null)[];
  /** What neighbouring lines of the camera that leads share, by flight type; null: nowhere two lines. */
  readonly side_overlaps: readonly (Spread | null)[];
  /** Metres between these lines, by flight type. */
  readonly aparts: readonly (Spread | null)[];
};

/** What 95 % of the target have at least, and half of it. */
export type Spread = { readonly worst: number; readonly median: number };

type Parts = {
  readonly routes: readonly FlightRoute[];
  /** Seconds after the first start. */
  readonly starts: readonly number[];
  readonly flights: readonly PlannedFlight[];
  readonly ground: FlightGround | null;
  readonly settings: FlightSettings;
  readonly target: FlightTarget | null;
  readonly take_offs: FlightAreas["take_offs"];
  /** What of the routes was changed by hand shows ground from its own height; absent: all is as planned. */
  readonly heightAbove?: HeightAbove;
};

export function metricsOf(parts: Parts): FlightMetrics {
  const { routes, starts, ground, target } = parts;
  const lengths = routes.map(lengthsOf);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const durations = routes.map(({ duration_s }) => duration_s);
  const sampled = ground ? sampledFlights(parts, ground) : [];
  const target_m2 = ground ? targetArea(parts, ground) : 0;
  return {
    sorties: routes.length,
    path_m: sum(routes.map(({ distance_m }) => distance_m)),
    survey_m: sum(lengths.map(({ survey }) => survey)),
    transit_m: sum(routes.map(({ distance_m }, i) => distance_m - lengths[i]!.survey)),
    turns: sum(routes.map(({ photo_runs }) => Math.max(0, photo_runs.length - 1))),
    photos: sum(lengths.map(({ photos }) => photos)),
    flight_s: sum(durations),
    campaign_s: durations.reduce(
      (most, seconds, i) => Math.max(most, (starts[i] ?? 0) + seconds),
      0,
    ),
    target_m2,
    components_outside:
      target && ground
        ? boxesOf(target, ground.plane).length - boxesInside(target, ground).length
        : null,
    components_unseen: unseenOf(sampled),
    coverage_percent: sampled.reduce(
      (least, { seen_percent }) => Math.min(least, seen_percent),
      100,
    ),
    side_overlap_p5_percent: sampled[0]?.side_overlap_p5_percent ?? null,
    flown_twice_m2: (sum(sampled.map(({ often_percent }) => often_percent)) / 100) * target_m2,
    bound: boundOf(parts, target_m2),
    components: sampled.map(({ components }) => components),
    unseen_ground: sampled.map(({ unseen_ground }) => unseen_ground),
    side_overlaps: sampled.map(({ side_overlap_p5_percent: worst, side_overlap_median_percent }) =>
      worst === null ? null : { worst, median: side_overlap_median_percent ?? worst },
    ),
    aparts: sampled.map(({ apart }) => apart),
  };
}

/** Each counted once, however many flight types miss it. */
function unseenOf(sampled: readonly Sampled[]): number | null {
  const all = sampled.flatMap(({ components }) => (components ? [components.unseen_rows] : []));
  return all.length === 0 ? null : new Set(all.flat()).size;
}

/** Metres between the lowest and the highest ground below the waypoints and take-off positions. */
export function terrainRise(routes: readonly FlightRoute[]): number {
  const ground = routes.flatMap(({ waypoints, altitude_agl_m }) =>
    waypoints.map(({ height_m }) => height_m - altitude_agl_m),
  );
  const [low, high] = ground.reduce(
    ([least, most], height) => [Math.min(least, height), Math.max(most, height)],
    [0, 0],
  );
  return high! - low!;
}

function lengthsOf(route: FlightRoute): { survey: number; photos: number } {
  const { photo_runs, waypoints } = route;
  // A part of the path, by the sphere that states the whole of it.
  const legs = photo_runs.flatMap(({ from, to }) =>
    waypoints
      .slice(from, to)
      .map(({ place }, i) => placesApart(place, waypoints[from + i + 1]!.place)),
  );
  return { survey: legs.reduce((sum, metres) => sum + metres, 0), photos: routePhotos(route) };
}

function sampledFlights(
  { routes, flights, target, heightAbove }: Parts,
  ground: FlightGround,
): Sampled[] {
  return flights.map(({ flight_type, capture }) =>
    captureReach(
      routes.filter((route) => route.flight_type === flight_type),
      leadingFootprint(capture),
      ground,
      target,
      heightAbove,
    ),
  );
}

function targetArea({ target }: Parts, ground: FlightGround): number {
  if (!target) return areaOf(ground.field);
  return boxesInside(target, ground).reduce((sum, { length, width }) => sum + length * width, 0);
}
