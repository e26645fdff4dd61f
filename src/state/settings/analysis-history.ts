// The history of an analysis on its page, and its invoice.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { InvoiceForm } from "../../domain/analysis/invoice-change.ts";
import { queriesById, reload } from "../shell/query.ts";
import { replaceAnalysis } from "./analyses.ts";

const historyKey = (id: number) => ["analysis", id, "history"];

/** The newest entries of an analysis by its id, newest first. */
export const historyOf = queriesById((id: number) => ({
  key: historyKey(id),
  ask: (options) => call(api.analysisHistory.list, { params: { id } }, options),
}));

/** Fetches the history again. */
export function reloadHistory(id: number): Promise<void> {
  return reload(historyKey(id));
}

/** Writes a note. Rejects with the refusal. */
export const writeNote = atom(null, async (_get, _set, id: number, note: string): Promise<void> => {
  await call(api.analysisHistory.write, { params: { id }, body: { note } });
  await reloadHistory(id);
});

/** Stores the invoice. Rejects with the refusal. */
export const changeInvoice = atom(
  null,
  async (_get, _set, id: number, body: InvoiceForm): Promise<void> => {
    replaceAnalysis(await call(api.invoice.change, { params: { id }, body }));
  },
);
