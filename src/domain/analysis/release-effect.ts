// Whom a release, a withdrawal or a hiding of results concerns, and how much.
import { z } from "zod";
import { doubtShape } from "../evaluation/doubt/doubt.ts";
import type { Refusal } from "../error.ts";
import { paragraphShape } from "../text.ts";
import type { Analysis } from "./analysis.ts";

export const releaseViewerShape = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** Set by the customer as a recipient of release e-mails. */
  is_recipient: z.boolean(),
});

export const releaseEffectShape = z.object({
  customer_name: z.string(),
  /** Users of the customer who see released results of this plant, by name. */
  viewers: z.array(releaseViewerShape),
  /** Key figures with values. */
  key_figures: z.number().int(),
  values: z.number().int(),
  /** Values that are poor or worse. */
  findings: z.number().int(),
  /** Flagged findings that no reviewer has decided. */
  unreviewed: z.number().int(),
  /** Components without a value because the place of their rasters is not sure, or their values are not plausible. */
  unsure: z.number().int(),
  /** Why something of it is not sure, the worst first. */
  doubts: z.array(doubtShape),
  /** Newer analyses of the plant that use these results as history, newest first. */
  used_by: z.array(
    z.object({
      id: z.number().int(),
      name: z.string(),
      flown_at: z.string(),
      /** Key figures that both have: comparisons and trends lose them. */
      compared: z.number().int(),
      /** Values that it carries from these results. */
      carried: z.number().int(),
    }),
  ),
});
export type ReleaseEffect = z.infer<typeof releaseEffectShape>;

/** Letters that a written confirmation has at least: a reason, no tick. */
export const LEAST_CONFIRMATION = 10;
export const confirmationShape = paragraphShape.max(1000);

/** Why a release needs a written confirmation first, or null. */
export function confirmationRefusal(
  unsure: number,
  confirmation: string | undefined,
): Refusal | null {
  if (unsure === 0 || (confirmation?.trim().length ?? 0) >= LEAST_CONFIRMATION) return null;
  return { reason: "release_unsure", field: "confirmation", values: { count: unsure } };
}

type Survey = Pick<Analysis, "id" | "name" | "flown_at" | "key_figure_ids">;

/** The newer ones among `others` that show the results of `analysis` as history. */
export function analysesUsing(
  analysis: Survey,
  others: readonly Survey[],
  carriedBy: ReadonlyMap<number, number>,
): ReleaseEffect["used_by"] {
  const own = new Set(analysis.key_figure_ids);
  return others
    .filter(({ flown_at }) => Date.parse(flown_at) > Date.parse(analysis.flown_at))
    .map(({ id, name, flown_at, key_figure_ids }) => {
      const compared = key_figure_ids.filter((one) => own.has(one)).length;
      return { id, name, flown_at, compared, carried: carriedBy.get(id) ?? 0 };
    })
    .filter(({ compared, carried }) => compared + carried > 0)
    .toSorted((a, b) => Date.parse(b.flown_at) - Date.parse(a.flown_at));
}
