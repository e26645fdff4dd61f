// Invoices of analyses. The invoicing service makes them; here is their state, and where to find them.
import { z } from "zod";
import { analysisShape } from "../../domain/analysis/analysis.ts";
import {
  invoiceFormShape,
  invoiceRefusal,
  type InvoiceForm,
} from "../../domain/analysis/invoice-change.ts";
import { invoiceStates } from "../../domain/analysis/invoice.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

export const invoiceApi = {
  states: endpoint({
    method: "GET",
    path: "/auth/invoice-states",
    summary: "The states of an invoice in order.",
    permission: "READ_ANALYSIS_INVOICE",
    scope: null,
    answer: z.array(z.enum(invoiceStates)),
  }),
  listOpen: endpoint({
    method: "GET",
    path: "/auth/analyses/to-be-invoiced",
    summary: "Finished or released analyses without a sent invoice, of those that the viewer sees.",
    permission: "READ_ANALYSIS_INVOICE",
    scope: null,
    answer: z.array(analysisShape),
  }),
  change: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/invoice",
    summary:
      "Sets the state of the invoice and where it is found; from DRAFT an ID or link is required.",
    permission: "UPDATE_ANALYSIS_INVOICE",
    refusal: (_, invoice: Pick<InvoiceForm, "invoice_state" | "invoice_id" | "invoice_link">) =>
      invoiceRefusal(invoice),
    scope: { analysis: "id" },
    params: idParams,
    body: invoiceFormShape,
    answer: analysisShape,
  }),
};
