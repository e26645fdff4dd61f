// What a file of states changes, as the preview and the import answer it.
import { z } from "zod";
import { findingStatuses } from "../finding/finding-status.ts";
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
        }),
      ),
    }),
  ),
});
export type WorkOrderImported = z.infer<typeof workOrderImportedShape>;
