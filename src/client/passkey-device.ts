// What the devices of this browser make and sign; loaded when the user asks for it.
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyAssertion, PasskeyAttestation } from "../domain/account/passkey.ts";

type Options = Readonly<Record<string, unknown>>;

/** Makes a passkey. Rejects if the user does not want to, or the device has one already. */
export async function makePasskey(options: Options): Promise<PasskeyAttestation> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, attestationObject, transports: [...transports] },
  };
}

/** Signs with a passkey that the user chooses. Rejects if the user does not want to, or has none. */
export async function signWithPasskey(options: Options): Promise<PasskeyAssertion> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}

/** True where the user closed the question of the browser, or it found no passkey. */
export function isDeclined(cause: unknown): boolean {
  return cause instanceof Error && /^(NotAllowedError|AbortError)$/.test(cause.name);
}

/** True where the device has a passkey of this user already. */
export function isKnownDevice(cause: unknown): boolean {
  return cause instanceof Error && cause.name === "InvalidStateError";
}
