// The mounting of a plant: what must be stated, and what does not apply.
import type { Refusal } from "../error.ts";
import type { Plant, PlantChanges } from "./plant.ts";

type Mounting = Pick<
  Plant,
  "technology" | "mounting_type" | "mounting_orientation" | "module_inclination"
>;

/** Why the mounting is not complete, or null: modules have a mounting type, and fixed ones an orientation. */
export function plantMountingRefusal(plant: Omit<Mounting, "module_inclination">): Refusal | null {
  const { technology, mounting_type, mounting_orientation } = plant;
  if (technology !== "photovoltaic") return null;
  if (mounting_type === null) return { reason: "plant_without_mounting", field: "mounting_type" };
  return mounting_type === "fixed" && mounting_orientation === null
    ? { reason: "plant_without_orientation", field: "mounting_orientation" }
    : null;
}

/** The mounting without what does not apply: troughs have none, and only fixed modules have an orientation. */
export function mountingThatApplies(plant: Mounting): Omit<Mounting, "technology"> {
  const { technology, mounting_type, mounting_orientation, module_inclination } = plant;
  if (technology !== "photovoltaic") {
    return { mounting_type: null, mounting_orientation: null, module_inclination: null };
  }
  return {
    mounting_type,
    mounting_orientation: mounting_type === "fixed" ? mounting_orientation : null,
    module_inclination,
  };
}

const mountingFields = [
  "technology",
  "mounting_type",
  "mounting_orientation",
  "module_inclination",
] as const;

/** True if the changes touch the mounting. What was so before does not stand in the way of another change. */
export function changesMounting(plant: Mounting, changes: PlantChanges): boolean {
  return mountingFields.some((field) => {
    return changes[field] !== undefined && changes[field] !== plant[field];
  });
}
