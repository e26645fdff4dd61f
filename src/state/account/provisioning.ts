// User provisioning of customers: the token of their sign-in service, and what it has sent.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Provisioning, TokenForm } from "../../domain/account/provisioning.ts";
import type { SingleSignOn } from "../../domain/account/single-sign-on.ts";
import { askAtom } from "../account/ask.ts";
import { updateAnswer } from "../shell/mutation.ts";
import { queriesById } from "../shell/query.ts";
import { signOnRecords } from "../settings/single-sign-on.ts";
import { roleOptionsAtom } from "../settings/user.ts";

const keyOf = (id: number) => ["provisioning", id];

/** By the ID of the customer. */
export const provisioningOf = queriesById((id: number) => ({
  key: keyOf(id),
  ask: (options) => call(api.provisioning.read, { params: { id } }, options),
}));

/** A function that says why no token can be made for the customer, or null. */
export const askTokenAtom = atom((get) => {
  const roles = get(roleOptionsAtom);
  return (row: SingleSignOn) => {
    const wanted = [...row.roles.map(({ role_id }) => role_id), row.default_role_id];
    // The list has the roles that the viewer may give; the server knows the permissions of the others.
    const grants = wanted
      .filter((id) => id !== null)
      .map((id) => roles.find((role) => role.id === id))
      .map((role) => (role ? { key: role.key, permissions: [] } : null));
    return get(askAtom)("provisioning.issue", { ...row, grants });
  };
});

/** Makes a token, which is answered this once; the former one ends. Rejects with the refusal. */
export const issueToken = atom(
  null,
  async (_get, _set, id: number, days: TokenForm["days"]): Promise<string> => {
    const { secret, ...state } = await call(api.provisioning.issue, {
      params: { id },
      body: { days },
    });
    await keep(id, state);
    return secret;
  },
);

/** The service is refused from now on. Rejects with the refusal. */
export const withdrawToken = atom(null, async (_get, _set, id: number) => {
  await keep(id, await call(api.provisioning.withdraw, { params: { id } }));
});

async function keep(id: number, state: Provisioning): Promise<void> {
  updateAnswer<Provisioning>(keyOf(id), () => state);
  await signOnRecords.reload();
}
