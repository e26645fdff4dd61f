// Customers: their data, branding and release e-mails, and acting for a customer.
import { z } from "zod";
import {
  brandShape,
  customerChangesShape,
  customerFormShape,
  createCustomerRefusal,
  customerChangeRefusal,
  customerShape,
  recipientShape,
  removeCustomerRefusal,
  removeLogoRefusal,
  whiteLabelFormShape,
  whiteLabelRefusal,
  type Customer,
  type CustomerBelongings,
} from "../../domain/provider/customer.ts";
import { limits } from "../../domain/limits.ts";
import { customerUsageShape, userUsageShape } from "../../domain/provider/quota.ts";
import { sessionAnswerShape } from "../../domain/account/session.ts";
import {
  switchChoicesShape,
  switchFormShape,
  switchRefusal,
  type Switching,
} from "../../domain/account/switch-customer.ts";
import { endpoint } from "../endpoint.ts";
import { idTextShape } from "../../domain/id.ts";

const idParams = z.object({ id: idTextShape });
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const reads = { any: ["READ_CUSTOMER", "UPDATE_OWN_CUSTOMER"] } as const;
/** UPDATE_OWN_CUSTOMER alone allows address and branding of the viewer's own customer. */
const updates = { any: ["UPDATE_CUSTOMER", "UPDATE_OWN_CUSTOMER"] } as const;
const done = z.object({ done: z.literal(true) });

export const customerApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/customers",
    summary: "The customers that the viewer sees.",
    permission: "READ_CUSTOMER",
    scope: null,
    answer: z.array(customerShape),
  }),
  listUsage: endpoint({
    method: "GET",
    path: "/auth/customer-usage",
    summary: "What the customers that the viewer sees have stored, and their quotas.",
    permission: "READ_CUSTOMER",
    scope: null,
    answer: z.array(customerUsageShape),
  }),
  listUserUsage: endpoint({
    method: "GET",
    path: "/auth/customer/{id}/usage",
    summary: "What each user of the customer has stored, who has stored most first.",
    permission: { all: ["READ_CUSTOMER", "READ_USER"] },
    scope: { customer: "id" },
    params: idParams,
    answer: z.array(userUsageShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/customer",
    summary: "Creates a customer.",
    permission: "CREATE_CUSTOMER",
    refusal: ({ customer_id }) => createCustomerRefusal(customer_id),
    scope: null,
    body: customerFormShape,
    answer: customerShape,
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/customer/{id}",
    summary: "One customer.",
    permission: reads,
    scope: { customer: "id" },
    params: idParams,
    answer: customerShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/customer/{id}",
    summary: "Changes fields of a customer.",
    permission: updates,
    refusal: customerChangeRefusal,
    refusalCode: "PERMISSION_DENIED",
    scope: { customer: "id" },
    params: idParams,
    body: customerChangesShape,
    answer: customerShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/customer/{id}",
    summary: "Deletes a customer that owns nothing and has no users.",
    permission: "DELETE_CUSTOMER",
    refusal: ({ customer_id }, customer: CustomerBelongings) =>
      removeCustomerRefusal(customer, customer_id),
    scope: { customer: "id" },
    params: idParams,
    answer: done,
  }),
  recipients: endpoint({
    method: "GET",
    path: "/auth/customer/{id}/release-mail-recipients",
    summary: "The customer's users who can be proposed as recipients of release e-mails.",
    permission: "READ_CUSTOMER",
    scope: { customer: "id" },
    params: idParams,
    answer: z.array(recipientShape),
  }),
  uploadLogo: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/logo",
    summary: "Sets the logo from one PNG, JPEG or WebP file named logo.",
    permission: updates,
    scope: { customer: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.imageBytes,
    answer: customerShape,
  }),
  removeLogo: endpoint({
    method: "DELETE",
    path: "/auth/customer/{id}/logo",
    summary: "Removes the logo of a customer without brand colours.",
    permission: updates,
    refusal: (_, customer: Pick<Customer, "white_label">) => removeLogoRefusal(customer),
    scope: { customer: "id" },
    params: idParams,
    answer: customerShape,
  }),
  logo: endpoint({
    method: "GET",
    path: "/auth/customer/{id}/logo/{hash}",
    summary: "The customer's logo as PNG.",
    permission: reads,
    scope: { customer: "id" },
    params: idParams.extend({ hash }),
    answerKind: "bytes",
  }),
  setWhiteLabel: endpoint({
    method: "POST",
    path: "/auth/customer/{id}/white-label",
    summary: "Sets the brand colours that the customer's users see.",
    permission: updates,
    refusal: (_, customer: Pick<Customer, "logo_hash">) => whiteLabelRefusal(customer),
    scope: { customer: "id" },
    params: idParams,
    body: whiteLabelFormShape,
    answer: customerShape,
  }),
  removeWhiteLabel: endpoint({
    method: "DELETE",
    path: "/auth/customer/{id}/white-label",
    summary: "Removes the customer's brand colours.",
    permission: updates,
    scope: { customer: "id" },
    params: idParams,
    answer: customerShape,
  }),
  /** Of the customer that the viewer acts for, else of the viewer's own customer. */
  brand: endpoint({
    method: "GET",
    path: "/auth/white-label/{version}",
    summary: "The branding that the viewer sees, by version.",
    permission: null,
    scope: null,
    params: z.object({ version: idTextShape }),
    answer: brandShape,
    offline: "session",
  }),
  brandLogo: endpoint({
    method: "GET",
    path: "/auth/logo/{hash}",
    summary: "The logo that the viewer sees, as PNG.",
    permission: null,
    scope: null,
    params: z.object({ hash }),
    answerKind: "bytes",
    offline: "session",
  }),
  switchChoices: endpoint({
    method: "GET",
    path: "/auth/user/switch-customer",
    summary: "The customers that staff can act for, and the current choice.",
    permission: "SWITCH_CUSTOMER",
    scope: null,
    answer: switchChoicesShape,
  }),
  switch: endpoint({
    method: "POST",
    path: "/auth/user/switch-customer",
    summary: "Acts for a customer, or for none. Answers a new token; the old one becomes invalid.",
    permission: "SWITCH_CUSTOMER",
    refusal: (viewer, form: Switching) => switchRefusal(viewer, form),
    refusalCode: "PERMISSION_DENIED",
    scope: null,
    body: switchFormShape,
    answer: sessionAnswerShape,
  }),
};
