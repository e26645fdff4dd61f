// What a file of states changes, as the preview and the import answer it.
import { z } from "zod";
import { problemShape } from "../error-shape.ts";
import { rmaStates } from "../finding/rma.ts";
import { findingStatuses } from "../finding/finding-status.ts";
import { valueColumns } from "./order-values.ts";
import { workOrderStatuses } from "./work-order-status.ts";

export const workOrderImportedShape = z.object({
  /** False for a preview, which changes nothing. */
  is_applied: z.boolean(),
  /** Orders that change, or of which a finding does; all others stay as they are. */
  changes: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      old_value: z.enum(workOrderStatuses),
      new_value: z.enum(workOrderStatuses),
      findings: z.array(
        z.object({
          id: z.number().int(),
          dt_id: z.string(),
          old_value: z.enum(findingStatuses),
          new_value: z.enum(findingStatuses),
          old_rma: z.enum(rmaStates),
          new_rma: z.enum(rmaStates),
          /** The number of the maker after the change; null for none. */
          rma_claim: z.string().nullable(),
          /** What the repair used, and its day, after the change; null where it stays. */
          new_parts: z.string().nullable(),
          new_done_on: z.string().nullable(),
          /** Why it is dismissed, after the change; null where that stays. */
          new_reason: z.string().nullable(),
        }),
      ),
      /** What else changes of the order; people by name, days as YYYY-MM-DD, a priority by its word in files. */
      fields: z.array(
        z.object({
          field: z.enum(valueColumns),
          old_value: z.string().nullable(),
          new_value: z.string(),
        }),
      ),
    }),
  ),
  /** Codes of orders in the file that are already so. */
  unchanged: z.array(z.string()),
  /** Columns that the product does not read, at most 20; of those of an export the ones that say other things. */
  unread: z.array(z.string()),
  notes: z.array(problemShape),
});
export type WorkOrderImported = z.infer<typeof workOrderImportedShape>;
