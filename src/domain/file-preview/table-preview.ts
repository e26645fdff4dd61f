// What was understood of a table before it is imported: its columns, what they mean, and what would become of its rows.
import { z } from "zod";
import { problemShape } from "../error-shape.ts";
import { fileMappingShape } from "./file-mapping.ts";
import { mappingSources } from "./file-preview.ts";

const explained = problemShape.extend({ message: z.string() });
const count = z.number().int();

export const tablePreviewShape = z.object({
  columns: z.array(z.object({ name: z.string(), filled: count, examples: z.array(z.string()) })),
  /** Columns beyond those that are listed. */
  more_columns: count,
  /** Rows below the head. */
  row_count: count,
  /** The column of each meaning that has one, and null for those that the user gave none. */
  mapping: fileMappingShape,
  /** What the user chose, which the import needs. The rest follows from names. */
  said: fileMappingShape,
  mapping_source: z.enum(mappingSources),
  /** What the import would store: values, or measurements. */
  result_count: count,
  /** Why nothing of the table can be imported as it is understood now; empty if all of it can. */
  faults: z.array(explained),
  /** What was read although the table does not show it, and what would be passed over. */
  notes: z.array(explained),
});
export type TablePreview = z.infer<typeof tablePreviewShape>;
