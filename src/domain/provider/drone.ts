// A drone: one aircraft, or a generic one that represents any aircraft of its model.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import { exactLineShape, lineShape } from "../text.ts";

/** How the drone is deployed: brought along, or in a dock at the plant. */
export const droneTypes = ["portable", "drone_in_a_box"] as const;

const fieldShapes = z.object({
  drone_model_id: idShape,
  /** The vendor's; only generic drones can have an empty one. */
  serial_number: lineShape.max(100),
  internal_identifier: exactLineShape.min(1).max(60),
  /** The owner; null for the provider. */
  customer_id: idShape.nullable(),
  type: z.enum(droneTypes),
  retired: z.boolean(),
  generic: z.boolean(),
});

/** Input of the drone form. */
export const droneFormShape = fieldShapes.extend({
  customer_id: fieldShapes.shape.customer_id.default(null),
  serial_number: fieldShapes.shape.serial_number.default(""),
  type: fieldShapes.shape.type.default("portable"),
  retired: z.boolean().default(false),
  generic: z.boolean().default(false),
});
export type DroneForm = z.infer<typeof droneFormShape>;

/** Absent fields stay unchanged, so there are no defaults here. */
export const droneChangesShape = fieldShapes.partial();

export const droneShape = fieldShapes.extend({
  id: z.number().int(),
  /** Of the model. */
  model_name: z.string(),
  model_abbreviation: z.string(),
  /** Whether its model is supported. */
  supported: z.boolean(),
  /** Null for the provider's drones. */
  customer_name: z.string().nullable(),
  /** Analyses with this drone that the viewer sees. */
  analysis_count: z.number().int(),
});
export type Drone = z.infer<typeof droneShape>;

/**
 * Why a text is no internal identifier, or null. Case matters, spaces are refused.
 * @param taken identifiers of other drones
 */
export function internalIdentifierRefusal(
  text: string,
  taken: ReadonlySet<string> = new Set(),
): Refusal | null {
  const field = "internal_identifier";
  if (text === "") return { reason: "field_missing", field };
  // Control and format characters are refused too: identifiers that look the same must be the same.
  if (/[\s\p{C}]/u.test(text)) return { reason: "internal_identifier_spaces", field };
  return taken.has(text) ? { reason: "internal_identifier_taken", field } : null;
}

/** Why the serial number is refused, or null. Only a generic drone can have none. */
export function serialNumberRefusal(
  drone: Pick<DroneForm, "serial_number" | "generic">,
): Refusal | null {
  return drone.serial_number.trim() === "" && !drone.generic
    ? { reason: "serial_number_missing", field: "serial_number" }
    : null;
}

/** A plant that a drone flew: analyses of it have the drone and files. */
export const dronePlantShape = z.object({
  drone_id: z.number().int(),
  drone_name: z.string(),
  model_name: z.string(),
  plant_id: z.number().int(),
  plant_name: z.string(),
  customer_name: z.string(),
  analysis_count: z.number().int(),
  first_flown_at: z.string(),
  last_flown_at: z.string(),
});
export type DronePlant = z.infer<typeof dronePlantShape>;

/** Why the drone cannot be deleted, or null: analyses were flown with it. It can be retired. */
export function droneRemovalRefusal({
  analysis_count,
}: Pick<Drone, "analysis_count">): Refusal | null {
  return analysis_count > 0
    ? { reason: "drone_has_analyses", values: { count: analysis_count } }
    : null;
}

/** True if flights can be planned with the drone. */
export function isAvailable(drone: Pick<Drone, "retired" | "supported">): boolean {
  return drone.supported && !drone.retired;
}
