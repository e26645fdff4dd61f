// What a plan costs and gives, beside the least that any plan could cost (reference/flight.md 6.4).
import { captureReach, type Sampled } from "./flight-samples.ts";
import { areaOf, type FlightGround, type Region } from "../ground/flight-ground.ts";
import { boxLinesOf } from "../area/flight-field.ts";
import { motionOf } from "../time/flight-motion.ts";
import type { PlannedFlight } from "../flown/planned-flight.ts";
import { runLength, runPhotos } from "../flown/photo-points.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import type { FlightSettings } from "./flight-settings.ts";
import { leadingFootprint, type ComponentCoverage } from "./flight-coverage.ts";
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
  /** Of the target, in at least one photo of every flight type. */
  readonly coverage_percent: number;
  /** The overlap of neighbouring lines that 95 % of the target have at least; null: nowhere two lines. */
  readonly side_overlap_p5_percent: number | null;
  /** In photos of more than two lines. */
  readonly flown_twice_m2: number;
  readonly bound: FlightBound;
  /** By flight type in the order of `flights`; null without components. */
  readonly components: readonly (ComponentCoverage | null)[];
  /** What neighbouring lines of the camera that leads share, by flight type; null: nowhere two lines. */
  readonly side_overlaps: readonly (Spread | null)[];
};

/** What 95 % of the target have at least, and half of it. */
export type Spread = { readonly worst: number; readonly median: number };

/** No plan with the same spacing and speed can be below. */
export type FlightBound = {
  readonly path_m: number;
  readonly flight_s: number;
  readonly sorties: number;
};

type Parts = {
  readonly routes: readonly FlightRoute[];
  /** Seconds after the first start. */
  readonly starts: readonly number[];
  readonly flights: readonly PlannedFlight[];
  readonly ground: FlightGround | null;
  readonly settings: FlightSettings;
  readonly target: FlightTarget | null;
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
    coverage_percent: sampled.reduce(
      (least, { seen_percent }) => Math.min(least, seen_percent),
      100,
    ),
    side_overlap_p5_percent: sampled[0]?.side_overlap_p5_percent ?? null,
    flown_twice_m2: (sum(sampled.map(({ often_percent }) => often_percent)) / 100) * target_m2,
    bound: boundOf(parts, target_m2),
    components: sampled.map(({ components }) => components),
    side_overlaps: sampled.map(({ side_overlap_p5_percent: worst, side_overlap_median_percent }) =>
      worst === null ? null : { worst, median: side_overlap_median_percent ?? worst },
    ),
  };
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
  const { photo_runs } = route;
  return {
    survey: photo_runs.reduce((sum, run) => sum + runLength(route, run), 0),
    photos: photo_runs.reduce((sum, run) => sum + runPhotos(route, run), 0),
  };
}

function sampledFlights({ routes, flights, target }: Parts, ground: FlightGround): Sampled[] {
  return flights.map(({ flight_type, capture }) =>
    captureReach(
      routes.filter((route) => route.flight_type === flight_type),
      leadingFootprint(capture),
      ground,
      target,
    ),
  );
}

function targetArea({ target }: Parts, ground: FlightGround): number {
  if (!target) return areaOf(ground.field);
  return boxesInside(target, ground).reduce((sum, { length, width }) => sum + length * width, 0);
}

/**
 * Length: what is to be seen by what a metre of line shows; time: that length by the speed, with take-off, climb and
 * landing of the fewest sorties. The photos at the ends of lines and of the outer lines show more than that: so much
 * less is counted along the edge of the flight polygons.
 */
function boundOf({ flights, settings, target, ground }: Parts, area: number): FlightBound {
  const battery = 60 * settings.flight_time_min * (1 - settings.reserve_percent / 100);
  const edge = ground ? edgeOf(ground.field) : 0;
  const boxes = target && ground ? boxesInside(target, ground) : null;
  let [path_m, flight_s, sorties] = [0, 0, 0];
  for (const { capture } of flights) {
    const { swath_m, length_m } = leadingFootprint(capture);
    const lines = boxes && boxLinesOf(capture, boxes, settings);
    const wide = lines ? Math.min(lines.band, lines.apart) : capture.spacing_m;
    const beyond = Math.max(length_m / 2, (swath_m - Math.min(wide, swath_m)) / 2);
    const metres = Math.max(0, area - edge * beyond) / wide;
    const { climb, descent } = motionOf(settings, capture).vertical;
    const overhead =
      settings.take_off_s + settings.landing_s + capture.altitude_agl_m * (1 / climb + 1 / descent);
    const seconds = metres / capture.speed_m_s;
    const least = metres === 0 ? 0 : Math.ceil(seconds / (battery - overhead));
    path_m += metres;
    sorties += least;
    flight_s += seconds + least * overhead;
  }
  return { path_m, flight_s, sorties };
}

/** Metres around a region, holes included. */
const edgeOf = (region: Region) =>
  region.reduce((sum, ring) => {
    const last = ring.at(-1);
    return ring.reduce((all, [x, y], i) => {
      const [bx, by] = ring[i - 1] ?? last ?? [x, y];
      return all + Math.hypot(x - bx, y - by);
    }, sum);
  }, 0);
