// Signing in, and what a signed-in browser knows about its user.
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
  /** True while a super admin hides the role. */
  hidden_admin: z.boolean(),
  /** Of the customer that the user acts for, else of the user's own customer. */
  white_labeling_version: z.number().int().nullable(),
});
export type SessionAnswer = z.infer<typeof sessionAnswerShape>;

export const meShape = z.object({
  id: z.number().int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.string(),
  /** The customer that the account belongs to, even while it acts for another one. */
  customer_name: z.string(),
  locale: localeShape,
  auth_method: authMethodShape,
  last_used_webapp_version: z.string().nullable(),
  show_all_key_figures: z.boolean(),
  /** False for a user who is limited to some plants of the customer. */
  sees_all_plants: z.boolean(),
  is_uploading: z.boolean(),
  /** Badge of the server's environment; null in production. */
  environment: z.enum(["DEV", "TEST"]).nullable(),
  /** Current value of the field of the session answer. */
  white_labeling_version: z.number().int().nullable(),
});
export type Me = z.infer<typeof meShape>;
