// Moves of the 3D camera, and what is asked of it.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Ground } from "../../domain/twin-view/ground-surface.ts";
import type { Camera, FlyTarget } from "../../state/map/view.ts";
import type { ScreenPoint } from "../tool.ts";
import {
  distanceOf,
  FIELD_OF_VIEW,
  MOST_PITCH,
  onPlane,
  placeCamera,
  rayOf,
  zoomAtDistance,
} from "./twin-camera.ts";
import type { Move } from "./twin-pointer.ts";

export type ViewSize = {
  readonly width: number;
  readonly height: number;
  /** Absent for flat ground. */
  readonly ground?: Ground;
};

/** A view 25 km high, which holds the largest plants; farther away there is nothing to see in 3D. */
const LEAST_ZOOM = 11;
/** A metre and a half before a component. */
const MOST_ZOOM = 25;
/** A drag near the horizon would move by kilometres. */
const LONGEST_STEP = 3;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Within the limits of the view. What came by an address, from the map or by a key may lie outside. */
export function bounded(camera: Camera): Camera {
  const zoom = within(camera.zoom, LEAST_ZOOM, MOST_ZOOM);
  const pitch = within(camera.pitch, 0, MOST_PITCH);
  return zoom === camera.zoom && pitch === camera.pitch ? camera : { ...camera, zoom, pitch };
}

/** Where the ground lies under a pixel, or null for the sky. */
function groundAt(camera: Camera, origin: LonLat, size: ViewSize, [x, y]: ScreenPoint) {
  const placed = placeCamera(camera, origin, size);
  return onPlane(placed.eye, rayOf(placed, size, x, y), placed.base);
}

function shifted(camera: Camera, origin: LonLat, dx: number, dy: number): Camera {
  const plane = planeAt(origin);
  const [x, y] = plane.toPlane(...camera.centre);
  return { ...camera, centre: plane.toLonLat(x + dx, y + dy) };
}

/** The camera after a move. */
export function movedCamera(camera: Camera, move: Move, origin: LonLat, size: ViewSize): Camera {
  if (move.kind === "turn") {
    const bearing = ((((camera.bearing + move.bearing + 180) % 360) + 360) % 360) - 180;
    return { ...camera, bearing, pitch: within(camera.pitch + move.pitch, 0, MOST_PITCH) };
  }
  if (move.kind === "zoom") {
    const zoom = within(camera.zoom + move.by, LEAST_ZOOM, MOST_ZOOM);
    const before = groundAt(camera, origin, size, move.at);
    const after = groundAt({ ...camera, zoom }, origin, size, move.at);
    const nearer = { ...camera, zoom };
    if (!before || !after) return nearer;
    return limited(nearer, origin, size, before[0] - after[0], before[1] - after[1]);
  }
  const from = groundAt(camera, origin, size, move.from);
  const to = groundAt(camera, origin, size, move.to);
  if (!from || !to) return camera;
  return limited(camera, origin, size, from[0] - to[0], from[1] - to[1]);
}

function limited(camera: Camera, origin: LonLat, size: ViewSize, dx: number, dy: number): Camera {
  const most = distanceOf(camera, origin, size.height) * LONGEST_STEP;
  const share = Math.min(1, most / Math.max(1e-9, Math.hypot(dx, dy)));
  return shifted(camera, origin, dx * share, dy * share);
}

/** How much of the view bounds fill. */
const FILLED = 0.8;

/** The camera that was asked for, from the present one. */
export function cameraFor(
  target: FlyTarget,
  camera: Camera,
  origin: LonLat,
  size: ViewSize,
): Camera {
  if ("camera" in target) return bounded(target.camera);
  if ("middle" in target) {
    const zoom = Math.max(camera.zoom, target.leastZoom);
    return bounded({ ...camera, centre: target.middle, zoom });
  }
  if ("reveal" in target) {
    return isInView(camera, origin, size, target.reveal)
      ? camera
      : { ...camera, centre: target.reveal };
  }
  const [west, south, east, north] = target.bounds;
  const plane = planeAt(origin);
  const [x0, y0] = plane.toPlane(west, south);
  const [x1, y1] = plane.toPlane(east, north);
  // What is seen at an angle is lower on the screen.
  const seen = Math.cos((camera.pitch * Math.PI) / 180) * 1.15;
  const high = (y1 - y0) * Math.min(1, seen);
  const across = Math.max((x1 - x0) / size.width, high / size.height) * size.height;
  const metres = across / FILLED / 2 / Math.tan(FIELD_OF_VIEW / 2);
  const zoom = within(zoomAtDistance(metres, origin, size.height), LEAST_ZOOM, 21);
  return { ...camera, centre: [(west + east) / 2, (south + north) / 2], zoom };
}

function isInView(camera: Camera, origin: LonLat, size: ViewSize, place: LonLat): boolean {
  const { eye, forward, up, right, base } = placeCamera(camera, origin, size);
  const [x, y] = planeAt(origin).toPlane(...place);
  const to = [x - eye[0], y - eye[1], base - eye[2]] as const;
  const dot = (axis: readonly number[]) => to[0] * axis[0]! + to[1] * axis[1]! + to[2] * axis[2]!;
  const depth = dot(forward);
  const half = Math.tan(FIELD_OF_VIEW / 2) * depth * 0.95;
  return (
    depth > 0 &&
    Math.abs(dot(up)) < half &&
    Math.abs(dot(right)) < (half * size.width) / size.height
  );
}
