// Passkeys: a key on a device of the user that its screen lock opens, in place of password and second factor.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { exactLineShape, lineShape } from "../text.ts";

export const passkeyNameShape = lineShape.min(1).max(60);

/** Most passkeys of one user. */
export const mostPasskeys = 20;

export const passkeyShape = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Whether the user's devices share it. */
  is_synced: z.boolean(),
  created_at: z.string(),
  /** Null before the first sign-in with it. */
  last_used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkeyShape>;

const base64 = (most: number) => exactLineShape.regex(/^[\w-]*$/).max(most);
const credential = {
  id: base64(1400),
  rawId: base64(1400),
  type: z.literal("public-key"),
};

/** What the browser answers for a new passkey; its fields are those of the standard. */
export const passkeyAttestationShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64(8000),
    attestationObject: base64(40_000),
    transports: z.array(exactLineShape.max(40)).max(10).default([]),
  }),
});
export type PasskeyAttestation = z.infer<typeof passkeyAttestationShape>;

/** What the browser answers for a sign-in. */
export const passkeyAssertionShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64(8000),
    authenticatorData: base64(8000),
    signature: base64(8000),
    userHandle: base64(200).nullable(),
  }),
});
export type PasskeyAssertion = z.infer<typeof passkeyAssertionShape>;

/** Where passkeys are valid: the name of the site, and the origin of its pages. */
export type PasskeyPlace = { readonly rp_id: string; readonly origin: string };

/**
 * The place of the public address; null for an address of digits, for which browsers make no passkeys. What listens
 * on this machine alone is called localhost.
 */
export function passkeyPlace(public_url: string): PasskeyPlace | null {
  const url = new URL(public_url);
  if (/^127(\.\d{1,3}){3}$/.test(url.hostname) || url.hostname === "[::1]") {
    url.hostname = "localhost";
  }
  const isAddress = /^[\d.]+$|^\[/.test(url.hostname);
  return isAddress ? null : { rp_id: url.hostname, origin: url.origin };
}

/** True for a page on which the browser makes and uses passkeys of the place. */
export function isPasskeyPage(hostname: string): boolean {
  return !/^[\d.]+$|^\[/.test(hostname);
}

/** Why the user gets no further passkey, or null. */
export function passkeyRefusal(count: number): Refusal | null {
  return count < mostPasskeys ? null : { reason: "passkeys_full", values: { most: mostPasskeys } };
}
