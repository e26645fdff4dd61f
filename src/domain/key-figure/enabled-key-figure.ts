// Which key figures a plant shows: all of its technology, but for those that are switched off.
import { z } from "zod";
import type { Technology } from "../component/component.ts";
import type { Refusal } from "../error.ts";
import { keyFigureById } from "./key-figure.ts";

/** Ids of key figures, in rising order where they are answered. */
export const keyFigureIdsShape = z.object({
  key_figure_ids: z.array(z.number().int().positive()).max(100),
});

/** Why these key figures cannot be switched on or off at a plant of this technology, or null. */
export function keyFigureSwitchRefusal(
  technology: Technology,
  key_figure_ids: readonly number[],
): Refusal | null {
  const isKnown = key_figure_ids.every((id) => keyFigureById(id)?.technology === technology);
  return isKnown ? null : { reason: "key_figure_unknown", field: "key_figure_ids" };
}

/**
 * Whether key figures that are switched off are shown all the same: to staff who show all key figures.
 * A customer who shows all sees the ones for experts, not the ones that were switched off.
 */
export function seesDisabledKeyFigures(viewer: {
  readonly is_admin: boolean;
  readonly show_all_key_figures: boolean;
}): boolean {
  return viewer.is_admin && viewer.show_all_key_figures;
}
