// What the map calls answer: the components of a plant or of a result, with their values.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { NO_SEVERITY, severitiesOf } from "../../domain/column/column-severity.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import { differenceClasses, UNKNOWN } from "../../domain/column/difference.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { failure } from "../../domain/error.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Context } from "../context.ts";
import { readLimits } from "../store/plant/plant.ts";
import { readTwin } from "../store/plant/twin.ts";
import { placedComponentsOf } from "../twin-file/component-row.ts";
import type { GeoProperty } from "./geo-rows.ts";
import { names } from "./geo-rows.ts";
import { comparedValues } from "./compared-values.ts";
import { selectRows, valueOrNull, type RowsQuery } from "./result-rows.ts";
import { readValues } from "./result-values.ts";

type Parts = Pick<Context, "db" | "files" | "viewer">;

const empty = new Float32Array(0);

/** @throws RESOURCE_NOT_FOUND if the plant has no twin */
export async function requireTwin({ db }: Pick<Parts, "db">, plant_id: number): Promise<Twin> {
  const twin = await readTwin(db, plant_id);
  if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  return twin;
}

/** The selected components of the key figures' type, with a property for each key figure by its key. */
export async function resultShapes(
  context: Parts,
  analysis: Analysis,
  keyFigures: readonly [KeyFigure, ...KeyFigure[]],
  query: RowsQuery,
) {
  const shapes = await selected(context, analysis, keyFigures[0], query);
  const ids = keyFigures.map(({ id }) => id);
  const values = await readValues(context, analysis.id, ids);
  return shapes(keyFigures.map(({ id, key }) => valueOf(key, values.get(id) ?? empty)));
}

/** The selected components with value and severity under the plant's own limits. */
export async function keyFigureShapes(
  context: Parts,
  analysis: Analysis,
  keyFigure: KeyFigure,
  query: RowsQuery,
) {
  const shapes = await selected(context, analysis, keyFigure, query);
  const values = await valuesOf(context, analysis, keyFigure);
  const severities = severitiesOf(values, keyFigure, await limitsOf(context, analysis, keyFigure));
  const severity = (row: number) => {
    const found = severities[row] ?? NO_SEVERITY;
    return found === NO_SEVERITY ? null : found;
  };
  return shapes([valueOf("value", values), { name: "severity", of: ({ row }) => severity(row) }]);
}

/** The selected components with both values, and how they changed from the older analysis to the newer one. */
export async function comparedShapes(
  context: Parts,
  analysis: Analysis,
  other: Analysis,
  keyFigure: KeyFigure,
  query: RowsQuery,
) {
  const shapes = await selected(context, analysis, keyFigure, query);
  const { values, compare, changes } = await comparedValues(context, analysis, other, keyFigure);
  return shapes([
    valueOf("value", values),
    valueOf("compare_value", compare),
    { name: "change", of: ({ row }) => differenceClasses[changes[row] ?? UNKNOWN]! },
  ]);
}

/** Components of a plant without values; `dt_ids` narrows them. */
export function componentShapes(
  { files }: Pick<Parts, "files">,
  twin: Twin,
  only: ComponentType | undefined,
  dt_ids: readonly string[] | null,
) {
  const wanted = dt_ids && new Set(dt_ids);
  async function* placed() {
    for await (const one of placedComponentsOf(files, twin, only)) {
      if (wanted === null || wanted.has(one.component.dt_id)) yield one;
    }
  }
  const properties: GeoProperty[] = [
    ...names,
    { name: "component_type", of: ({ component }) => component.component_type },
    { name: "parent", of: ({ component }) => component.parent },
    { name: "height", of: ({ component }) => component.height },
  ];
  return { placed: placed(), properties };
}

/** Selects the components, and answers a function that adds properties to their names. */
async function selected(
  context: Parts,
  analysis: Analysis,
  keyFigure: KeyFigure,
  query: RowsQuery,
) {
  const twin = await requireTwin(context, analysis.plant_id);
  const { rows } = await selectRows(context, analysis, keyFigure, query);
  const placed = placedComponentsOf(context.files, twin, keyFigure.component_type, rows);
  return (properties: readonly GeoProperty[]) => ({
    placed,
    properties: [...names, ...properties],
  });
}

function valueOf(name: string, values: ColumnValues): GeoProperty {
  return { name, of: ({ row }) => valueOrNull(values, row) };
}

async function valuesOf(context: Parts, { id }: Analysis, keyFigure: KeyFigure) {
  return (await readValues(context, id, [keyFigure.id])).get(keyFigure.id) ?? empty;
}

/** The plant's own limits of the key figure, if it has any. */
async function limitsOf({ db }: Parts, { plant_id }: Analysis, { id }: KeyFigure) {
  return (await readLimits(db, plant_id)).find((one) => one.key_figure_id === id)?.limits;
}
