// Signing in and what a signed-in browser knows of itself.
import { z } from "zod";
import { permissionNames } from "./permission.ts";
import { customerBriefShape } from "../provider/customer.ts";
import { localeShape } from "./profile.ts";

/** How the second factor arrives: 0 by e-mailed code, 1 by authenticator app (RFC 6238). */
export const authMethods = { EMAIL: 0, TOTP: 1 } as const;
export const authMethodShape = z.union([z.literal(0), z.literal(1)]);
export type AuthMethod = z.infer<typeof authMethodShape>;

export const loginAnswerShape = z.object({
  auth_method: authMethodShape,
  confirmation_key: z.string(),
});

export const permissionShape = z.enum(permissionNames);

export const sessionAnswerShape = z.object({
  token: z.string(),
  permissions: z.array(permissionShape),
  customer: customerBriefShape.nullable(),
  /** The provider-admin flag. */
  is_admin: z.boolean(),
  is_super_admin: z.boolean(),
  /** A super admin who hides that. */
  hidden_admin: z.boolean(),
  /** Of the customer acted for, else of the user's own. */
  white_labeling_version: z.number().int().nullable(),
});
export type SessionAnswer = z.infer<typeof sessionAnswerShape>;

export const meShape = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.string(),
  /** The customer the account belongs to, whichever it acts for. */
  customer_name: z.string(),
  locale: localeShape,
  auth_method: authMethodShape,
  last_used_webapp_version: z.string().nullable(),
  show_all_key_figures: z.boolean(),
  is_uploading: z.boolean(),
  /** The badge of the surroundings the server runs in; null in production. */
  environment: z.enum(["DEV", "TEST"]).nullable(),
  /** As in the session's answer, but of now. */
  white_labeling_version: z.number().int().nullable(),
});
export type Me = z.infer<typeof meShape>;
