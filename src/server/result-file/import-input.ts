// Input of the job that imports results.
import { z } from "zod";
import { fileMappingShape } from "../../domain/file-preview/file-mapping.ts";

export const uploadShape = z.object({ key: z.string(), name: z.string(), bytes: z.number() });

export const importResultInput = z.object({
  analysis_id: z.number().int(),
  /** Objects in the object store. They are removed when the task ends. */
  values: uploadShape.nullable(),
  /** Of a workbook with several tables; absent where the head decides. */
  sheet: z.string().optional(),
  /** What the user said of the columns of a table. */
  mapping: fileMappingShape.optional(),
  images: uploadShape.nullable(),
  delete_before: z.boolean(),
  eval_batch_num: z.number().int().nullable(),
});
