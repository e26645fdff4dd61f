// Where a route takes its photos, and what each of them shows on the ground.
import { groundMetres, localPlaneAt } from "../../geometry/local-plane.ts";
import { aircraft } from "../plan/aircraft.ts";
import { groundFrame } from "../plan/ground-frame.ts";
import { courseBetween } from "../../geometry/ground-distance.ts";
import type { FlightRoute, PhotoRun, Place } from "../route/flight-route.ts";

const DEGREE = Math.PI / 180;
/** Part of the distance between photos: rounding of coordinates must not lose the last photo of a run. */
const ROUNDING = 1e-3;

export type PhotoPoint = {
  readonly place: Place;
  /** Metres above the take-off position. */
  readonly height_m: number;
  /** Degrees clockwise from north in which the camera's upper edge looks. */
  readonly heading_deg: number;
  readonly gimbal_pitch_deg: number;
  /** Index of its photo run. */
  readonly run: number;
};

type Photographed = Pick<FlightRoute, "waypoints" | "photo_runs">;

/**
 * Metres of the run along its legs on the ground, by which the drone takes its photos: the sphere by which the length of a
 * route is stated is 0.4 % off along meridians, a photo more or less in each line of 250.
 */
export function runLength({ waypoints }: Photographed, { from, to }: PhotoRun): number {
  let metres = 0;
  for (let i = from; i < to; i++) {
    metres += groundMetres(waypoints[i]!.place, waypoints[i + 1]!.place);
  }
  return metres;
}

/** Photos of the run: one at its beginning, then one every `distance_m`. */
export function runPhotos(route: Photographed, run: PhotoRun): number {
  return Math.floor(runLength(route, run) / run.distance_m + ROUNDING) + 1;
}

/** Photos of all runs, and of the waypoints at which one is taken. */
export function routePhotos(route: Photographed): number {
  const single = route.waypoints.filter(({ takes_photo }) => takes_photo).length;
  return route.photo_runs.reduce((sum, run) => sum + runPhotos(route, run), single);
}

/** Every photo of the runs in the order in which it is taken. */
export function photoPoints(route: Photographed): PhotoPoint[] {
  return route.photo_runs.flatMap((run, index) => pointsOf(route, run, index));
}

function pointsOf({ waypoints }: Photographed, run: PhotoRun, index: number): PhotoPoint[] {
  const points: PhotoPoint[] = [];
  let due = 0;
  for (let i = run.from; i < run.to; i++) {
    const [from, to] = [waypoints[i]!, waypoints[i + 1]!];
    const metres = groundMetres(from.place, to.place);
    const course = courseBetween(from.place, to.place);
    for (; due <= metres + run.distance_m * ROUNDING; due += run.distance_m) {
      const part = metres === 0 ? 0 : Math.min(1, due / metres);
      const between = (a: number, b: number) => a + (b - a) * part;
      points.push({
        place: [between(from.place[0], to.place[0]), between(from.place[1], to.place[1])],
        height_m: between(from.height_m, to.height_m),
        heading_deg: from.heading_deg ?? course,
        gimbal_pitch_deg: from.gimbal_pitch_deg,
        run: index,
      });
    }
    due -= metres;
  }
  return points;
}

/**
 * Corners of what the leading camera shows on flat ground at the height of the take-off position; empty for a camera that
 * looks away from the ground.
 */
export function footprintOf(
  { aircraft: model, lenses }: Pick<FlightRoute, "aircraft" | "lenses">,
  { place, height_m, heading_deg, gimbal_pitch_deg }: PhotoPoint,
): Place[] {
  const drone = aircraft[model];
  const camera = (lenses.includes("ir") ? drone.thermal : null) ?? drone.visual;
  const frame = groundFrame(camera, height_m, gimbal_pitch_deg);
  if (!frame) return [];
  const { near_m, near_half_m, far_m, far_half_m } = frame;
  const [sin, cos] = [Math.sin(heading_deg * DEGREE), Math.cos(heading_deg * DEGREE)];
  const plane = localPlaneAt(place);
  return [
    [-near_half_m, near_m],
    [near_half_m, near_m],
    [far_half_m, far_m],
    [-far_half_m, far_m],
  ].map(([right = 0, forward = 0]) =>
    plane.toLonLat(right * cos + forward * sin, forward * cos - right * sin),
  );
}
