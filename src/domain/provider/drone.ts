// A drone: one aircraft, or a generic one that stands for any of its model.
import { z } from "zod";
import type { Refusal } from "../error.ts";

/** How the drone stands at a plant: brought along, or living in a dock there. */
export const droneTypes = ["portable", "drone_in_a_box"] as const;

const fieldShapes = z.object({
  drone_model_id: z.number().int().positive().max(2_147_483_647),
  /** The vendor's; may be empty for generic drones only. */
  serial_number: z.string().trim().max(100),
  internal_identifier: z.string().min(1).max(60),
  /** Whose drone it is; null for the provider's own. */
  customer_id: z.number().int().positive().max(2_147_483_647).nullable(),
  type: z.enum(droneTypes),
  retired: z.boolean(),
  generic: z.boolean(),
});

/** What a person enters. */
export const droneFormShape = fieldShapes.extend({
  customer_id: fieldShapes.shape.customer_id.default(null),
  serial_number: fieldShapes.shape.serial_number.default(""),
  type: fieldShapes.shape.type.default("portable"),
  retired: z.boolean().default(false),
  generic: z.boolean().default(false),
});
export type DroneForm = z.infer<typeof droneFormShape>;

/** What a change may leave out stays as it is: no defaults here. */
export const droneChangesShape = fieldShapes.partial();

export const droneShape = fieldShapes.extend({
  id: z.number().int(),
  /** Of the model. */
  model_name: z.string(),
  model_abbreviation: z.string(),
  /** Whether its model is supported. */
  supported: z.boolean(),
  /** Null for the provider's own. */
  customer_name: z.string().nullable(),
});
export type Drone = z.infer<typeof droneShape>;

/**
 * Why a text is no internal identifier, or null. Upper and lower case differ, spaces are refused.
 * @param taken identifiers of other drones
 */
export function internalIdentifierRefusal(
  text: string,
  taken: ReadonlySet<string> = new Set(),
): Refusal | null {
  const field = "internal_identifier";
  if (text === "") return { reason: "field_missing", field };
  // Control and format characters too: two identifiers that look alike must be alike.
  if (/[\s\p{C}]/u.test(text)) return { reason: "internal_identifier_spaces", field };
  return taken.has(text) ? { reason: "internal_identifier_taken", field } : null;
}

/** Why the serial number will not do, or null: only a generic drone has none. */
export function serialNumberRefusal(
  drone: Pick<DroneForm, "serial_number" | "generic">,
): Refusal | null {
  return drone.serial_number.trim() === "" && !drone.generic
    ? { reason: "serial_number_missing", field: "serial_number" }
    : null;
}

/** A drone that a flight can be planned with. */
export function isAvailable(drone: Pick<Drone, "retired" | "supported">): boolean {
  return drone.supported && !drone.retired;
}
