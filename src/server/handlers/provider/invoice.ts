// Invoices of analyses.
import { invoiceApi } from "../../../api/provider/invoice.ts";
import { isToBeInvoiced } from "../../../domain/analysis/invoice-change.ts";
import { invoiceStates } from "../../../domain/analysis/invoice.ts";
import { changeInvoice } from "../../analysis/invoice.ts";
import type { Handlers } from "../../implement.ts";
import { refuse } from "../../implement.ts";
import { readAnalyses } from "../../store/plant/analysis/analysis.ts";

export const invoiceHandlers: Handlers<typeof invoiceApi> = {
  states: async () => [...invoiceStates],

  async listOpen({ db, viewer }) {
    return (await readAnalyses(db, viewer)).filter(isToBeInvoiced);
  },

  async change(context, { analysis, body }) {
    refuse(invoiceApi.change, context.viewer, body);
    return changeInvoice(context, analysis.id, body);
  },
};
