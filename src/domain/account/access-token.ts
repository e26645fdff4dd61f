// Access tokens: with one, a program makes some calls as its user, until a day that the user has chosen.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { lineShape } from "../text.ts";
import { tokenDays } from "./provisioning.ts";

/** What a token may be used for. Each call names the scope that it belongs to, or belongs to none. */
export const accessScopes = [
  "read_plants",
  "read_results",
  "read_findings",
  "read_work_orders",
  "write_work_orders",
] as const;
export type AccessScope = (typeof accessScopes)[number];

/** How every token begins, so that scanners find one that was published by mistake. */
export const accessTokenPrefix = "heliograph_pat_";
/** 256 random bits follow, as base64url. */
const form = new RegExp(`^${accessTokenPrefix}[\\w-]{43}$`);

/** True for what has the form of a token. */
export function isAccessToken(text: string): boolean {
  return form.test(text);
}

/** Most tokens of one user. */
export const mostAccessTokens = 20;

export const accessTokenShape = z.object({
  id: z.number().int(),
  name: z.string(),
  scopes: z.array(z.enum(accessScopes)),
  created_at: z.string(),
  expires_at: z.string(),
  is_over: z.boolean(),
  /** Null before its first use; written once a minute at most. */
  last_used_at: z.string().nullable(),
});
export type AccessToken = z.infer<typeof accessTokenShape>;

export const accessTokenFormShape = z.object({
  name: lineShape.min(1).max(60),
  scopes: z
    .array(z.enum(accessScopes))
    .min(1)
    .max(accessScopes.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, "scope_twice"),
  /** Days until the token expires. */
  days: z.literal(tokenDays),
});
export type AccessTokenForm = z.infer<typeof accessTokenFormShape>;

/** A new token, whose secret is answered this once. */
export const issuedAccessTokenShape = accessTokenShape.extend({ secret: z.string() });
export type IssuedAccessToken = z.infer<typeof issuedAccessTokenShape>;

/** Why the user gets no further token, or null. */
export function accessTokenRefusal(count: number): Refusal | null {
  return count < mostAccessTokens
    ? null
    : { reason: "access_tokens_full", values: { most: mostAccessTokens } };
}
