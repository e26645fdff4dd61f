// Stores the invoice of an analysis, with a row of its history for each field that differs.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { InvoiceForm } from "../../domain/analysis/invoice-change.ts";
import type { Context, Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { lockState, writeHistory } from "../store/plant/analysis/analysis-change.ts";
import { readAnalysis, readInvoice, updateAnalysis } from "../store/plant/analysis/analysis.ts";

const fields = [
  "invoice_state",
  "invoice_id",
  "invoice_link",
  "po_reference",
  "po_pdf_link",
] as const;

/** Stores the invoice and answers the analysis. The caller checks the rule. */
export async function changeInvoice(
  context: Context,
  id: number,
  form: InvoiceForm,
): Promise<Analysis> {
  const { viewer } = context;
  const change = async (db: Database) => {
    requireFound(await lockState(db, id));
    const before = requireFound(await readInvoice(db, id));
    const changed = fields.filter((field) => before[field] !== form[field]);
    await updateAnalysis(db, id, form);
    await writeHistory(
      db,
      id,
      viewer.account_id,
      changed.map((field) => ({ field, old_value: before[field], new_value: form[field] })),
    );
  };
  await changeWithAudit(context, change, () => ({
    action: "update_invoice",
    detail: { analysis_id: id, invoice_state: form.invoice_state },
  }));
  return requireFound(await readAnalysis(context.db, viewer, id));
}
