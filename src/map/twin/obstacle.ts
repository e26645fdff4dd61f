// The camera does not pass through modules, mirrors and posts.
import type { Point3 } from "./twin-camera.ts";

/** Metres between the eye and what it comes up to. */
const CLEARANCE_M = 0.5;
/** Above this height over the ground nothing of a plant stands in the way. */
export const TALLEST_M = 20;

/**
 * The part of a way, 0 to 1, that is free.
 * @param meet metres from a place to what a ray of length 1 meets first; Infinity for nothing
 */
export function freeShare(
  from: Point3,
  to: Point3,
  meet: (eye: Point3, ray: Point3) => number,
): number {
  const way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
  const length = Math.hypot(...way);
  if (length < 1e-6) return 1;
  const ray = [way[0] / length, way[1] / length, way[2] / length] as const;
  const metres = meet(from, ray);
  if (metres >= length + CLEARANCE_M) return 1;
  return Math.max(0, (metres - CLEARANCE_M) / length);
}

/**
 * The result of a move, or of the part of it that is free; the present one where none is.
 * @param part does a part of the move, 0 to 1
 * @param eyeOf where the eye is then
 */
export function unblocked<Camera>(
  camera: Camera,
  part: (share: number) => Camera,
  eyeOf: (camera: Camera) => Point3,
  meet: (eye: Point3, ray: Point3) => number,
): Camera {
  const eye = eyeOf(camera);
  let share = 1;
  // A zoom and a turn are no straight ways: the part that is left is looked at again.
  for (let attempt = 0; attempt < 3 && share > 0.01; attempt += 1) {
    const next = part(share);
    const free = freeShare(eye, eyeOf(next), meet);
    if (free === 1) return next;
    share *= free;
  }
  return camera;
}
