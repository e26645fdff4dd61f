// What staff enter of an invoice, and which analyses are still to be invoiced.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { lineShape } from "../text.ts";
import type { Analysis } from "./analysis.ts";
import { invoiceStates, type InvoiceState } from "./invoice.ts";

/** An id of the invoicing service: INV- and six digits. */
export function invoiceIdRefusal(id: string): Refusal | null {
  return /^INV-\d{6}$/.test(id) ? null : { reason: "invoice_id_wrong", field: "invoice_id" };
}

/** A link that a browser opens without running anything: http or https. */
function isWebLink(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:");
}

const linkShape = lineShape.max(2000).refine(isWebLink, "link_wrong").nullable();

/** All fields of an invoice: they are stored together, because the state needs the others. */
export const invoiceFormShape = z.object({
  invoice_state: z.enum(invoiceStates),
  invoice_id: lineShape
    .max(40)
    .refine((id) => invoiceIdRefusal(id) === null, "invoice_id_wrong")
    .nullable(),
  invoice_link: linkShape,
  po_reference: lineShape.min(1).max(200).nullable(),
  po_pdf_link: linkShape,
});
export type InvoiceForm = z.infer<typeof invoiceFormShape>;

const withInvoice: readonly InvoiceState[] = ["DRAFT", "SENT", "PAID"];

/** Why an invoice cannot have this state, or null. From DRAFT upward it can be found. */
export function invoiceRefusal({
  invoice_state,
  invoice_id,
  invoice_link,
}: Pick<InvoiceForm, "invoice_state" | "invoice_id" | "invoice_link">): Refusal | null {
  const isFound = invoice_id !== null || invoice_link !== null;
  return withInvoice.includes(invoice_state) && !isFound
    ? { reason: "invoice_without_id", field: "invoice_id" }
    : null;
}

/** True if something was delivered or finished that no invoice was sent for. */
export function isToBeInvoiced({
  state,
  visibility,
  invoice_state,
}: Pick<Analysis, "state" | "visibility" | "invoice_state">): boolean {
  const isDelivered = state === "FINISHED" || visibility === "released";
  return isDelivered && (invoice_state === "NEEDS_TO_BE_CREATED" || invoice_state === "DRAFT");
}
