// The modification history of an analysis: who changed what, when, from what to what.
import { z } from "zod";
import { paragraphShape } from "../text.ts";

/** What a row of the history is about; `note` is a remark by a user. Stored: never rename one. */
export const historyFields = [
  "note",
  "name",
  "flown_at",
  "state",
  "visibility",
  "notes",
  "drone",
  "product_packages",
  "complete_after_upload",
  "is_unmeasured_holder",
  "invoice_state",
  "invoice_id",
  "invoice_link",
  "po_reference",
  "po_pdf_link",
  "results",
  "values",
  "unmeasured",
  "files",
  "orthomosaic_placement",
  "conditions",
  "control_points",
  "confirmation",
] as const;
export type HistoryField = (typeof historyFields)[number];

export const historyEntryShape = z.object({
  id: z.number().int(),
  field: z.enum(historyFields),
  old_value: z.string().nullable(),
  new_value: z.string().nullable(),
  note: z.string().nullable(),
  /** Null for the server itself, and for a deleted user. */
  user_name: z.string().nullable(),
  created_at: z.string(),
});
export type HistoryEntry = z.infer<typeof historyEntryShape>;

export const historyNoteShape = paragraphShape.min(1).max(10_000);
