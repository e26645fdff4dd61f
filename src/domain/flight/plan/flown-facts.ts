// What a plan flies of each flight type, worst and median: what a form says before the routes are generated.
import { boxesOf } from "../area/flight-target.ts";
import { photoPoints, routePhotos, runLength } from "../flown/photo-points.ts";
import { middleOf } from "../ground/flight-ground.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { upperMedianOf } from "../../median.ts";
import type { FlightRoute, FlightType } from "../route/flight-route.ts";
import { highestAboveGround, neededHeights } from "../route/home-leg.ts";
import type { WayHeights } from "../route/way-heights.ts";
import { aircraft } from "./aircraft.ts";
import type { Capture, Footprint } from "./capture.ts";
import type { Camera } from "./aircraft.ts";
import { collectorViews, type CollectorView } from "./collector-views.ts";
import { leadingFootprint } from "./flight-coverage.ts";
import { isOnline, pixelSizes } from "./ground-frame.ts";
import { mirroredSorties } from "./mirrored-sortie.ts";
import type { FlightPlan, FlightPlanInput, PlannedRoute } from "./flight-plan-shape.ts";
import { MOST_OFF_NORMAL_DEG, type FlownFacts } from "./flight-preview-shape.ts";
import type { Spread } from "./flight-metrics.ts";

/** Components in no photo that an answer lists; a plan that misses more needs other areas first. */
export const MOST_LISTED = 200;

/** Photos whose height above the ground is looked up. */
const MOST_PHOTOS = 2000;

export function flownFacts(plan: FlightPlan, input: FlightPlanInput): FlownFacts[] {
  const { flights, metrics } = plan;
  return flights.map(({ flight_type, capture, directions_deg, headings_deg }, at) => {
    const routes = plan.routes.filter((route) => route.flight_type === flight_type);
    const lead = leadingFootprint(capture);
    const overlap = metrics.side_overlaps[at] ?? null;
    const spacing = metrics.aparts[at] ?? null;
    // From one place both cameras show widths of the same ratio, however far the ground is.
    const shared = ({ swath_m }: Footprint) =>
      overlap && mapped(overlap, (percent) => 100 - ((100 - percent) * lead.swath_m) / swath_m);
    const survey = routes.map((route) => sumOf(route.photo_runs, (run) => runLength(route, run)));
    const wide = spacing?.median ?? capture.spacing_m;
    const drone = aircraft[routes[0]?.aircraft ?? input.settings.aircraft];
    const looks = looksOf(routes, input);
    const gsd = (camera: Camera) => pixelsOf(capture, camera, looks);
    return {
      flight_type,
      // Online, each sortie has a height of its own, by its own sun.
      altitude_agl_m:
        spreadOf(
          routes.map(({ altitude_agl_m }) => altitude_agl_m),
          "most",
        ) ?? spreadAt(capture.altitude_agl_m),
      ...heightsOf(routes, input),
      speed_m_s: routes[0]?.speed_m_s ?? capture.speed_m_s,
      directions_deg: [...new Set(directions_deg)],
      headings_deg: [...new Set(headings_deg)],
      mirrored_sorties: isOnline(flight_type)
        ? null
        : mirroredSorties(routes, lead.camera, input.light?.mountings ?? []),
      gimbal_pitch_deg: isOnline(flight_type) ? null : capture.gimbal_pitch_deg,
      photos: sumOf(routes, routePhotos),
      side_overlap_thermal: capture.thermal && shared(capture.thermal),
      side_overlap_rgb: shared(capture.visual),
      spacing_m: spacing,
      gsd_thermal_m: capture.thermal && drone.thermal ? gsd(drone.thermal) : null,
      gsd_rgb_m: gsd(drone.visual),
      hectares_per_battery: spreadOf(
        survey.map((metres) => (metres * wide) / 10_000),
        "least",
      ),
      minutes_per_battery: spreadOf(
        routes.map(({ duration_s }) => duration_s / 60),
        "most",
      ),
      seen: seenOf(plan, input, at),
      collectors: collectorsOf(routes, flight_type, input),
      unseen_ground: groundOf(plan, input, at),
    };
  });
}

function heightsOf(
  routes: readonly FlightRoute[],
  { settings, ...input }: FlightPlanInput,
): Pick<FlownFacts, "highest_m" | "security_height_m" | "return_height_m"> {
  const elevation = input.elevation ?? null;
  const { obstacles } = input.areas;
  const set = {
    set_security_height_m: settings.security_height_m,
    set_return_height_m: settings.return_height_m,
  };
  const needed = routes.map((route) => neededHeights(route, elevation, obstacles));
  const range = (of: (one: WayHeights) => number) => {
    const all = needed.map(of);
    return all.length === 0 ? null : { least: Math.min(...all), most: Math.max(...all) };
  };
  const highest = routes.map((route) =>
    highestAboveGround({ ...route, ...set }, elevation, obstacles),
  );
  return {
    highest_m: Math.max(0, ...highest),
    security_height_m: range((one) => one.security_height_m),
    return_height_m: range((one) => one.return_height_m),
  };
}

