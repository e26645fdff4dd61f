// Walking through the plant in 3D: the camera at the height of a person's eyes, moved by steps and turns.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Camera } from "../../state/map/view.ts";
import type { ViewSize } from "./move-camera.ts";
import { MOST_PITCH, zoomAtDistance } from "./twin-camera.ts";
import type { Move } from "./twin-pointer.ts";

const DEGREE = Math.PI / 180;
export const EYE_HEIGHT_M = 1.7;
/** Metres on the ground from a walker to the middle of the view. */
const REACH_M = EYE_HEIGHT_M * Math.tan(MOST_PITCH * DEGREE);
/** After a walk its place is seen from above, from this many metres. */
const AFTER_M = 120;
const AFTER_PITCH = 50;

/** Metres ahead and to the right, and degrees to the right. */
export type Step = { readonly ahead: number; readonly aside: number; readonly turn: number };

/** Where the walker stands, in plane metres. */
export function walkerOf({ centre, bearing }: Camera, origin: LonLat): readonly [number, number] {
  const [x, y] = planeAt(origin).toPlane(...centre);
  const [sin, cos] = [Math.sin(bearing * DEGREE), Math.cos(bearing * DEGREE)];
  return [x - REACH_M * sin, y - REACH_M * cos];
}

function cameraOf(
  [x, y]: readonly [number, number],
  bearing: number,
  zoom: number,
  origin: LonLat,
): Camera {
  const [sin, cos] = [Math.sin(bearing * DEGREE), Math.cos(bearing * DEGREE)];
  return {
    centre: planeAt(origin).toLonLat(x + REACH_M * sin, y + REACH_M * cos),
    zoom,
    bearing: ((((bearing + 180) % 360) + 360) % 360) - 180,
    pitch: MOST_PITCH,
  };
}

/** A walk begins where the view looks. */
export function walkBegun(camera: Camera, origin: LonLat, { height }: ViewSize): Camera {
  const zoom = zoomAtDistance(EYE_HEIGHT_M / Math.cos(MOST_PITCH * DEGREE), origin, height);
  return cameraOf(planeAt(origin).toPlane(...camera.centre), camera.bearing, zoom, origin);
}

export function walkEnded(camera: Camera, origin: LonLat, { height }: ViewSize): Camera {
  const centre = planeAt(origin).toLonLat(...walkerOf(camera, origin));
  return { ...camera, centre, zoom: zoomAtDistance(AFTER_M, origin, height), pitch: AFTER_PITCH };
}

/** The camera after a step. The walker turns on the spot. */
export function walked(camera: Camera, { ahead, aside, turn }: Step, origin: LonLat): Camera {
  const [x, y] = walkerOf(camera, origin);
  const [sin, cos] = [Math.sin(camera.bearing * DEGREE), Math.cos(camera.bearing * DEGREE)];
  const at = [x + ahead * sin + aside * cos, y + ahead * cos - aside * sin] as const;
  return cameraOf(at, camera.bearing + turn, camera.zoom, origin);
}

const DEGREES_PER_PIXEL = 0.12;
const METRES_PER_PIXEL = 0.0125;
const METRES_PER_ZOOM = 4;

/** Metres of one press of a key. */
const KEY_STEP_M = 1;

/** W and S walk as the arrows do, A and D step aside; null for another key. */
export function stepOfKey(key: string): Step | null {
  const steps: Record<string, Step> = {
    w: { ahead: KEY_STEP_M, aside: 0, turn: 0 },
    s: { ahead: -KEY_STEP_M, aside: 0, turn: 0 },
    a: { ahead: 0, aside: -KEY_STEP_M, turn: 0 },
    d: { ahead: 0, aside: KEY_STEP_M, turn: 0 },
  };
  return steps[key.toLowerCase()] ?? null;
}

/** What a move of mouse, fingers or keys is while walking: up and down walks, left and right turns. */
export function stepOf(move: Move): Step {
  if (move.kind === "turn") return { ahead: 0, aside: 0, turn: move.bearing };
  if (move.kind === "zoom") return { ahead: move.by * METRES_PER_ZOOM, aside: 0, turn: 0 };
  const [dx, dy] = [move.to[0] - move.from[0], move.to[1] - move.from[1]];
  return { ahead: dy * METRES_PER_PIXEL, aside: 0, turn: -dx * DEGREES_PER_PIXEL };
}
