// Plans the routes of a campaign: lines over what is measured, their order, one sortie per battery.
import type { Problem } from "../../error.ts";
import { captureOf, STRAIGHT_DOWN_DEG, type Capture } from "./capture.ts";
import { watched, type ElevationOf } from "../ground/elevation.ts";
import { bestOrder, legsInOrder } from "./field-order.ts";
import { fieldsOf } from "../area/flight-field.ts";
import { routeFaults } from "../route/flight-fault.ts";
import { areaOf, groundOf, isInside, type FlightGround } from "../ground/flight-ground.ts";
import { metresToObstacle, obstacleName } from "../ground/obstacle.ts";
import { homesOf, type Homes } from "../route/flight-home.ts";
import { reachedOf, unreachedProblems } from "../route/flight-unreached.ts";
import { metricsOf } from "./flight-metrics.ts";
import { motionOf } from "../time/flight-motion.ts";
import { terrainOf } from "../route/flight-path.ts";
import type { FlightPlan, FlightPlanInput } from "./flight-plan-shape.ts";
import type { FlightAreas, FlightRoute, TakeOff } from "../route/flight-route.ts";
import { unlitProblems } from "../time/flight-light.ts";
import { litSchedule } from "../time/lit-schedule.ts";
import { boxesOf } from "../area/flight-target.ts";
import { waysInside, type WayFinder } from "../route/flight-way.ts";
import { isOnline } from "./ground-frame.ts";
import { onlineView, type CameraView } from "./online-view.ts";
import { aimedRoutes } from "./own-sun.ts";
import { tiltedHeading, tiltedView, type TiltedAt } from "./tilted-view.ts";
import type { PlannedFlight } from "../flown/planned-flight.ts";
import { routesOf } from "../time/sortie-routes.ts";

export function planFlight(input: FlightPlanInput): FlightPlan {
  const { areas, settings } = input;
  const problems = areaProblems(areas);
  if (problems.length > 0) return planOf(input, null, [], [], problems);
  const ground = groundOf(areas, settings, { elevation: input.elevation ?? null });
  if (areaOf(ground.inner) === 0)
    return planOf(input, ground, [], [], [{ reason: "flight_area_empty" }]);
  const blocked = areas.take_offs.flatMap((takeOff) => blockedTakeOff(takeOff, areas, ground));
  if (blocked[0]) return planOf(input, ground, [], [], [blocked[0]]);
  const ways = waysInside(ground, settings.fields_apart);
  const homes = homesOf(areas.take_offs, ground, ways);
  const inner = reachedOf(ground, homes);
  if (areaOf(ground.inner) - areaOf(inner) > MOST_UNREACHED * areaOf(ground.inner))
    return planOf(
      input,
      ground,
      [],
      [],
      unreachedProblems({ areas, settings, elevation: input.elevation ?? null, ground }, inner),
    );
  const flights: PlannedFlight[] = [];
  let isRough = false;
  const routes: FlightRoute[] = [];
  const elevation = input.elevation && watched(input.elevation);
  const [box] = input.target ? boxesOf(input.target, ground.plane) : [];
  const axis = box?.rotation ?? null;
  for (const [at, type] of settings.flight_types.entries()) {
    const onShare = (share: number) => input.onShare?.((at + share) / settings.flight_types.length);
    const full = captureOf(settings, type);
    const { capture, view } = onlineView(full, settings, ground.plane.origin, axis);
    const planned = planType(
      { ...input, ...(elevation && { elevation: elevation.at }), onShare },
      {
        // Below the ways from and to take-off a height may be missing: then they say that they do not know the ground.
        around: input.elevation ?? null,
        ground: { ...ground, inner },
        ways,
        homes,
        capture,
        view,
        earlier: routes,
        online: axis === null || !isOnline(type) ? null : { full, axis },
      },
    );
    const { directions_deg, headings_deg } = planned;
    flights.push({ flight_type: type, capture, directions_deg, headings_deg });
    routes.push(...planned.routes);
    problems.push(...planned.problems);
    isRough ||= planned.isRough;
  }
  // Where heights are missing, the drone would fly on as over flat ground.
  if (elevation?.isMissing()) {
    return planOf(input, ground, [], [], [{ reason: "elevation_incomplete" }]);
  }
  const plan = planOf(input, ground, flights, routes, problems);
  return isRough ? { ...plan, is_rough: true } : plan;
}

