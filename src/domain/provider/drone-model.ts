// Drone models: their fields and rules.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { lineShape } from "../text.ts";
import { realShape } from "../real.ts";

/** Series of the drone app: sdk4 flies the vendor's 2 series, sdk5 the 3 series. */
export const appSeries = ["sdk4", "sdk5"] as const;
export type AppSeries = (typeof appSeries)[number];

export const cameraKinds = ["thermal", "rgb"] as const;

/** A camera; unknown facts are null. */
export const cameraShape = z.object({
  kind: z.enum(cameraKinds),
  /** Pixels of the photo. */
  width: z.number().int().positive().max(100_000),
  height: z.number().int().positive().max(100_000),
  /** Focal length in pixels of that photo. */
  focal_px: z.number().positive().max(1_000_000).nullable(),
  /** Shortest time between two photos in seconds. */
  min_interval: z.number().positive().max(60).nullable(),
});
export type Camera = z.infer<typeof cameraShape>;

const minutes = realShape.positive().max(1440).nullable();

const fieldShapes = z.object({
  name: lineShape.min(1).max(100),
  abbreviation: lineShape.min(1).max(20),
  vendor: lineShape.min(1).max(100),
  /** Minutes of flight, of charging, and of changing the battery. */
  flight_time: minutes,
  recharge_time: minutes,
  battery_swap_time: minutes,
  batteries_available: z.number().int().min(1).max(1000).nullable(),
  cameras: z.array(cameraShape).max(10),
  app_series: z.enum(appSeries).nullable(),
  supported: z.boolean(),
});
const fields = fieldShapes.shape;

/** Input of the drone model form. */
export const droneModelFormShape = fieldShapes.extend({
  flight_time: fields.flight_time.default(null),
  recharge_time: fields.recharge_time.default(null),
  battery_swap_time: fields.battery_swap_time.default(null),
  batteries_available: fields.batteries_available.default(null),
  cameras: fields.cameras.default([]),
  app_series: fields.app_series.default(null),
  supported: fields.supported.default(true),
});
export type DroneModelForm = z.infer<typeof droneModelFormShape>;

/** Absent fields stay unchanged, so there are no defaults here. */
export const droneModelChangesShape = fieldShapes.partial();

export const droneModelShape = fieldShapes.extend({
  id: z.number().int(),
  /** Key of a model that is shipped with the product; null for models that staff added. */
  key: z.string().nullable(),
  /** Drones of this model that the viewer sees. */
  drone_count: z.number().int(),
});
export type DroneModel = z.infer<typeof droneModelShape>;

/** Centimetres on the ground that one pixel covers from `height` metres above it: height / focal length. */
export function groundSampling(camera: Pick<Camera, "focal_px">, height: number): number | null {
  return camera.focal_px === null ? null : (height / camera.focal_px) * 100;
}

/** Horizontal angle of view in degrees: 2 · atan(width / 2f). */
export function angleOfView({ width, focal_px }: Camera): number | null {
  return focal_px === null ? null : (2 * Math.atan(width / (2 * focal_px)) * 180) / Math.PI;
}

/** Why the model cannot be deleted, or null. A shipped model can be set to unsupported instead. */
export function droneModelRemovalRefusal(
  model: Pick<DroneModel, "key" | "drone_count">,
): Refusal | null {
  if (model.drone_count > 0) {
    return { reason: "drone_model_in_use", values: { count: model.drone_count } };
  }
  return model.key === null ? null : { reason: "drone_model_shipped" };
}
