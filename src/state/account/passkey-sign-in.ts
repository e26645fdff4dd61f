// Signing in with a passkey.
import { passkeyApi } from "../../api/account/passkey.ts";
import { call } from "../../client/call.ts";
import { isDeclined, signWithPasskey } from "../../client/passkey-device.ts";
import { keepSession } from "../../client/session.ts";
import { t } from "../shell/locale.ts";
import { signInWords } from "./sign-in.ts";

/** Asks the device, then the server; keeps the session. Rejects with the refusal of either. */
export async function signInWithPasskey(): Promise<void> {
  const { options } = await call(passkeyApi.beginSignIn);
  const credential = await signWithPasskey(options);
  keepSession(await call(passkeyApi.signIn, { body: { credential } }));
}

export function passkeyWords(cause: unknown): string {
  return isDeclined(cause) ? t("sign-in:passkey.cancelled") : signInWords(cause);
}
