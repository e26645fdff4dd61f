// What somebody gives a user whom they invite: a role and plants.
import type { Refusal } from "../error.ts";
import { plantAssignmentRefusal, roleGrantRefusal, roleSideRefusal, type Grant } from "./user.ts";

type Actor = Parameters<typeof roleGrantRefusal>[0] & {
  /** Null for a viewer who sees all plants. */
  readonly plant_ids: readonly number[] | null;
};

/** Why the actor cannot give the role, or null. @param is_provider whether the user belongs to the provider */
export const roleRefusal = (actor: Actor, role: Grant, is_provider: boolean): Refusal | null =>
  roleSideRefusal(role.key, is_provider) ?? roleGrantRefusal(actor, role, is_provider);

/** Why the actor cannot give all plants, or null: with some plants one gives others no more. Null stands for all. */
export const allPlantsRefusal = (
  actor: Pick<Actor, "plant_ids">,
  plant_ids: readonly number[] | null,
): Refusal | null =>
  plant_ids === null && actor.plant_ids !== null
    ? { reason: "plants_above_own", field: "plant_ids" }
    : null;

/** Why the actor cannot invite a user with this role and these plants, or null. Null stands for all plants. */
export function grantRefusal(
  actor: Actor,
  { role, plant_ids }: { readonly role: Grant; readonly plant_ids: readonly number[] | null },
  is_provider: boolean,
): Refusal | null {
  const refusal = roleRefusal(actor, role, is_provider) ?? allPlantsRefusal(actor, plant_ids);
  if (refusal || plant_ids === null) return refusal;
  const target = { id: 0, role: role.key, plant_ids: [...plant_ids], has_other_plants: false };
  return plantAssignmentRefusal(actor, target);
}
