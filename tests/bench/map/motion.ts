// The map in motion: `?motion&design=ours&count=1000000` leaves its late frames in `window.motion`.
import { measureMotion, type MotionResult } from "../motion.ts";
import type { Design } from "./design.ts";
import { panView, type Field } from "./field.ts";

export async function moveMap(design: Design, field: Field): Promise<MotionResult> {
  const start = panView(field, field.zooms.whole, 0);
  await design.first(start);
  await design.settle?.();
  return measureMotion(
    field.zooms,
    (zoom, angle) => design.frame(panView(field, zoom, angle)),
    (zoom) => design.frame(panView(field, zoom, 0)),
    () => design.work(),
  );
}
