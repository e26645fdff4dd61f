// Registration of an invited user.
import { registrationApi } from "../../api/account/registration.ts";
import { call } from "../../client/call.ts";
import type { ConfirmedUser, Registration, TotpSecret } from "../../domain/account/registration.ts";
import { queriesById, type ServerQuery } from "../shell/query.ts";

/** The user an invitation is for; `failed` where it has expired. */
export const invitationOf = queriesById((key: string): ServerQuery<ConfirmedUser> => ({
  key: ["invitation", key],
  isPublic: true,
  ask: (options) => call(registrationApi.readInvitation, { params: { key } }, options),
}));

/** Returns the key of the authenticator's secret, null where codes come by e-mail. Rejects with the refusal. */
export async function register(key: string, form: Registration): Promise<string | null> {
  const answer = await call(registrationApi.register, { params: { key }, body: form });
  return answer.confirmation_key;
}

/** The secret that is being set up; failed where that has expired. */
export const totpSecretOf = queriesById((key: string): ServerQuery<TotpSecret> => ({
  key: ["totp-secret", key],
  isPublic: true,
  ask: (options) => call(registrationApi.readTotpSecret, { params: { key } }, options),
}));

/** Ends the registration with the first code. Rejects with the refusal. */
export async function verifyTotpSecret(key: string, security_code: string): Promise<void> {
  await call(registrationApi.verifyTotpSecret, { params: { key }, body: { security_code } });
}

/** Deletes the secret; a secret that no longer exists is not an error. */
export async function dropTotpSecret(key: string): Promise<void> {
  await call(registrationApi.dropTotpSecret, { params: { key } }).catch(() => undefined);
}