/** Why no drone takes off there: it lies in a no-fly polygon, or beside an obstacle that is too high for the flight. */
function blockedTakeOff(
  { place }: TakeOff,
  { obstacles = [] }: FlightAreas,
  { plane, forbidden, standing }: FlightGround,
): Problem[] {
  const spot = plane.toPlane(place[0], place[1]);
  if (isInside(forbidden, spot)) return [{ reason: "take_off_in_no_fly" }];
  const near = standing.filter(({ region }) => isInside(region, spot));
  const all = near.map(({ obstacle }) => ({
    obstacle: obstacleName(obstacles[obstacle]!, obstacle),
    metres: Math.floor(10 * metresToObstacle(obstacles[obstacle]!, place)) / 10,
  }));
  const [values] = all.toSorted((a, b) => a.metres - b.metres);
  return values ? [{ reason: "take_off_obstacle_high", values }] : [];
}

/** Part of the free ground that may be left out because no way leads there: slivers between no-fly polygons. */
const MOST_UNREACHED = 0.01;

function areaProblems(areas: FlightAreas): Problem[] {
  const problems: Problem[] = [];
  if (areas.flight.length === 0) problems.push({ reason: "flight_polygon_missing" });
  if (areas.take_offs.length === 0) problems.push({ reason: "take_off_missing" });
  return problems;
}

type Setting = {
  readonly around: ElevationOf | null;
  readonly ground: FlightGround;
  readonly ways: WayFinder;
  readonly homes: Homes;
  readonly capture: Capture;
  readonly view: CameraView;
  /** Routes that are flown before, and have a name already. */
  readonly earlier: readonly FlightRoute[];
  /** For collectors that follow the sun: the capture from its full height, and their axis. */
  readonly online: { readonly full: Capture; readonly axis: number } | null;
};

/**
 * Lines, times the outlines that ways lead around, up to which a preview is planned as thoroughly as the routes are, which
 * takes about a second: what the form says is then what is flown.
 */
const QUICK_LINES = 100;
/** Of the work on a flight type: the order of its lines. */
const ORDER_SHARE = 0.9;

type PlannedType = {
  readonly routes: readonly FlightRoute[];
  readonly directions_deg: readonly number[];
  readonly headings_deg: readonly number[];
  readonly problems: readonly Problem[];
  /** As `is_rough` of a plan. */
  readonly isRough: boolean;
};

/**
 * A tilted camera looks the same way over all lines of a direction, so that what it shows lies on one side of the drone. When
 * the sorties are flown, and so by which suns, is known once they are planned: where they ask for the other way, the lines
 * are planned again for it.
 */
function planType(input: FlightPlanInput, setting: Setting): PlannedType {
  const { settings, light } = input;
  const { capture, ground, earlier } = setting;
  const first = planLines(input, setting, [settings.start_ms]);
  if (capture.gimbal_pitch_deg === STRAIGHT_DOWN_DEG || first.routes.length === 0) return first;
  const starts = litSchedule([...earlier, ...first.routes], settings, light).slice(earlier.length);
  const times_ms = first.routes.flatMap(({ duration_s }, i) =>
    [0, 0.5, 1].map((part) => settings.start_ms + 1000 * (starts[i]! + part * duration_s)),
  );
  const aim = aimOf(input, ground, times_ms);
  const isTurned = first.directions_deg.some(
    (direction, i) =>
      tiltedHeading(direction, capture.gimbal_pitch_deg, aim) !== first.headings_deg[i],
  );
  return isTurned ? planLines({ ...input, onShare: () => undefined }, setting, times_ms) : first;
}

const aimOf = (
  { light }: FlightPlanInput,
  { plane }: FlightGround,
  times_ms: readonly number[],
): TiltedAt => ({ times_ms, place: plane.origin, mountings: light?.mountings ?? [] });

