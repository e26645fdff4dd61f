// The plant in 3D in motion: `?motion&design=ours&count=1000000` leaves its late frames in `window.motion`.
import type { Field } from "../map/field.ts";
import { measureMotion, type MotionResult } from "../motion.ts";
import { spaceCamera, type SpaceDesign } from "./design.ts";

/** Frames after which a view that is not complete is moved all the same. */
const MOST_TRIES = 500;

/** @param waitForPixels until the frame that was drawn is there */
export function moveSpace(
  design: SpaceDesign,
  field: Field,
  waitForPixels: () => void,
): Promise<MotionResult> {
  return measureMotion(
    field.zooms,
    (zoom, angle) => {
      design.frame(spaceCamera(field, zoom, angle));
      waitForPixels();
    },
    async (zoom) => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        if (!design.frame(spaceCamera(field, zoom, 0))) break;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      waitForPixels();
    },
  );
}
