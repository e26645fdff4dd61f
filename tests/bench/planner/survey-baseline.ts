// The survey of QGroundControl, as its SurveyComplexItem.cc makes lines (decisions/flight-sources.md).
//
// Lines lie at fixed distances from the middle of the polygon's box, less half of its size and 2,000 m; each is
// cut at its two outermost meetings with the polygon, so that dents and no-fly polygons are flown across. It
// gets what a person would have to find: the best of many angles and of the four corners to begin at. Its
// lines are then cut into sorties, timed and measured by the same code as ours.
import { captureOf } from "../../../src/domain/flight/plan/capture.ts";
import { linesOf } from "../../../src/domain/flight/plan/flight-costs.ts";
import {
  groundOf,
  turned,
  type Region,
  type Spot,
} from "../../../src/domain/flight/ground/flight-ground.ts";
import {
  cutAt,
  edgesOf,
  spanOf,
  type Strip,
} from "../../../src/domain/flight/plan/flight-strips.ts";
import {
  lineTime,
  motionOf,
  wayTime,
  type Motion,
} from "../../../src/domain/flight/time/flight-motion.ts";
import { metricsOf, type FlightMetrics } from "../../../src/domain/flight/plan/flight-metrics.ts";
import { routesOf, type Leg } from "../../../src/domain/flight/time/sortie-routes.ts";
import { scheduleOf } from "../../../src/domain/flight/time/flight-sortie.ts";
import { clockOf } from "../../../src/domain/flight/time/sortie-clock.ts";
import type { FlightPlanInput } from "../../../src/domain/flight/plan/flight-plan-shape.ts";
import type { FlightRoute } from "../../../src/domain/flight/route/flight-route.ts";
import type { WayFinder } from "../../../src/domain/flight/route/flight-way.ts";

export type Baseline = { readonly routes: readonly FlightRoute[]; readonly metrics: FlightMetrics };

const straight: WayFinder = {
  sees: () => true,
  across: () => null,
  allowsCurve: () => true,
  steps: () => 0,
  between: (from, to) => ({ metres: Math.hypot(to[0] - from[0], to[1] - from[1]), corners: [] }),
};

/** Metres that a multirotor flies beyond each end of a line, where a person does not change it. */
export const TURNAROUND_M = 10;

/** Every flight polygon is a survey of its own, one after the other. */
export function surveyBaseline(input: FlightPlanInput, turnaround: number): Baseline {
  const { areas, settings } = input;
  const ground = groundOf(areas, { ...settings, no_fly_margin_m: 0 }, { elevation: null });
  const [type = "pv_thermal"] = settings.flight_types;
  const capture = captureOf(settings, type);
  const motion = motionOf(settings, capture);
  const spots = areas.take_offs.map(({ place }): Spot => ground.plane.toPlane(place[0], place[1]));
  const [home = [0, 0]] = spots;
  const surveys = areas.flight.map(([outer = []]) => {
    const ring = outer.slice(0, -1).map(([lon, lat]): Spot => ground.plane.toPlane(lon, lat));
    return bestSurvey([ring], { spacing: capture.spacing_m, turnaround }, motion, home);
  });
  const { routes } = routesOf({
    legs: surveys.flat(),
    name: (index) => `baseline ${index + 1}`,
    ground,
    ways: straight,
    homes: {
      spots,
      to: (spot, take_off) => ({
        take_off,
        outside: 0,
        ...straight.between(spots[take_off]!, spot)!,
      }),
    },
    capture,
    motion,
    settings,
    take_offs: areas.take_offs,
    terrain: () => null,
    elevation: null,
    obstacles: [],
    view: { heading_deg: null, gimbal_pitch_deg: -90 },
  });
  const starts = scheduleOf(
    routes.map(({ duration_s }) => duration_s),
    clockOf(settings),
  );
  const flights = [{ flight_type: type, capture, directions_deg: [], headings_deg: [] }];
  return {
    routes,
    metrics: metricsOf({
      routes,
      starts,
      flights,
      ground,
      settings,
      target: input.target,
      take_offs: areas.take_offs,
    }),
  };
}

const DEGREE = Math.PI / 180;

type Survey = { readonly spacing: number; readonly turnaround: number };

function bestSurvey(region: Region, survey: Survey, motion: Motion, home: Spot): Leg[] {
  const angles = region[0]!.map(([x, y], i, ring) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    return (Math.atan2(nextY - y, nextX - x) + Math.PI) % Math.PI;
  });
  for (let degrees = 0; degrees < 180; degrees += 5) angles.push(degrees * DEGREE);
  const surveys = angles.flatMap((angle) =>
    corners(surveyLines(region, survey, angle), home, motion),
  );
  return surveys.toSorted((a, b) => a.seconds - b.seconds)[0]?.legs ?? [];
}

function surveyLines(region: Region, { spacing, turnaround }: Survey, direction: number): Leg[] {
  const inside = turned(region, direction);
  const [low, high] = spanOf(inside);
  const xs = inside.flat().map(([x]) => x);
  const size = Math.max(Math.max(...xs) - Math.min(...xs), high - low) + 2000;
  const edges = edgesOf(inside);
  const middle = (low + high) / 2;
  const strips: Strip[] = [];
  for (let y = middle - size / 2; y < middle + size / 2; y += spacing) {
    const parts = cutAt(edges, y);
    const [first, last] = [parts[0], parts.at(-1)];
    if (first && last) strips.push({ row: strips.length, y, from: first[0], to: last[1] });
  }
  if (strips.length < 2) {
    const [part] = cutAt(edges, middle);
    strips.splice(0, 1, { row: 0, y: middle, from: part?.[0] ?? 0, to: part?.[1] ?? 0 });
  }
  const led = strips.map((strip) => ({
    ...strip,
    from: strip.from - turnaround,
    to: strip.to + turnaround,
  }));
  return linesOf({ direction, strips: led });
}

/** The four corners to begin at, with their time from and to the take-off position. */
function corners(lines: readonly Leg[], home: Spot, motion: Motion) {
  const flip = ({ from, to }: Leg): Leg => ({ from: to, to: from });
  const orders = [lines, lines.toReversed()];
  return orders.flatMap((order) =>
    [0, 1].map((odd) => {
      const legs = order.map((line, i) => (i % 2 === odd ? line : flip(line)));
      return { legs, seconds: secondsOf(legs, home, motion) };
    }),
  );
}

const apart = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function secondsOf(legs: readonly Leg[], home: Spot, motion: Motion): number {
  const [first, last] = [legs[0], legs.at(-1)];
  if (!first || !last) return Infinity;
  let seconds = (apart(home, first.from) + apart(last.to, home)) / motion.transit;
  for (const [i, leg] of legs.entries()) {
    seconds += lineTime(motion, apart(leg.from, leg.to));
    const next = legs[i + 1];
    if (next) seconds += wayTime(motion, [leg.from, leg.to, next.from, next.to]);
  }
  return seconds;
}
