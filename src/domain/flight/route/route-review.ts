// What the routes of a campaign cost and show as they are now, edited ones included.
import { MOST_LISTED } from "../plan/flown-facts.ts";
import { captureOf, type Capture, type Footprint } from "../plan/capture.ts";
import { upperMedianOf } from "../../median.ts";
import type { ComponentCoverage, HeightAbove } from "../plan/flight-coverage.ts";
import { MOST_UNSEEN } from "../plan/field-gaps.ts";
import { pixelSizes } from "../plan/ground-frame.ts";
import { TERRAIN_TOLERANCE_M, type ElevationOf } from "../ground/elevation.ts";
import { groundOf } from "../ground/flight-ground.ts";
import { metricsOf, type FlightMetrics } from "../plan/flight-metrics.ts";
import type { FlightPlanInput } from "../plan/flight-plan-shape.ts";
import type { FlightRoute, FlightType, Place } from "./flight-route.ts";
import { litSchedule } from "../time/lit-schedule.ts";
import { boxesInside, boxesOf } from "../area/flight-target.ts";
import { onlineView } from "../plan/online-view.ts";
import type { PlannedFlight } from "../flown/planned-flight.ts";

export type RouteReview = {
  readonly metrics: Omit<FlightMetrics, "components" | "aparts" | "unseen_ground"> & {
    /** The routes see less than the bound counts: they may take less, too. */
    readonly bound_unsure: boolean;
  };
  readonly flights: readonly ReviewedFlight[];
};

/** What the photos of one flight type show of the components. */
export type ReviewedFlight = {
  readonly flight_type: FlightType;
  readonly gsd_thermal_m: number | null;
  readonly gsd_rgb_m: number;
  /** Null where the plant has no components to look at. */
  readonly seen: {
    readonly components: number;
    readonly unseen: number;
    /** Rows of the first of them. */
    readonly unseen_rows: readonly number[];
    readonly least_looks: number;
    readonly median_looks: number;
    /** Percent; null where no two lines pass. */
    readonly least_side_overlap: number | null;
    readonly median_side_overlap: number | null;
    /** Row, looks and side overlap of every component. */
    readonly rows: readonly number[];
    readonly looks: readonly number[];
    readonly side_overlaps: readonly (number | null)[];
  } | null;
};

/** A route with its start, ISO 8601; absent or null where none is planned. */
type Started = FlightRoute & { readonly start_at?: string | null };

export function reviewRoutes(input: FlightPlanInput, routes: readonly Started[]): RouteReview {
  const { areas, settings, target } = input;
  const hasGround = areas.flight.length > 0;
  const ground = hasGround
    ? groundOf(areas, settings, { elevation: input.elevation ?? null })
    : null;
  const axis = target && ground ? (boxesOf(target, ground.plane)[0]?.rotation ?? null) : null;
  const types = settings.flight_types.filter((type) =>
    routes.some(({ flight_type }) => flight_type === type),
  );
  const flights = types.map((flight_type): PlannedFlight => {
    const planned = captureOf(settings, flight_type);
    const origin = ground?.plane.origin ?? [0, 0];
    const { capture } = onlineView(planned, settings, origin, axis);
    return { flight_type, capture, directions_deg: [], headings_deg: [] };
  });
  const starts = startsOf(routes, input);
  const all = metricsOf({
    routes,
    starts,
    flights,
    ground,
    settings,
    target,
    take_offs: areas.take_offs,
    heightAbove: heightsOver(input.elevation),
  });
  const { components, aparts: _, unseen_ground: __, ...metrics } = all;
  const rows = target && ground ? boxesInside(target, ground).map(({ row }) => row) : [];
  return {
    metrics: {
      ...metrics,
      bound_unsure: metrics.coverage_percent < 100 * (1 - MOST_UNSEEN),
    },
    flights: flights.map(({ flight_type, capture }, i) => ({
      flight_type,
      ...pixelsOf(capture, routes, heightsOver(input.elevation)),
      seen: seenOf(components[i] ?? null, rows),
    })),
  };
}

/** Seconds from the start of the campaign, as planned: re-flies start on other days. Routes without a start follow each other. */
function startsOf(routes: readonly Started[], { settings, light }: FlightPlanInput): number[] {
  const planned = routes.map(({ start_at }) => Date.parse(start_at ?? ""));
  return planned.every(Number.isFinite)
    ? planned.map((start_ms) => (start_ms - settings.start_ms) / 1000)
    : litSchedule(routes, settings, light);
}

/** Above the ground below; within the tolerance of terrain it is the planned one. */
function heightsOver(elevation: ElevationOf | undefined): HeightAbove {
  return (route, { place, height_m }) => {
    const planned = route.altitude_agl_m;
    const rise = elevation ? riseOf(elevation, route.take_off.place, place) : 0;
    const height = rise === null ? planned : height_m - rise;
    return elevation && Math.abs(height - planned) <= TERRAIN_TOLERANCE_M ? planned : height;
  };
}

/** Null where the ground is not known. */
function riseOf(elevation: ElevationOf, from: Place, to: Place): number | null {
  const [floor, ground] = [elevation(from), elevation(to)];
  return floor === null || ground === null ? null : ground - floor;
}

/** Metres on the ground of the coarsest pixel of the photos of this type, from the heights that are flown. */
function pixelsOf(
  { flight_type, thermal, visual }: Capture,
  routes: readonly FlightRoute[],
  heightAbove: HeightAbove,
) {
  const runs = routes
    .filter((route) => route.flight_type === flight_type)
    .flatMap((route) =>
      route.photo_runs.flatMap(({ from, to }) => {
        const { waypoints } = route;
        return waypoints.slice(from, to + 1).map((waypoint, i) => {
          // A leg keeps the pitch of the waypoint where it begins.
          const { gimbal_pitch_deg } = waypoints[Math.min(from + i, to - 1)]!;
          return [heightAbove(route, waypoint), gimbal_pitch_deg] as const;
        });
      }),
    );
  const gsd = ({ camera, gsd_m }: Footprint) => {
    const sizes = runs.flatMap(
      ([height, pitch]) => pixelSizes(flight_type, camera, height, pitch) ?? [],
    );
    if (sizes.length === 0) return gsd_m;
    // A route can have more runs of photos than a call takes arguments.
    return sizes.reduce((most, { most_m }) => Math.max(most, most_m), 0);
  };
  return { gsd_thermal_m: thermal && gsd(thermal), gsd_rgb_m: gsd(visual) };
}

function seenOf(
  coverage: ComponentCoverage | null,
  rows: readonly number[],
): ReviewedFlight["seen"] {
  if (!coverage || rows.length === 0) return null;
  const looks = rows.map((row) => coverage.looks[row]!);
  const side_overlaps = rows.map((row) => {
    const overlap = coverage.side_overlap_percent[row]!;
    return overlap === overlap ? Math.round(overlap * 10) / 10 : null;
  });
  const known = side_overlaps.filter((overlap) => overlap !== null).toSorted((a, b) => a - b);
  return {
    components: coverage.components,
    unseen: coverage.unseen,
    unseen_rows: coverage.unseen_rows.slice(0, MOST_LISTED),
    least_looks: looks.reduce((least, one) => Math.min(least, one)),
    median_looks: upperMedianOf(looks),
    least_side_overlap: known[0] ?? null,
    median_side_overlap: known.length === 0 ? null : upperMedianOf(known),
    rows,
    looks,
    side_overlaps,
  };
}
