// The result of an analysis: columns, images, edits, and everything about one component.
import { z } from "zod";
import { analysisShape } from "./analysis.ts";
import { componentTypeShape } from "../column/filter.ts";
import { idShape } from "../id.ts";
import { realShape } from "../real.ts";
import type { Refusal } from "../error.ts";

export const columnSummaryShape = z.object({
  key_figure_id: z.number().int(),
  kind: z.enum(["f32", "u8"]),
  row_count: z.number().int(),
  value_count: z.number().int(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  histogram: z.array(z.number()),
  hash: z.string(),
  bytes: z.number().int(),
});

export const imageKinds = ["thermal", "rgb"] as const;
export const imageTypes = ["image/jpeg", "image/png", "image/webp"] as const;
export type ImageType = (typeof imageTypes)[number];

/** Camera position of an image; `lon`, `lat` in degrees. */
export const resultImageShape = z.object({
  id: z.number().int(),
  component_type: componentTypeShape,
  dt_id: z.string(),
  file_name: z.string(),
  kind: z.enum(imageKinds),
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  taken_at: z.string().nullable(),
  /** Degrees Celsius of the darkest and brightest pixel of a thermal image, where known. */
  scale_min: z.number().nullable(),
  scale_max: z.number().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  /** Corners of the component in pixels, x to the right, y down; none where they are not known. */
  outline: z.array(z.tuple([z.number(), z.number()])),
});
export type ResultImage = z.infer<typeof resultImageShape>;

export const valueChangeShape = z.object({
  id: z.number().int(),
  key_figure_id: z.number().int(),
  dt_id: z.string(),
  old_value: z.number().nullable(),
  new_value: z.number().nullable(),
  user_name: z.string(),
  created_at: z.string(),
  undone_at: z.string().nullable(),
  /** Who undid it; null where it holds, and where a later import has ended it. */
  undone_by: z.string().nullable(),
  /** True where a later change of the same value holds. */
  changed_again: z.boolean(),
});
export type ValueChange = z.infer<typeof valueChangeShape>;

/** Why a change of a value cannot be undone, or null: only the last change that holds can. */
export function undoChangeRefusal({
  undone_at,
  changed_again,
}: Pick<ValueChange, "undone_at" | "changed_again">): Refusal | null {
  if (undone_at !== null) return { reason: "change_already_undone" };
  return changed_again ? { reason: "value_changed_again" } : null;
}

/** Everything known about one component in one analysis, and its values in the plant's other analyses. */
export const componentResultShape = z.object({
  component_type: componentTypeShape,
  row: z.number().int(),
  dt_id: z.string(),
  pcs: z.string(),
  parents: z.array(
    z.object({ component_type: componentTypeShape, dt_id: z.string(), pcs: z.string() }),
  ),
  values: z.array(
    z.object({
      key_figure_id: z.number().int(),
      value: z.number().nullable(),
      /** Median of the siblings under the same parent. */
      neighbours_median: z.number().nullable(),
    }),
  ),
  /** Values of older analyses, of key figures that this one did not measure here; see unmeasured.ts. */
  carried: z.array(
    z.object({
      key_figure_id: z.number().int(),
      value: z.number(),
      source_id: z.number().int(),
      source_name: z.string(),
      source_flown_at: z.string(),
    }),
  ),
  history: z.array(
    z.object({
      analysis_id: z.number().int(),
      name: z.string(),
      flown_at: z.string(),
      values: z.array(z.object({ key_figure_id: z.number().int(), value: z.number().nullable() })),
    }),
  ),
  images: z.array(resultImageShape),
  /** The changes of its values by hand in this analysis, newest first. */
  changes: z.array(valueChangeShape),
});
export type ComponentResult = z.infer<typeof componentResultShape>;

/** The result of one analysis: its key figures, and what was measured. */
export const plantResultShape = analysisShape
  .pick({
    id: true,
    name: true,
    flown_at: true,
    state: true,
    visibility: true,
    released_at: true,
    image_count: true,
  })
  .extend({
    key_figures: z.array(
      z.object({
        id: z.number().int(),
        key: z.string(),
        component_type: componentTypeShape,
        unit: z.string(),
        value_count: z.number().int(),
        min: z.number().nullable(),
        max: z.number().nullable(),
        mean: z.number().nullable(),
      }),
    ),
  });
export type PlantResult = z.infer<typeof plantResultShape>;

/** Severity limits of a key figure for one plant; they override the catalogue's. */
export const keyFigureLimitsShape = z.object({
  key_figure_id: idShape,
  limits: z.array(realShape).max(3),
});
