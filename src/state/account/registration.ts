// An invited user registers.
import { atom } from "jotai";
import { registrationApi } from "../../api/registration.ts";
import { call } from "../../client/call.ts";
import type { ConfirmedUser, Registration, TotpSecret } from "../../domain/account/registration.ts";
import { failed, idle, loading, ready, type Loaded } from "../shell/loaded.ts";
import { perSession } from "../shell/lifetime.ts";

/** Whom the opened invitation is for; failed where it is over. */
export const invitationAtom = perSession<Loaded<ConfirmedUser>>(idle);

export const loadInvitation = atom(null, async (_get, set, key: string) => {
  set(invitationAtom, loading);
  try {
    const known = await call(registrationApi.readInvitation, { params: { key } });
    set(invitationAtom, ready(known));
  } catch (cause) {
    set(invitationAtom, failed(cause));
  }
});

/** Answers the key of the authenticator's secret, null where codes come by mail. Rejects with the refusal. */
export async function register(key: string, told: Registration): Promise<string | null> {
  const answer = await call(registrationApi.register, { params: { key }, body: told });
  return answer.confirmation_key;
}

/** The secret that is being set up; failed where that is over. */
export const totpSecretAtom = perSession<Loaded<TotpSecret>>(idle);

export const loadTotpSecret = atom(null, async (_get, set, key: string) => {
  set(totpSecretAtom, loading);
  try {
    set(totpSecretAtom, ready(await call(registrationApi.readTotpSecret, { params: { key } })));
  } catch (cause) {
    set(totpSecretAtom, failed(cause));
  }
});

/** Ends the registration with the first code. Rejects with the refusal. */
export async function verifyTotpSecret(key: string, security_code: string): Promise<void> {
  await call(registrationApi.verifyTotpSecret, { params: { key }, body: { security_code } });
}

/** Forgets the secret; one that is gone already is no fault. */
export async function dropTotpSecret(key: string): Promise<void> {
  await call(registrationApi.dropTotpSecret, { params: { key } }).catch(() => undefined);
}
