// Why an observation cannot be stored by a viewer.
import type { ViewerFacts } from "../account/viewer.ts";
import { permissionMissing } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";

export type ObservationFacts = {
  /** How many findings are done with it. */
  readonly finished: number;
};

/** Why the viewer cannot store an observation, or null: setting findings to done needs the permission of findings. */
export function observationRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  { finished }: ObservationFacts = { finished: 0 },
): Refusal | null {
  if (finished === 0) return null;
  const isAllowed = permissions.has("READ_FINDING") && permissions.has("UPDATE_FINDING");
  return isAllowed ? null : permissionMissing;
}
