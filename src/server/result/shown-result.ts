// What of an analysis the viewer sees: its key figures, and other analyses to compare it with.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { componentTypeIds, type ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Context } from "../context.ts";
import { readAnalysis } from "../store/plant/analysis/analysis.ts";

/** @throws RESOURCE_NOT_FOUND for a key figure that is missing or hidden from the viewer */
export function visibleKeyFigure(
  analysis: Pick<Analysis, "key_figure_ids">,
  id: number,
): KeyFigure {
  const keyFigure = analysis.key_figure_ids.includes(id) ? keyFigureById(id) : undefined;
  if (!keyFigure) throw failure("RESOURCE_NOT_FOUND", { reason: "column_missing" });
  return keyFigure;
}

/** The visible key figures of an analysis, by ID. */
export function visibleKeyFiguresOf({ key_figure_ids }: Pick<Analysis, "key_figure_ids">) {
  return key_figure_ids.map(keyFigureById).filter((one) => one !== undefined);
}

/** The component types with visible key figures, top of the hierarchy first. */
export function shownTypesOf(analysis: Pick<Analysis, "key_figure_ids">): ComponentType[] {
  const types = new Set(visibleKeyFiguresOf(analysis).map(({ component_type }) => component_type));
  return componentTypeIds.filter((type) => types.has(type));
}

/**
 * The visible key figures of a component type; without a type, of the lowest that has any.
 * @throws RESOURCE_NOT_FOUND if there are none
 */
export function shownOfType(
  analysis: Pick<Analysis, "key_figure_ids">,
  type: ComponentType | undefined = shownTypesOf(analysis).at(-1),
): [KeyFigure, ...KeyFigure[]] {
  const [first, ...more] = visibleKeyFiguresOf(analysis).filter(
    ({ component_type }) => component_type === type,
  );
  if (!first) throw failure("RESOURCE_NOT_FOUND", { reason: "column_missing" });
  return [first, ...more];
}

/**
 * The other analysis of a comparison.
 * @throws RESOURCE_NOT_FOUND if it is of another plant or the viewer does not see it
 */
export async function readCompared(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  analysis: Analysis,
  otherId: number,
): Promise<Analysis> {
  const other = await readAnalysis(db, viewer, otherId);
  if (other?.plant_id !== analysis.plant_id) throw failure("RESOURCE_NOT_FOUND");
  return other;
}
