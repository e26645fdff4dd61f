// The 3D camera that was asked for: bounds, a place or another camera, in the part of the view that nothing covers.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Camera, FlyTarget, PlaceTarget } from "../../state/map/view.ts";
import { freeArea, type Box } from "../canvas/free-area.ts";
import { SEEN_PIXELS } from "../canvas/map-camera.ts";
import type { ScreenPoint } from "../tool.ts";
import { bounded, LEAST_ZOOM, panned, type ViewSize } from "./move-camera.ts";
import { FIELD_OF_VIEW, placeCamera, screenOf, zoomAtDistance } from "./twin-camera.ts";

/** How much of the free part of the view bounds fill. */
const FILLED = 0.8;
const MOST_FIT_ZOOM = 21;
const DEGREE = Math.PI / 180;
/** The limit of the map. */
const MAP_PITCH = 60;

/**
 * The camera that was asked for, from the present one.
 * @param covers what lies over the view, in CSS pixels from its upper left corner
 */
export function cameraFor(
  target: PlaceTarget,
  camera: Camera,
  origin: LonLat,
  size: ViewSize,
  covers: readonly Box[] = [],
): Camera {
  if ("camera" in target) return bounded(target.camera);
  const middle: ScreenPoint = [size.width / 2, size.height / 2];
  /** Shows its middle in the middle of a part of the view. */
  const inside = (next: Camera, { left, top, right, bottom }: Box) =>
    panned(next, middle, [(left + right) / 2, (top + bottom) / 2], origin, size, baseOf(next));
  const baseOf = (next: Camera) => placeCamera(next, origin, size).base;
  const freePlace = () => freeArea(size, covers, { width: 1, height: 1 });
  if ("middle" in target) {
    const zoom = Math.max(camera.zoom, target.leastZoom);
    return inside(bounded({ ...camera, centre: target.middle, zoom }), freePlace());
  }
  if ("reveal" in target) {
    if (isSeen(camera, origin, size, target.reveal, covers)) return camera;
    return inside({ ...camera, centre: target.reveal }, freePlace());
  }
  const [west, south, east, north] = target.bounds;
  const plane = planeAt(origin);
  const [x0, y0] = plane.toPlane(west, south);
  const [x1, y1] = plane.toPlane(east, north);
  // 3D keeps its tilt: seen from straight above it would be a second map.
  const bearing = target.straight ? 0 : camera.bearing;
  const angle = bearing * DEGREE;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  // What is seen at an angle is lower on the screen.
  const seen = Math.min(1, Math.cos(camera.pitch * DEGREE) * 1.15);
  const width = (x1 - x0) * cos + (y1 - y0) * sin;
  const height = ((x1 - x0) * sin + (y1 - y0) * cos) * seen;
  const free = freeArea(size, covers, { width, height });
  const across =
    Math.max(width / (free.right - free.left), height / (free.bottom - free.top)) * size.height;
  const metres = across / FILLED / 2 / Math.tan(FIELD_OF_VIEW / 2);
  const fitting = zoomAtDistance(metres, origin, size.height);
  const zoom = Math.min(MOST_FIT_ZOOM, Math.max(LEAST_ZOOM, fitting));
  const centre = [(west + east) / 2, (south + north) / 2] as const;
  return inside({ ...camera, centre, zoom, bearing }, free);
}

/** Whether a place on the ground is in view, and nothing lies over it. */
export function isSeen(
  camera: Camera,
  origin: LonLat,
  size: ViewSize,
  place: LonLat,
  covers: readonly Box[],
): boolean {
  const placed = placeCamera(camera, origin, size);
  const at = screenOf(placed, size, [...planeAt(origin).toPlane(...place), placed.base]);
  if (!at) return false;
  const isIn = ({ left, top, right, bottom }: Box, margin: number) =>
    at[0] > left - margin &&
    at[0] < right + margin &&
    at[1] > top - margin &&
    at[1] < bottom + margin;
  const whole = { left: 0, top: 0, right: size.width, bottom: size.height };
  return isIn(whole, -SEEN_PIXELS) && !covers.some((cover) => isIn(cover, SEEN_PIXELS));
}

/**
 * The camera that the map left, with the tilt that was asked for: a link into 3D may be opened by the map first, whose
 * own limit cuts the tilt.
 */
export function asAsked(camera: Camera, target: FlyTarget | undefined): Camera {
  if (!target || !("camera" in target)) return camera;
  const { centre, zoom, bearing, pitch } = target.camera;
  const turn = Math.abs(((camera.bearing - bearing + 540) % 360) - 180);
  const isCut = camera.pitch > MAP_PITCH - 0.01 && pitch > camera.pitch;
  const isThere =
    isCut &&
    Math.abs(centre[0] - camera.centre[0]) < 1e-6 &&
    Math.abs(centre[1] - camera.centre[1]) < 1e-6 &&
    Math.abs(zoom - camera.zoom) < 1e-3 &&
    turn < 1e-3;
  return isThere ? { ...camera, pitch } : camera;
}
