// Where the 3D camera stands while it rests, for marks that depend on how large something is seen.
import { atom } from "jotai";
import type { Placed, Point3 } from "./twin-camera.ts";

export type RestingView = {
  readonly placed: Placed;
  /** Metres per CSS pixel one metre before the eye. */
  readonly perPixelAt1: number;
};

/** The view writes it when nothing is moved any more; null before the first frame. */
export const restingViewAtom = atom<RestingView | null>(null);

/** CSS pixels of so many metres at a place; null behind the eye. */
export function pixelsAt(
  { placed: { eye, forward }, perPixelAt1 }: RestingView,
  place: Point3,
  metres: number,
): number | null {
  const depth = place.reduce((sum, part, axis) => sum + (part - eye[axis]!) * forward[axis]!, 0);
  return depth > 0 ? metres / (depth * perPixelAt1) : null;
}
