// What the question before a release, a withdrawal or a hiding says.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { queriesById, reload } from "../shell/query.ts";

const keyOf = (id: number) => ["analysis", id, "release-effect"];

/** Whom a change of the visibility of an analysis concerns, and how much it is. */
export const releaseEffectOf = queriesById((id: number) => ({
  key: keyOf(id),
  ask: (options) => call(api.analysis.releaseEffect, { params: { id } }, options),
}));

/** Asks again. */
export function reloadReleaseEffect(id: number): Promise<void> {
  return reload(keyOf(id));
}
