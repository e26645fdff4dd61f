// The plant in 3D in motion: `?motion&design=ours&count=1000000` leaves its late frames in `window.motion`.
import { countWork, waitForPixels } from "../map/design.ts";
import type { Field } from "../map/field.ts";
import { measureMotion, type MotionResult } from "../motion.ts";
import { spaceCamera, type SpaceDesign } from "./design.ts";

/** Frames after which a view that is not complete is moved all the same. */
const MOST_TRIES = 500;

export function moveSpace(
  design: SpaceDesign,
  field: Field,
  gl: WebGL2RenderingContext,
): Promise<MotionResult> {
  return measureMotion(
    field.zooms,
    (zoom, angle) => {
      design.frame(spaceCamera(field, zoom, angle));
      waitForPixels(gl);
    },
    async (zoom) => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        if (!design.frame(spaceCamera(field, zoom, 0))) break;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      waitForPixels(gl);
    },
    countWork(gl),
  );
}
