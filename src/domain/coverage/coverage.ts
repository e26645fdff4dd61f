// The coverage of a survey as calls answer it: what its images show of the components, and what would be lost.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { importResultRefusal, type Analysis } from "../analysis/analysis.ts";
import { coveredTypes } from "./coverage-rule.ts";

/** Name of the job that counts what the images show. */
export const coverageTask = "generate_coverage";

const count = z.number().int();

export const coverageShape = z.object({
  /** Images with a camera, of all that were uploaded. */
  usable: count,
  uploaded: count,
  /** Null before it was generated. */
  generated_at: z.string().nullable(),
  /** The images and the digital twin are still those it was generated from. */
  is_current: z.boolean(),
  /** The task that generates it now, or null. */
  task_id: count.nullable(),
  levels: z.array(
    z.object({
      component_type: z.enum(coveredTypes),
      /** Of the verdict. */
      key_figure_id: count,
      component_count: count,
      valid: count,
      valid_with_note: count,
      not_inspected: count,
    }),
  ),
});
export type Coverage = z.infer<typeof coverageShape>;

/** Components that images show and that none of the others shows. */
export const unseenShape = z.object({
  /** Of the named files, those with a camera. */
  images: count,
  levels: z.array(
    z.object({
      component_type: z.enum(coveredTypes),
      count,
      /** The first `limits.unseenNames`, in the order of the twin. */
      dt_ids: z.array(z.string()),
    }),
  ),
});
export type Unseen = z.infer<typeof unseenShape>;

type Facts = {
  readonly analysis: Pick<Analysis, "visibility">;
  readonly plant: { readonly digitized: boolean };
};

/** Why the coverage cannot be generated now, or null. Customers rely on what was released. */
export function generateCoverageRefusal({ analysis, plant }: Facts): Refusal | null {
  return importResultRefusal({ ...analysis, state: "FINISHED" }, plant);
}
