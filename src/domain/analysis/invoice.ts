// The invoice of an analysis. The invoicing service makes it; here is its state and where to find it.

/** In the order of progress; the last stands beside them. */
export const invoiceStates = [
  "NEEDS_TO_BE_CREATED",
  "DRAFT",
  "SENT",
  "PAID",
  "NO_INVOICE_REQUIRED",
] as const;
export type InvoiceState = (typeof invoiceStates)[number];
