// The signed-in user.
import { sessionApi } from "../../api/account/session.ts";
import { call } from "../../client/call.ts";
import type { Me } from "../../domain/account/session.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";

export const meKey = ["me"];

export const meAtom = queryOf((): ServerQuery<Me> => ({
  key: meKey,
  ask: (options) => call(sessionApi.me, {}, options),
}));

/** Fetches the user again; the cached data stay on the screen meanwhile. */
export function reloadMe(): Promise<void> {
  return reload(meKey);
}

/** Changes the cached data of the user. */
export function updateMe(update: (me: Me) => Me): void {
  updateAnswer(meKey, update);
}
