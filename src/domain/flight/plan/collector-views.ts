// Flights that measure the shape of collectors: whether one photo shows each of them whole, and from how near to its normal.
import { boxesInside, halves, type Box } from "../area/flight-target.ts";
import { photoPoints } from "../flown/photo-points.ts";
import { groundOf } from "../ground/flight-ground.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import type { FlightType, Place } from "../route/flight-route.ts";
import { sunAt, trackingAngle } from "../time/sun.ts";
import { aircraft, type Camera } from "./aircraft.ts";
import { isHalf, isThermal } from "./capture.ts";
import type { FlightPlanInput, PlannedRoute } from "./flight-plan-shape.ts";
import { isOnline } from "./ground-frame.ts";

const DEGREE = Math.PI / 180;
/** A collector turns no further from the zenith than to the horizon. */
const MOST_TURN_DEG = 90;

/** A photo in metres on the plane of the plan. */
type Photo = {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
  /** Radians from straight down. */
  readonly tilt: number;
  readonly time_ms: number;
};

export type CollectorView = {
  /** Of the collector in its level of the twin. */
  readonly row: number;
  readonly place: Place;
  /** Degrees across its axis between its normal and the best photo that shows it whole; null: none does. */
  readonly off_normal_deg: number | null;
};

/**
 * Of each collector, or of each half, the photo that stands nearest to its normal of those that show it whole. Collectors
 * of online flights follow the sun of the photo's time, the others face the zenith.
 * @returns null for flights that measure no shape, and without collectors
 */
export function collectorViews(
  routes: readonly PlannedRoute[],
  flight_type: FlightType,
  { target, areas, settings, elevation }: FlightPlanInput,
): CollectorView[] | null {
  if (isThermal(flight_type) || !target) return null;
  const ground = groundOf(areas, settings, { elevation: elevation ?? null });
  const { plane } = ground;
  const all = boxesInside(target, ground);
  const boxes = isHalf(flight_type) ? halves(all) : all;
  const heightAt = (x: number, y: number) => elevation?.(plane.toLonLat(x, y)) ?? 0;
  const photos = routes.flatMap((route) => photosOf(route, plane.toPlane, elevation ?? null));
  const reach = reachOf(photos, boxes);
  const near = nearby(photos, reach);
  const { visual } = aircraft[settings.aircraft];
  return boxes.map((box) => {
    const spots = spotsOf(box).map(([x, y]) => [x, y, heightAt(x, y)] as const);
    const middle = heightAt(box.x, box.y);
    let best = Infinity;
    for (const photo of near(box.x, box.y)) {
      if (!spots.every((spot) => isShown(photo, visual, spot))) continue;
      best = Math.min(best, offNormal(photo, box, middle, plane.origin, isOnline(flight_type)));
    }
    return {
      row: box.row,
      place: plane.toLonLat(box.x, box.y),
      off_normal_deg: Number.isFinite(best) ? best : null,
    };
  });
}

function photosOf(
  route: PlannedRoute,
  toPlane: (lon: number, lat: number) => readonly [number, number],
  elevation: ElevationOf | null,
): Photo[] {
  const floor = elevation?.(route.take_off.place) ?? 0;
  const points = photoPoints(route);
  return points.map(({ place, height_m, heading_deg, gimbal_pitch_deg }, at) => {
    const [x, y] = toPlane(place[0], place[1]);
    return {
      x,
      y,
      z: floor + height_m,
      heading: heading_deg * DEGREE,
      tilt: (90 + gimbal_pitch_deg) * DEGREE,
      // Photos follow each other evenly enough: the sun moves a degree in four minutes.
      time_ms: route.start_ms + (1000 * route.duration_s * (at + 0.5)) / points.length,
    };
  });
}

/** The corners, and the middles of the long sides. */
function spotsOf({ x, y, length, width, rotation }: Box): (readonly [number, number])[] {
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  return [-0.5, 0, 0.5].flatMap((along) =>
    [-0.5, 0.5].map((across) => {
      const [u, v] = [along * length, across * width];
      return [x + u * cos - v * sin, y + u * sin + v * cos] as const;
    }),
  );
}

function isShown(
  { x, y, z, heading, tilt }: Photo,
  { width_px, height_px, focal_px }: Camera,
  [east, north, up]: readonly [number, number, number],
): boolean {
  const [dx, dy, below] = [east - x, north - y, z - up];
  const ahead = dx * Math.sin(heading) + dy * Math.cos(heading);
  const right = dx * Math.cos(heading) - dy * Math.sin(heading);
  const depth = ahead * Math.sin(tilt) + below * Math.cos(tilt);
  if (depth <= 0) return false;
  const above = ahead * Math.cos(tilt) - below * Math.sin(tilt);
  const most = depth / focal_px.value / 2;
  return Math.abs(right) <= most * width_px && Math.abs(above) <= most * height_px;
}

/** Degrees across the axis between a photo and the collector's normal. */
function offNormal(
  photo: Photo,
  { x, y, rotation }: Box,
  middle: number,
  origin: Place,
  follows: boolean,
): number {
  const bearing = 90 - rotation / DEGREE;
  const axis = bearing * DEGREE;
  const right = (photo.x - x) * Math.cos(axis) - (photo.y - y) * Math.sin(axis);
  const stands = Math.atan2(right, photo.z - middle) / DEGREE;
  const turn = follows ? trackingAngle(sunAt(photo.time_ms, origin), bearing, MOST_TURN_DEG) : 0;
  return Math.abs(stands - turn);
}

/** Metres from a collector within which a photo can show it whole: what stands further away sees it flatter than planned. */
function reachOf(photos: readonly Photo[], boxes: readonly Box[]): number {
  const high = photos.reduce(
    (most, { z, tilt }) => Math.max(most, Math.abs(z) * Math.tan(tilt + 0.5)),
    0,
  );
  const long = boxes.reduce((most, { length }) => Math.max(most, length), 0);
  return Math.min(MOST_REACH_M, Math.max(50, high + long));
}

const MOST_REACH_M = 400;

/** The photos by squares as wide as the reach. */
function nearby(photos: readonly Photo[], reach: number) {
  const cells = Map.groupBy(photos, ({ x, y }) => cellOf(x, y, reach));
  return (x: number, y: number): Photo[] =>
    [-reach, 0, reach].flatMap((dx) =>
      [-reach, 0, reach].flatMap((dy) => cells.get(cellOf(x + dx, y + dy, reach)) ?? []),
    );
}

const cellOf = (x: number, y: number, size: number) =>
  `${Math.floor(x / size)} ${Math.floor(y / size)}`;
