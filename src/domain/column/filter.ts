// Filters over components: the same conditions colour the map, fill the table and shape the export.
import { z } from "zod";
import { componentTypeIds } from "../component/component.ts";

export const componentTypeShape = z.enum(componentTypeIds);

/** One condition; all conditions must hold. */
export const filterShape = z.discriminatedUnion("kind", [
  /** Value between `min` and `max`, both included; null is open. A missing value fails. */
  z.object({
    kind: z.literal("range"),
    key_figure_id: z.number().int(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  }),
  /** Class number (or severity of a measured one with `by: severity`) among `values`. */
  z.object({
    kind: z.literal("classes"),
    key_figure_id: z.number().int(),
    values: z.array(z.number().int()).max(64),
    by: z.enum(["class", "severity"]).default("class"),
  }),
  /** Has, or has not, a value. */
  z.object({
    kind: z.literal("present"),
    key_figure_id: z.number().int(),
    present: z.boolean(),
  }),
  /** `pcs` or `dt_id` contains the text, upper and lower case alike. */
  z.object({ kind: z.literal("text"), text: z.string().min(1).max(200) }),
  /** Lies below this component (any level of its parent chain). */
  z.object({
    kind: z.literal("within"),
    component_type: componentTypeShape,
    dt_id: z.string().max(200),
  }),
]);
export type Filter = z.infer<typeof filterShape>;

export const filtersShape = z.array(filterShape).max(32);
