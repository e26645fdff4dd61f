// All data of one component: values, neighbours, parents, history over the analyses, images, changes by hand.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { neighboursMedian } from "../../domain/column/neighbours.ts";
import { NO_ROW } from "../../domain/component/component-index.ts";
import { componentTypes, type ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { keyFigureById, withUncertainty } from "../../domain/key-figure/key-figure.ts";
import { readCarried } from "./carried.ts";
import { columnValues } from "./column-memory.ts";
import type { Context } from "../context.ts";
import { valueOrNull } from "./result-rows.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import type { PlantComponents } from "../store/plant/twin-components.ts";
import { listImages } from "../store/plant/analysis/result-image.ts";
import { listChanges } from "../store/plant/analysis/value-change.ts";

/**
 * @param analysis as the viewer sees it; the history has only analyses that the viewer sees
 * @throws Failure RESOURCE_NOT_FOUND if the plant has no such component
 */
export async function readComponentResult(
  context: Pick<Context, "db" | "files" | "viewer">,
  analysis: Analysis,
  type: ComponentType,
  dtId: string,
): Promise<ComponentResult> {
  const components = await readComponents(context, analysis.plant_id);
  const found = (await components.directory()).byDtId(dtId);
  if (found?.type !== type) {
    throw failure("RESOURCE_NOT_FOUND", { reason: "component_unknown", values: { name: dtId } });
  }
  const { row } = found;
  const { names, parent } = components.levels.get(type)!;
  const analyses = await readAnalyses(context.db, context.viewer, { plant_id: analysis.plant_id });
  const history = await readHistory(context, analyses, type);
  const siblings = siblingsOf(parent, row);
  const currentColumns = history.find(({ analysis: { id } }) => id === analysis.id)?.columns ?? [];
  return {
    component_type: type,
    row,
    dt_id: dtId,
    pcs: names.pcs(row),
    parents: parentsOf(components, type, row),
    values: currentColumns.map(({ key_figure_id, values }) => ({
      key_figure_id,
      value: valueOrNull(values, row),
      neighbours_median: neighboursMedian(values, siblings),
    })),
    carried: (await readCarriedAt(context, analysis, type, row)).filter(({ key_figure_id }) => {
      // A value that was set by hand since holds.
      const own = currentColumns.find((one) => one.key_figure_id === key_figure_id);
      return own !== undefined && valueOrNull(own.values, row) === null;
    }),
    history: history
      .map(({ analysis: { id, name, flown_at }, columns }) => ({
        analysis_id: id,
        name,
        flown_at,
        values: columns.map(({ key_figure_id, values }) => ({
          key_figure_id,
          value: valueOrNull(values, row),
        })),
      }))
      .toReversed(),
    images: await listImages(context.db, analysis.id, dtId),
    changes: await listChanges(context.db, analysis.id, analysis.key_figure_ids, dtId),
  };
}

/** The columns of this level in every analysis that has any, newest analysis first. */
async function readHistory(
  { db, files }: Pick<Context, "db" | "files">,
  analyses: readonly Analysis[],
  type: ComponentType,
) {
  const rows = await listColumns(
    db,
    analyses.map(({ id }) => id),
  );
  const shown = rows.filter(({ analysis_id, key_figure_id }) => {
    const analysis = analyses.find(({ id }) => id === analysis_id);
    const isShown = withUncertainty(analysis?.key_figure_ids ?? []).includes(key_figure_id);
    return isShown && keyFigureById(key_figure_id)?.component_type === type;
  });
  const columns = await Promise.all(
    shown.map(async ({ analysis_id, key_figure_id, summary }) => ({
      analysis_id,
      key_figure_id,
      values: await columnValues(files, summary.hash),
    })),
  );
  const byAnalysis = Map.groupBy(columns, ({ analysis_id }) => analysis_id);
  return analyses
    .map((analysis) => ({ analysis, columns: byAnalysis.get(analysis.id) ?? [] }))
    .filter(({ columns }) => columns.length > 0);
}

/** What the component carries from older analyses, where it was not measured now. */
async function readCarriedAt(
  context: Pick<Context, "db" | "files" | "viewer">,
  analysis: Analysis,
  type: ComponentType,
  row: number,
): Promise<ComponentResult["carried"]> {
  const columns = (await readCarried(context, analysis)).filter(
    ({ key_figure_id }) => keyFigureById(key_figure_id)?.component_type === type,
  );
  const found = await Promise.all(
    columns.map(async ({ hash, key_figure_id, source_id, source_name, source_flown_at }) => {
      const value = valueOrNull(await columnValues(context.files, hash), row);
      const source = { source_id, source_name, source_flown_at };
      return value === null ? [] : [{ key_figure_id, value, ...source }];
    }),
  );
  return found.flat();
}

/** The parents of the component, nearest first. */
function parentsOf(components: PlantComponents, type: ComponentType, row: number) {
  const parents: ComponentResult["parents"] = [];
  for (let [at, on]: [number, ComponentType] = [row, type]; ;) {
    const above: ComponentType | null = componentTypes[on].parent;
    const parent: number = components.levels.get(on)?.parent[at] ?? NO_ROW;
    const level = above === null ? undefined : components.levels.get(above);
    if (above === null || level === undefined || parent === NO_ROW) return parents;
    parents.push({
      component_type: above,
      dt_id: level.names.dtId(parent),
      pcs: level.names.pcs(parent),
    });
    [at, on] = [parent, above];
  }
}

/** The other rows under the same parent. */
function siblingsOf(parent: Uint32Array, row: number): number[] {
  const parentRow = parent[row];
  const siblings: number[] = [];
  for (let other = 0; other < parent.length; other++) {
    if (parent[other] === parentRow && other !== row) siblings.push(other);
  }
  return siblings;
}
