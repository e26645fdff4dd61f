// The result file: the output of an evaluation that is imported, as JSON or CSV.
import { z } from "zod";
import { keyFigures } from "../key-figure/key-figure.ts";
import { unitsFor } from "../key-figure/unit.ts";
import { limits } from "../limits.ts";

/** The unit of the value, such as "°F" or "fraction", if it is not that of the key figure. */
const unitShape = z.string().max(200).optional();

/** One measured value: component, key figure and value. */
export const resultEntryShape = z.strictObject({
  dt_id: z.string().max(200).optional(),
  /** Alternative to `dt_id` if the plant's own name is unique. */
  pcs: z.string().max(200).optional(),
  key_figure_id: z.number().int(),
  unit: unitShape,
  value: z.number().nullable(),
  /** File names inside the images ZIP that show this component. */
  images: z.array(z.string().max(300)).max(50).optional(),
});
export type ResultEntry = z.infer<typeof resultEntryShape>;

/**
 * `{ "format": "analysis-result", "version": 1, "values": [...] }`. A compact block form holds many values
 * of one key figure: `{ key_figure_id, dt_ids: [...], values: [...] }` in `columns`.
 * The CSV form has the columns dt_id (or pcs) and one column per key figure, headed by id or key, with its
 * unit in brackets if it is not that of the key figure.
 */
export const resultFileShape = z.strictObject({
  format: z.literal("analysis-result"),
  version: z.literal(1),
  values: z.array(resultEntryShape).optional(),
  columns: z
    .array(
      z.strictObject({
        key_figure_id: z.number().int(),
        unit: unitShape,
        dt_ids: z.array(z.string().max(200)).max(limits.twinComponents),
        values: z.array(z.number().nullable()).max(limits.twinComponents),
      }),
    )
    .optional(),
});

/** "%: %, fraction; °C: °C, K, °F; ..." */
const otherUnits = [...new Set(keyFigures.map(({ unit }) => unit))]
  .filter((unit) => unitsFor(unit).length > 0)
  .map((unit) => `${unit}: ${unitsFor(unit).join(", ")}`)
  .join("; ");

/** The published JSON schema of the JSON form (draft 2020-12), generated from the shape above. */
export function resultFileSchema(): Record<string, unknown> {
  return {
    $id: "/api/schemas/analysis-result.json",
    title: "Analysis result, version 1",
    description: `Values of key figures by component. An entry names its component by dt_id or by a pcs that is unique in the plant. A null value says that there is none. Key figures are named by their id, 1 to ${keyFigures.length}. Values are in the unit of the key figure unless unit names another one: ${otherUnits}.`,
    ...z.toJSONSchema(resultFileShape),
  };
}
