// Reference measurements with what the drone measured at the same components.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ReferenceMeasurement } from "../../domain/analysis/reference-measurement.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import type { Context } from "../context.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { readMeasurements } from "../store/plant/analysis/reference-measurement.ts";
import { valueOrNull } from "./result-rows.ts";
import { inTurns } from "../turn.ts";
import { readValues } from "./result-values.ts";

type Parts = Pick<Context, "db" | "files">;

/** Newest first; `id` narrows them to one. */
export async function readReferences(
  context: Parts,
  analysis: Pick<Analysis, "id" | "plant_id" | "key_figure_ids">,
  id?: number,
): Promise<ReferenceMeasurement[]> {
  const rows = await readMeasurements(context.db, analysis.id, id);
  if (rows.length === 0) return [];
  const components = await readComponents(context, analysis.plant_id);
  const directory = await components.directory();
  const wanted = new Set<number>();
  for await (const { values } of inTurns(rows)) {
    for (const { key_figure_id } of values) wanted.add(key_figure_id);
  }
  const shown = analysis.key_figure_ids.filter((one) => wanted.has(one));
  const columns = await readValues(context, analysis.id, shown);
  const answer: ReferenceMeasurement[] = [];
  for await (const measurement of inTurns(rows)) {
    const found = directory.byDtId(measurement.dt_id);
    const isSame = found?.type === measurement.component_type;
    const row = isSame ? found.row : undefined;
    const pcs =
      row === undefined
        ? measurement.dt_id
        : (components.levels.get(measurement.component_type)?.names.pcs(row) ?? "");
    answer.push({
      ...measurement,
      pcs,
      drone_values: measurement.values.map(({ key_figure_id }) => {
        const column = columns.get(key_figure_id);
        const value = column && row !== undefined ? valueOrNull(column, row) : null;
        return { key_figure_id, value };
      }),
    });
  }
  return answer;
}

/** The type of a component. @throws BAD_REQUEST if the plant has no such component */
export async function typeOfComponent(
  context: Parts,
  plantId: number,
  dtId: string,
): Promise<ComponentType> {
  const components = await readComponents(context, plantId);
  const found = (await components.directory()).byDtId(dtId);
  if (!found) {
    const values = { name: dtId };
    throw failure("BAD_REQUEST", { reason: "component_unknown", field: "dt_id", values });
  }
  return found.type;
}
