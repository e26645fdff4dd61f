// Moves of the 3D camera by hand: pan, turn and zoom.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Ground } from "../../domain/twin-view/ground-surface.ts";
import type { Camera } from "../../state/map/view.ts";
import type { ScreenPoint } from "../tool.ts";
import { onGround, shifted, wayToHold } from "./hold-point.ts";
import {
  distanceOf,
  MOST_PITCH,
  onPlane,
  placeCamera,
  rayOf,
  screenOf,
  type Point3,
} from "./twin-camera.ts";
import type { Move } from "./twin-pointer.ts";

export type ViewSize = {
  readonly width: number;
  readonly height: number;
  /** Absent for flat ground. */
  readonly ground?: Ground;
  /** The eye stands on the ground below it, as a walker does, instead of above the ground in the middle of the screen. */
  readonly isWalk?: boolean;
};

/** A view 25 km high, which holds the largest plants; farther away there is nothing to see in 3D. */
export const LEAST_ZOOM = 11;
/** A metre and a half before a component. */
const MOST_ZOOM = 25;
/** A drag near the horizon would move by kilometres. */
const LONGEST_STEP = 3;
const DEGREE = Math.PI / 180;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Within the limits of the view. What came by an address, from the map or by a key may lie outside. */
export function bounded(camera: Camera): Camera {
  const zoom = within(camera.zoom, LEAST_ZOOM, MOST_ZOOM);
  const pitch = within(camera.pitch, 0, MOST_PITCH);
  return zoom === camera.zoom && pitch === camera.pitch ? camera : { ...camera, zoom, pitch };
}

/** What a move takes hold of. */
export type Hold = {
  /** Metres up of what is dragged; the ground under the pixel by default. */
  readonly height?: number | undefined;
  /** What a turn goes around while it is in view, in metres of the plant; else the middle of the screen. */
  readonly pivot?: Point3 | null | undefined;
};

/** The camera after a move. */
export function movedCamera(
  camera: Camera,
  move: Move,
  origin: LonLat,
  size: ViewSize,
  { height, pivot }: Hold = {},
): Camera {
  if (move.kind === "turn") {
    const bearing = ((((camera.bearing + move.bearing + 180) % 360) + 360) % 360) - 180;
    const pitch = within(camera.pitch + move.pitch, 0, MOST_PITCH);
    const turned = { ...camera, bearing, pitch };
    return pivot ? around(pivot, camera, turned, origin, size) : turned;
  }
  if (move.kind === "zoom") {
    const nearer = bounded({ ...camera, zoom: camera.zoom + move.by });
    // The eye goes along the ray of the pixel: what stands before the ground that it meets stays there too.
    const point = pointUnder(camera, origin, size, move.at);
    return point ? held(nearer, point, move.at, origin, size) : nearer;
  }
  return panned(camera, move.from, move.to, origin, size, height);
}

/**
 * The camera that shows at `to` what `camera` shows at `from`; unchanged where one of them is the sky.
 * @param height metres up of what is shown there; that of the ground by default
 */
export function panned(
  camera: Camera,
  from: ScreenPoint,
  to: ScreenPoint,
  origin: LonLat,
  size: ViewSize,
  height?: number,
): Camera {
  if (from[0] === to[0] && from[1] === to[1]) return camera;
  const point = pointUnder(camera, origin, size, from, height);
  return point ? held(camera, point, to, origin, size) : camera;
}

/** What lies under a pixel: the ground, or a plane at a height; null for the sky. */
function pointUnder(
  camera: Camera,
  origin: LonLat,
  size: ViewSize,
  [x, y]: ScreenPoint,
  height?: number,
): Point3 | null {
  const placed = placeCamera(camera, origin, size);
  const ray = rayOf(placed, size, x, y);
  if (height === undefined) return onGround(placed, ray, size.ground);
  const at = onPlane(placed.eye, ray, height);
  return at && [at[0], at[1], height];
}

/** The camera that shows a point at a pixel, or comes nearer to that; unchanged where the pixel is the sky. */
function held(
  camera: Camera,
  point: Point3,
  at: ScreenPoint,
  origin: LonLat,
  size: ViewSize,
): Camera {
  const way = wayToHold(camera, point, at, origin, size);
  return way ? limited(camera, origin, size, ...way) : camera;
}

/** The turned camera, moved so that the pivot stays at its pixel. */
function around(
  pivot: Point3,
  camera: Camera,
  turned: Camera,
  origin: LonLat,
  size: ViewSize,
): Camera {
  const was = screenOf(placeCamera(camera, origin, size), size, pivot);
  const isInView =
    was && was[0] >= 0 && was[0] <= size.width && was[1] >= 0 && was[1] <= size.height;
  if (!isInView) return turned;
  // Eye and middle go around the pivot together.
  const [x, y] = planeAt(origin).toPlane(...camera.centre);
  const angle = (turned.bearing - camera.bearing) * DEGREE;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [x - pivot[0], y - pivot[1]];
  const [toX, toY] = [pivot[0] + dx * cos + dy * sin, pivot[1] + dy * cos - dx * sin];
  const next = shifted(turned, origin, toX - x, toY - y);
  return held(next, pivot, was, origin, size);
}

function limited(camera: Camera, origin: LonLat, size: ViewSize, dx: number, dy: number): Camera {
  const most = distanceOf(camera, origin, size.height) * LONGEST_STEP;
  const share = Math.min(1, most / Math.max(1e-9, Math.hypot(dx, dy)));
  return shifted(camera, origin, dx * share, dy * share);
}
