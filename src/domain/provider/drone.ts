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

/** Serial numbers that differ by case or spaces alone are of one aircraft. */
export const droneSerialKey = (text: string): string => text.replaceAll(/\s+/g, "").toLowerCase();

/** The drones that have a serial number, by `droneSerialKey`. An aircraft that was retired can be registered again. */
export const serialHolders = (
  drones: readonly Pick<Drone, "serial_number" | "internal_identifier" | "retired">[],
): Map<string, string> =>
  new Map(
    drones
      .filter(({ serial_number, retired }) => droneSerialKey(serial_number) !== "" && !retired)
      .map((one) => [droneSerialKey(one.serial_number), one.internal_identifier]),
  );

/**
 * Why the serial number is refused, or null. Only a generic drone can have none.
 * @param holders the other drones by `droneSerialKey`, see `serialHolders`
 */
export function serialNumberRefusal(
  drone: Pick<DroneForm, "serial_number" | "generic"> & Partial<Pick<DroneForm, "retired">>,
  holders: ReadonlyMap<string, string> = new Map(),
): Refusal | null {
  const field = "serial_number";
  const key = droneSerialKey(drone.serial_number);
  if (key === "") return drone.generic ? null : { reason: "serial_number_missing", field };
  const holder = drone.retired === true ? undefined : holders.get(key);
  if (holder === undefined) return null;
  const values = { value: drone.serial_number, holder };
  return { reason: "drones_serial_taken", field, values };
}

/**
 * Why a drone cannot be stored with its serial number, or null. What is stored already is not refused again.
 * @param stored the drone as it is; null for a new one
 * @param drones that the viewer sees
 */
export function droneSerialRefusal(
  form: Pick<DroneForm, "serial_number" | "generic" | "retired">,
  stored: Pick<Drone, "id" | "serial_number" | "retired"> | null,
  drones: readonly Pick<Drone, "id" | "serial_number" | "internal_identifier" | "retired">[],
): Refusal | null {
  const isKept = stored?.serial_number === form.serial_number && (form.retired || !stored.retired);
  const others = isKept ? [] : drones.filter(({ id }) => id !== stored?.id);
  return serialNumberRefusal(form, serialHolders(others));
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