function seenOf({ metrics }: FlightPlan, input: FlightPlanInput, at: number): FlownFacts["seen"] {
  const coverage = metrics.components[at];
  if (!coverage || !input.target) return null;
  const { components, unseen, unseen_rows } = coverage;
  const wanted = new Set(unseen_rows.slice(0, MOST_LISTED));
  const plane = localPlaneAt(middleOf(input.areas.flight.flat(2)));
  const boxes = wanted.size === 0 ? [] : boxesOf(input.target, plane);
  const listed = boxes.flatMap(({ row, x, y }) =>
    wanted.has(row) ? [{ row, place: plane.toLonLat(x, y) }] : [],
  );
  return { components, unseen, listed };
}

/** Collectors that are not seen as planned whose places an answer lists. */
const MOST_COLLECTORS = 8;

function collectorsOf(
  routes: readonly PlannedRoute[],
  flight_type: FlightType,
  input: FlightPlanInput,
): FlownFacts["collectors"] {
  const views = collectorViews(routes, flight_type, input);
  if (!views || views.length === 0) return null;
  const offOf = ({ off_normal_deg }: CollectorView) => off_normal_deg ?? Infinity;
  const known = views.flatMap(({ off_normal_deg }) => off_normal_deg ?? []);
  const wrong = views.filter((view) => offOf(view) > MOST_OFF_NORMAL_DEG);
  return {
    count: views.length,
    not_whole: views.length - known.length,
    off_normal_deg: spreadOf(known, "most"),
    aslant: wrong.filter(({ off_normal_deg }) => off_normal_deg !== null).length,
    listed: wrong
      .toSorted((a, b) => offOf(b) - offOf(a))
      .slice(0, MOST_COLLECTORS)
      .map(({ place: [lon, lat], ...view }) => ({ ...view, place: [lon, lat] })),
  };
}

/** Patches of ground in no photo that an answer lists. */
const MOST_PATCHES = 8;
const HECTARE_M2 = 10_000;

function groundOf(
  { metrics }: FlightPlan,
  { areas }: FlightPlanInput,
  at: number,
): FlownFacts["unseen_ground"] {
  const patches = metrics.unseen_ground[at] ?? [];
  if (patches.length === 0) return null;
  const plane = localPlaneAt(middleOf(areas.flight.flat(2)));
  const unseen_m2 = sumOf(patches, ({ m2 }) => m2);
  return {
    hectares: unseen_m2 / HECTARE_M2,
    percent: metrics.target_m2 > 0 ? (100 * unseen_m2) / metrics.target_m2 : 0,
    patches: patches.length,
    listed: patches.slice(0, MOST_PATCHES).map(({ m2, spot }) => ({
      hectares: m2 / HECTARE_M2,
      place: plane.toLonLat(spot[0], spot[1]),
    })),
  };
}

/** From where a photo is taken: metres above the ground below, and the camera's pitch. */
type Look = { readonly height_m: number; readonly gimbal_pitch_deg: number };

/**
 * Metres on the ground of a pixel: the median of those in the middle of the photos, and the coarsest that is counted on of
 * any photo.
 */
function pixelsOf(capture: Capture, camera: Camera, looks: readonly Look[]): Spread {
  const { flight_type, gimbal_pitch_deg } = capture;
  const sizes = looks.flatMap(
    (look) => pixelSizes(flight_type, camera, look.height_m, look.gimbal_pitch_deg) ?? [],
  );
  const middle = spreadOf(
    sizes.map(({ middle_m }) => middle_m),
    "most",
  );
  if (middle)
    return { ...middle, worst: sizes.reduce((most, { most_m }) => Math.max(most, most_m), 0) };
  const lead = leadingFootprint(capture);
  // Without a route the camera of an online flight is as far away as the planner's own distance.
  const planned = isOnline(flight_type)
    ? (lead.gsd_m * lead.camera.focal_px.value) / camera.focal_px.value
    : (pixelSizes(flight_type, camera, capture.altitude_agl_m, gimbal_pitch_deg)?.most_m ?? NaN);
  return spreadAt(planned);
}

function looksOf(routes: readonly FlightRoute[], { elevation }: FlightPlanInput): Look[] {
  if (!elevation) {
    return routes.flatMap(({ altitude_agl_m, waypoints, photo_runs }) =>
      photo_runs.map(({ from }) => {
        const { gimbal_pitch_deg } = waypoints[from]!;
        return { height_m: altitude_agl_m, gimbal_pitch_deg };
      }),
    );
  }
  const photos = routes.flatMap((route) => photoPoints(route).map((photo) => ({ photo, route })));
  const step = Math.max(1, Math.ceil(photos.length / MOST_PHOTOS));
  return photos.flatMap(({ photo, route }, i) => {
    if (i % step !== 0) return [];
    const floor = elevation(route.take_off.place);
    const ground = elevation(photo.place);
    if (floor === null || ground === null) return [];
    const height_m = photo.height_m - (ground - floor);
    return [{ height_m, gimbal_pitch_deg: photo.gimbal_pitch_deg }];
  });
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number) =>
  all.reduce((sum, one) => sum + of(one), 0);
const mapped = ({ worst, median }: Spread, to: (value: number) => number): Spread => ({
  worst: to(worst),
  median: to(median),
});
const spreadAt = (value: number): Spread => ({ worst: value, median: value });

/** @param worst whether the largest or the smallest value is the worst */
function spreadOf(values: readonly number[], worst: "most" | "least"): Spread | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  return { worst: worst === "most" ? most : least, median: upperMedianOf(values) };
}
