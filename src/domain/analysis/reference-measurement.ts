// Reference measurements: values measured on the ground at single components, to compare those of the drone with.
import { z } from "zod";
import { instantShape } from "../calendar-date.ts";
import { limits } from "../limits.ts";
import { componentTypeShape } from "../column/filter.ts";
import type { ComponentType } from "../component/component.ts";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { realShape } from "../real.ts";
import { valueFault } from "../result-file/result-collector.ts";
import { exactLineShape, lineShape, paragraphShape } from "../text.ts";

export const referenceValueShape = z.object({ key_figure_id: idShape, value: realShape });
export type ReferenceValue = z.infer<typeof referenceValueShape>;

/** Where and when it was measured, and what. */
export const referenceFormShape = z.object({
  dt_id: exactLineShape.min(1).max(200),
  /** ISO 8601 with offset. */
  measured_at: instantShape,
  values: z.array(referenceValueShape).max(limits.keyFigureValues),
  acquired_by: lineShape.max(200).default(""),
  notes: paragraphShape.max(5000).default(""),
});
export type ReferenceForm = z.infer<typeof referenceFormShape>;

export const referenceMeasurementShape = referenceFormShape.extend({
  id: z.number().int(),
  analysis_id: z.number().int(),
  acquired_by: z.string(),
  notes: z.string(),
  component_type: componentTypeShape,
  /** The plant's own name of the component. */
  pcs: z.string(),
  is_ignored: z.boolean(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** What the drone measured at the component, for the same key figures; null where it did not. */
  drone_values: z.array(
    z.object({ key_figure_id: z.number().int(), value: z.number().nullable() }),
  ),
});
export type ReferenceMeasurement = z.infer<typeof referenceMeasurementShape>;

/** Why these are no values of a component of this type, or null. */
export function referenceValuesRefusal(
  values: readonly ReferenceValue[],
  component_type: ComponentType,
): Refusal | null {
  if (values.length === 0) return { reason: "reference_without_values", field: "values" };
  const ids = values.map(({ key_figure_id }) => key_figure_id);
  if (new Set(ids).size < ids.length) return { reason: "reference_value_twice", field: "values" };
  for (const { key_figure_id, value } of values) {
    const keyFigure = keyFigureById(key_figure_id);
    if (keyFigure?.component_type !== component_type) {
      return { reason: "reference_key_figure", field: "values", values: { id: key_figure_id } };
    }
    const fault = valueFault(keyFigure, value);
    if (fault) return { ...fault, field: keyFigure.key };
  }
  return null;
}
