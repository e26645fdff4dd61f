// Moves of the 3D camera by hand: pan, turn and zoom.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Ground } from "../../domain/twin-view/ground-surface.ts";
import type { Camera } from "../../state/map/view.ts";
import type { ScreenPoint } from "../tool.ts";
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
  /** Metres up of what is dragged; the ground in the middle of the screen by default. */
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
    // The eye goes along the ray of the pixel: what lies on it stays there, however high it is.
    const before = under(camera, origin, size, move.at);
    const after = under(nearer, origin, size, move.at);
    if (!before || !after) return nearer;
    return limited(nearer, origin, size, before[0] - after[0], before[1] - after[1]);
  }
  return panned(camera, move.from, move.to, origin, size, height);
}

/** The camera that shows at `to` what `camera` shows at `from`; unchanged where one of them is the sky. */
export function panned(
  camera: Camera,
  from: ScreenPoint,
  to: ScreenPoint,
  origin: LonLat,
  size: ViewSize,
  height?: number,
): Camera {
  if (from[0] === to[0] && from[1] === to[1]) return camera;
  const before = under(camera, origin, size, from, height);
  const after = under(camera, origin, size, to, height);
  if (!before || !after) return camera;
  return limited(camera, origin, size, before[0] - after[0], before[1] - after[1]);
}

/** The plane at a height under a pixel, that of the ground in the middle by default; null for the sky. */
function under(
  camera: Camera,
  origin: LonLat,
  size: ViewSize,
  [x, y]: ScreenPoint,
  height?: number,
) {
  const placed = placeCamera(camera, origin, size);
  return onPlane(placed.eye, rayOf(placed, size, x, y), height ?? placed.base);
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
  const is = screenOf(placeCamera(next, origin, size), size, pivot);
  return is ? panned(next, is, was, origin, size, pivot[2]) : next;
}

function shifted(camera: Camera, origin: LonLat, dx: number, dy: number): Camera {
  const plane = planeAt(origin);
  const [x, y] = plane.toPlane(...camera.centre);
  return { ...camera, centre: plane.toLonLat(x + dx, y + dy) };
}

function limited(camera: Camera, origin: LonLat, size: ViewSize, dx: number, dy: number): Camera {
  const most = distanceOf(camera, origin, size.height) * LONGEST_STEP;
  const share = Math.min(1, most / Math.max(1e-9, Math.hypot(dx, dy)));
  return shifted(camera, origin, dx * share, dy * share);
}
