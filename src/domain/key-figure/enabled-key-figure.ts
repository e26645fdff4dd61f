// The key figures that a plant shows: all of its technology except the disabled ones.
import { z } from "zod";
import type { Technology } from "../component/component.ts";
import type { Refusal } from "../error.ts";
import { keyFigureById } from "./key-figure.ts";
import { idShape } from "../id.ts";

/** IDs of key figures; ascending in answers. */
export const keyFigureIdsShape = z.object({
  key_figure_ids: z.array(idShape).max(100),
});

/** Why these key figures cannot be enabled or disabled for a plant of this technology, or null. */
export function keyFigureSwitchRefusal(
  technology: Technology,
  key_figure_ids: readonly number[],
): Refusal | null {
  const isKnown = key_figure_ids.every((id) => keyFigureById(id)?.technology === technology);
  return isKnown ? null : { reason: "key_figure_unknown", field: "key_figure_ids" };
}

/**
 * True if the viewer sees disabled key figures too: staff who show all key figures. A customer's user who
 * shows all sees those for experts, but not the disabled ones.
 */
export function seesDisabledKeyFigures(viewer: {
  readonly is_admin: boolean;
  readonly show_all_key_figures: boolean;
}): boolean {
  return viewer.is_admin && viewer.show_all_key_figures;
}