/** @param times_ms at which a tilted camera must not look into the mirrored sun */
function planLines(
  input: FlightPlanInput,
  setting: Setting,
  times_ms: readonly number[],
): PlannedType {
  const { settings, areas, elevation } = input;
  const { around, ground, ways, homes, capture, view, earlier, online } = setting;
  const motion = motionOf(settings, capture);
  const boxes = input.target && boxesOf(input.target, ground.plane);
  const { gimbal_pitch_deg, flight_type } = capture;
  const aim = aimOf(input, ground, times_ms);
  const headingOver = (direction: number) =>
    tiltedHeading(bearingOf(direction), gimbal_pitch_deg, aim);
  const fieldsFor = (over: (direction: number) => CameraView) =>
    fieldsOf(ground, boxes, capture, motion, settings, over);
  const alternatives = fieldsFor((direction) =>
    gimbal_pitch_deg === STRAIGHT_DOWN_DEG ? view : tiltedView(capture, headingOver(direction)),
  );
  const parts = {
    name: (index: number) => `${input.name} ${earlier.length + index + 1}`,
    ground,
    ways,
    homes,
    capture,
    motion,
    settings,
    take_offs: areas.take_offs,
    terrain: terrainOf(ground, elevation),
    elevation: around,
    obstacles: areas.obstacles,
    ceiling_m: input.ceiling_m ?? null,
    view: { heading_deg: view.heading_deg, gimbal_pitch_deg: view.gimbal_pitch_deg },
  };
  // Of the parts of an area the larger ones take longer; the routes take what is left.
  const sizes = alternatives.map((fields) => fields[0]?.strips.length ?? 0);
  const whole = sizes.reduce((sum, size) => sum + size, 0) || 1;
  const effort =
    input.effort === "preview" && whole * ground.inner.length > QUICK_LINES ? "preview" : "full";
  const isRough = effort === "preview";
  let before = 0;
  const ordered = alternatives.flatMap((fields, at) => {
    const [done, size] = [before, sizes[at]!];
    before += size;
    const best = bestOrder(fields, parts, effort, (share) =>
      input.onShare?.((ORDER_SHARE * (done + size * share)) / whole),
    );
    return best ? [best] : [];
  });
  if (ordered.length === 0) {
    const problem: Problem = { reason: "flight_lines_missing" };
    return { routes: [], directions_deg: [], headings_deg: [], problems: [problem], isRough };
  }
  const first = routesOf({ ...parts, legs: legsInOrder(ordered, parts) });
  const isAimed = online !== null && first.problem === null;
  const { routes, problem } = !isAimed
    ? first
    : aimedRoutes(first, parts, view, {
        planned: online.full,
        axis: online.axis,
        settings,
        ground,
        light: input.light,
        earlier,
        fieldsFor: (seen) => fieldsFor(() => seen).flat(),
      });
  const directions = ordered.flatMap((one) => one.directions);
  const directions_deg = directions.map(bearingOf);
  const headings_deg = flight_type === "pv_thermal" ? directions.map(headingOver) : [];
  return { routes, directions_deg, headings_deg, problems: problem ? [problem] : [], isRough };
}

/** Degrees clockwise from north, from 0 to less than 180, to a hundredth. */
function bearingOf(direction: number): number {
  const degrees = Math.round(9000 - (direction * 18_000) / Math.PI) / 100;
  return ((degrees % 180) + 180) % 180;
}

function planOf(
  input: FlightPlanInput,
  ground: FlightGround | null,
  flights: readonly PlannedFlight[],
  routes: readonly FlightRoute[],
  problems: readonly Problem[],
): FlightPlan {
  const { settings, areas } = input;
  const starts = litSchedule(routes, settings, input.light);
  const placed = routes.map((route, i) => ({
    ...route,
    start_ms: Math.round(settings.start_ms + 1000 * (starts[i] ?? 0)),
  }));
  return {
    routes: placed,
    flights,
    metrics: metricsOf({
      routes,
      starts,
      flights,
      ground,
      settings,
      target: input.target,
      take_offs: areas.take_offs,
    }),
    faults: routes.map((route) => routeFaults(route, areas)),
    problems: [...problems, ...(input.light ? unlitProblems(placed, input.light) : [])],
  };
}
