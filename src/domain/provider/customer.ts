// A customer: a company that owns plants, with its branding.
import { z } from "zod";
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";
import { idShape } from "../id.ts";
import { lineShape } from "../text.ts";
import { quotaShape } from "./quota.ts";

export const colourShape = z.string().regex(/^#[0-9a-f]{6}$/i, "colour_not_hex");
const ownColour = colourShape.toLowerCase();

export const whiteLabelShape = z.object({
  primary: ownColour,
  primary_hover: ownColour,
  primary_dark: ownColour,
  primary_border: ownColour,
  secondary_hover: ownColour,
});
export type WhiteLabel = z.infer<typeof whiteLabelShape>;

const formColour = ownColour.default(limits.defaultColour);
/** Input of the branding form; an absent colour gets the default. */
export const whiteLabelFormShape = z.object({
  primary: formColour,
  primary_hover: formColour,
  primary_dark: formColour,
  primary_border: formColour,
  secondary_hover: formColour,
}) satisfies z.ZodType<WhiteLabel>;
export const whiteLabelColours = Object.keys(whiteLabelShape.shape) as (keyof WhiteLabel)[];

/** The customer, as its users see it. */
export const customerBriefShape = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Null without white labelling; browsers refetch logo and colours only when it changes. */
  white_labeling_version: z.number().int().nullable(),
});
export type CustomerBrief = z.infer<typeof customerBriefShape>;

const line = lineShape.max(200);
const addressShape = z.object({
  address_1: line,
  address_2: line,
  address_3: line,
  address_4: line,
});
const fieldShapes = addressShape.extend({
  name: line.min(1),
  company_name: line,
  user_limit: z.number().int().min(0).max(100_000),
  ...quotaShape.shape,
  /** Users of the customer who are proposed as recipients of release e-mails. */
  release_mail_recipient_ids: z.array(idShape).max(500),
});

/** Input of the customer form. */
export const customerFormShape = fieldShapes.extend({
  company_name: line.default(""),
  address_1: line.default(""),
  address_2: line.default(""),
  address_3: line.default(""),
  address_4: line.default(""),
  user_limit: fieldShapes.shape.user_limit.default(limits.customerUsers),
  storage_limit_gb: quotaShape.shape.storage_limit_gb.default(limits.quota.storage_limit_gb),
  row_limit: quotaShape.shape.row_limit.default(limits.quota.row_limit),
  user_storage_limit_gb: quotaShape.shape.user_storage_limit_gb.default(
    limits.quota.user_storage_limit_gb,
  ),
  user_row_limit: quotaShape.shape.user_row_limit.default(limits.quota.user_row_limit),
  release_mail_recipient_ids: fieldShapes.shape.release_mail_recipient_ids.default([]),
});
export type CustomerForm = z.infer<typeof customerFormShape>;
/** Absent fields stay unchanged, so there are no defaults here. */
export const customerChangesShape = fieldShapes.partial();
export type CustomerChanges = z.infer<typeof customerChangesShape>;

export const customerShape = fieldShapes.extend({
  id: z.number().int(),
  plant_count: z.number().int(),
  /** Users invited or registered. */
  user_count: z.number().int(),
  /** Of these users, the provider's staff. */
  staff_count: z.number().int(),
  drone_count: z.number().int(),
  order_count: z.number().int(),
  /** SHA-256 of the logo's PNG. */
  logo_hash: z.string().nullable(),
  /** Signed address of the logo, valid for ten minutes. */
  logo_url: z.string().nullable(),
  white_label: whiteLabelShape.nullable(),
  white_labeling_version: z.number().int().nullable(),
});
export type Customer = z.infer<typeof customerShape>;

/** A user of the customer who can be proposed for release e-mails. */
export const recipientShape = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
});
export type Recipient = z.infer<typeof recipientShape>;

/** Branding: logo and colours. */
export const brandShape = z.object({
  version: z.number().int(),
  customer_name: z.string(),
  logo_hash: z.string(),
  white_label: whiteLabelShape.nullable(),
});
export type Brand = z.infer<typeof brandShape>;

/** The provider is the customer that the staff belong to. */
export function isProvider(customer: { readonly staff_count: number }): boolean {
  return customer.staff_count > 0;
}

/** Fields that users with UPDATE_OWN_CUSTOMER can change in their own customer, besides the branding. */
const ownFields: ReadonlySet<string> = new Set(Object.keys(addressShape.shape));

/**
 * Why these fields of a customer cannot be changed, or null. UPDATE_OWN_CUSTOMER alone allows only some
 * fields of the viewer's own customer.
 */
export function customerChangeRefusal(
  { permissions }: Pick<ViewerFacts, "permissions">,
  { is_own, fields }: { readonly is_own: boolean; readonly fields: readonly string[] },
): Refusal | null {
  if (permissions.has("UPDATE_CUSTOMER")) return null;
  if (!is_own || !permissions.has("UPDATE_OWN_CUSTOMER")) return permissionMissing;
  const field = fields.find((name) => !ownFields.has(name));
  return field === undefined ? null : { reason: "customer_field_not_own", field };
}

/** Why no customer can be created, or null: staff who act for a customer see no other. */
export function createCustomerRefusal(acting_customer_id: number | null): Refusal | null {
  return acting_customer_id === null ? null : { reason: "customer_acted_for" };
}

/** How many things depend on a customer. */
export type CustomerBelongings = Pick<
  Customer,
  "plant_count" | "order_count" | "drone_count" | "user_count"
> & {
  readonly staff_count: number;
};

/** Why the customer cannot be deleted, or null: it has plants, orders, drones or users. */
export function removeCustomerRefusal(
  customer: CustomerBelongings,
  acting_customer_id: number | null,
): Refusal | null {
  if (isProvider(customer)) return { reason: "customer_is_provider" };
  const dependents = [
    ["customer_has_plants", customer.plant_count],
    ["customer_has_orders", customer.order_count],
    ["customer_has_drones", customer.drone_count],
    ["customer_has_users", customer.user_count],
  ] as const;
  const [reason, count] = dependents.find(([, number]) => number > 0) ?? [];
  if (reason !== undefined) return { reason, values: { count: count ?? 0 } };
  return createCustomerRefusal(acting_customer_id);
}

/** Why the colours cannot be saved, or null. */
export function whiteLabelRefusal(customer: { readonly logo_hash: string | null }): Refusal | null {
  return customer.logo_hash === null ? { reason: "white_label_without_logo" } : null;
}

/** Why the logo cannot be removed, or null. */
export function removeLogoRefusal(customer: {
  readonly white_label: WhiteLabel | null;
}): Refusal | null {
  return customer.white_label === null ? null : { reason: "white_label_needs_logo" };
}
