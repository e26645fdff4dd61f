// Registration of an invited user.
import { z } from "zod";
import { whiteLabelShape } from "../provider/customer.ts";
import type { Refusal } from "../error.ts";
import { localeShape, personNameRefusal, personNameShape } from "./profile.ts";
import { authMethodShape } from "./session.ts";
import { passwordFieldShape } from "../text.ts";

/** The user that an invitation or a reset link is for. */
export const confirmedUserShape = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  customer_name: z.string(),
  /** Logo and colours of the customer, which the link carries; null for the product's own. */
  brand: z
    .object({
      customer_id: z.number().int(),
      version: z.number().int(),
      white_label: whiteLabelShape.nullable(),
      /** PNG as base64. */
      logo: z.string(),
    })
    .nullable(),
  /** Of the invitation, later of the account. */
  locale: localeShape,
});
export type ConfirmedUser = z.infer<typeof confirmedUserShape>;

export const registrationShape = z.object({
  first_name: personNameShape,
  last_name: personNameShape,
  password: passwordFieldShape,
  terms_accepted: z.boolean(),
  auth_method: authMethodShape,
});
export type Registration = z.infer<typeof registrationShape>;

/** A secret for an authenticator app: base32, and as the address of a QR code. */
export const totpSecretShape = z.object({
  email: z.string(),
  secret: z.string(),
  otpauth_uri: z.string(),
});
export type TotpSecret = z.infer<typeof totpSecretShape>;

/** The reasons why a registration is refused, by field; the password has its own rule. Empty if it is fine. */
export function registrationRefusals(
  form: Pick<Registration, "first_name" | "last_name" | "terms_accepted">,
): Refusal[] {
  const refusals: (Refusal | null)[] = [
    withField(personNameRefusal(form.first_name), "first_name"),
    withField(personNameRefusal(form.last_name), "last_name"),
    form.terms_accepted ? null : { reason: "terms_not_accepted", field: "terms_accepted" },
  ];
  return refusals.filter((refusal) => refusal !== null);
}

function withField(refusal: Refusal | null, field: string): Refusal | null {
  return refusal && { ...refusal, field };
}
