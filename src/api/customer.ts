// Customers: who they are, their logo and colours, who hears of releases, and acting for one of them.
import { z } from "zod";
import {
  brandShape,
  customerChangesShape,
  customerFormShape,
  customerShape,
  recipientShape,
  whiteLabelFormShape,
} from "../domain/provider/customer.ts";
import { limits } from "../domain/limits.ts";
import { sessionAnswerShape } from "../domain/account/session.ts";
import { switchChoicesShape, switchFormShape } from "../domain/account/switch-customer.ts";
import { endpoint } from "./endpoint.ts";

const idParams = z.object({ id: z.coerce.number().int().positive() });
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const reads = { any: ["READ_CUSTOMER", "UPDATE_OWN_CUSTOMER"] } as const;
/** With UPDATE_OWN_CUSTOMER alone: the own customer's address, logo and colours. */
const updates = { any: ["UPDATE_CUSTOMER", "UPDATE_OWN_CUSTOMER"] } as const;
const done = z.object({ done: z.literal(true) });

export const customerApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/customers",
    summary: "The customers the viewer may see.",
    permission: "READ_CUSTOMER",
    scope: null,
    answer: z.array(customerShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/customer",
    summary: "Creates a customer.",
    permission: "CREATE_CUSTOMER",
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
    scope: { customer: "id" },
    params: idParams,
    answer: done,
  }),
  recipients: endpoint({
    method: "GET",
    path: "/auth/customer/{id}/release-mail-recipients",
    summary: "The customer's users, who may be proposed as recipients of release mails.",
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
    summary: "Takes the logo away where no colours need it.",
    permission: updates,
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
    summary: "Sets the colours in which the product appears to the customer's users.",
    permission: updates,
    scope: { customer: "id" },
    params: idParams,
    body: whiteLabelFormShape,
    answer: customerShape,
  }),
  removeWhiteLabel: endpoint({
    method: "DELETE",
    path: "/auth/customer/{id}/white-label",
    summary: "Takes the customer's colours away.",
    permission: updates,
    scope: { customer: "id" },
    params: idParams,
    answer: customerShape,
  }),
  /** Of the customer acted for, else of the user's own. */
  brand: endpoint({
    method: "GET",
    path: "/auth/white-label/{version}",
    summary: "Logo and colours, by version, of the customer in whose look the viewer works.",
    permission: null,
    scope: null,
    params: z.object({ version: z.coerce.number().int().positive() }),
    answer: brandShape,
  }),
  brandLogo: endpoint({
    method: "GET",
    path: "/auth/logo/{hash}",
    summary: "The logo of the customer in whose look the viewer works, as PNG.",
    permission: null,
    scope: null,
    params: z.object({ hash }),
    answerKind: "bytes",
  }),
  switchChoices: endpoint({
    method: "GET",
    path: "/auth/user/switch-customer",
    summary: "The customers that staff may act for, and how the session stands.",
    permission: "SWITCH_CUSTOMER",
    scope: null,
    answer: switchChoicesShape,
  }),
  switch: endpoint({
    method: "POST",
    path: "/auth/user/switch-customer",
    summary: "Acts for a customer, or for none, with a new token; the old one is dead.",
    permission: "SWITCH_CUSTOMER",
    scope: null,
    body: switchFormShape,
    answer: sessionAnswerShape,
  }),
};
