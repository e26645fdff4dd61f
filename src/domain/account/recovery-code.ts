// Recovery codes replace the codes of an authenticator app that was lost. Each works once.
import { z } from "zod";
import { authMethods, type AuthMethod } from "./session.ts";
import type { Refusal } from "../error.ts";

/** Digits and letters without those that look like others (Crockford). 24 of them are 120 random bits. */
export const recoverySigns = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const recoveryLength = 24;
export const recoveryCount = 10;

export const recoveryCodesShape = z.object({
  /** Codes that were not used yet. */
  left: z.number().int(),
  /** When they were made; null without any. */
  created_at: z.string().nullable(),
});
export type RecoveryCodes = z.infer<typeof recoveryCodesShape>;

/** The code as it is compared: without spaces and hyphens, and with what was misread put right. Null if it is none. */
export function recoveryCodeOf(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  const isCode =
    code.length === recoveryLength && [...code].every((one) => recoverySigns.includes(one));
  return isCode ? code : null;
}

/** Groups of four, as it is shown. */
export function shownRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Why a user with this second factor has no recovery codes, or null: mailed codes come to an address that can be recovered. */
export function recoveryRefusal(method: AuthMethod): Refusal | null {
  return method === authMethods.TOTP ? null : { reason: "recovery_needs_app" };
}
