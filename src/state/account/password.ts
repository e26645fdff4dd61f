// Passwords: forgotten, reset, changed.
import { passwordApi } from "../../api/account/password.ts";
import { call } from "../../client/call.ts";
import type { ConfirmedUser } from "../../domain/account/registration.ts";
import { queriesById, type ServerQuery } from "../shell/query.ts";

/** Requests a reset link. Rejects only after too many requests, or without a connection. */
export async function forgotPassword(email: string): Promise<void> {
  await call(passwordApi.forgot, { body: { email } });
}

/** The user a reset link is for; `failed` where it has expired. */
export const resetOf = queriesById((key: string): ServerQuery<ConfirmedUser> => ({
  key: ["reset", key],
  isPublic: true,
  ask: (options) => call(passwordApi.readReset, { params: { key } }, options),
}));

/** Sets the password; every session of the user ends. Rejects with the refusal. */
export async function resetPassword(key: string, password: string, repeat: string): Promise<void> {
  const body = { new_password: password, new_password_repeat: repeat };
  await call(passwordApi.reset, { params: { key }, body });
}

/** Changes the own password. Rejects with the refusal. */
export async function changePassword(
  password: string,
  new_password: string,
  new_password_repeat: string,
): Promise<void> {
  await call(passwordApi.change, { body: { password, new_password, new_password_repeat } });
}
