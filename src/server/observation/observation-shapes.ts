// The components of observations with their places, for maps and exports.
import { severityOf } from "../../domain/key-figure/severity.ts";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { shownPropertyValue } from "../../domain/observation/observation-column.ts";
import { newestByComponent, valueIn } from "../../domain/observation/observation-query.ts";
import type { ColumnValue, Observation } from "../../domain/observation/observation.ts";
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import type { Context } from "../context.ts";
import { names, type GeoProperty } from "../result/geo-rows.ts";
import { readLimits } from "../store/plant/plant.ts";
import { readTwin } from "../store/plant/twin.ts";
import { placedComponentsOf, type PlacedComponent } from "../twin-file/component-row.ts";

type Parts = Pick<Context, "db" | "files">;

/** The components that these observations are of, as far as the twin still has them. */
export async function* placedOf(
  { db, files }: Parts,
  plantId: number,
  observations: readonly Observation[],
): AsyncGenerator<PlacedComponent> {
  const twin = await readTwin(db, plantId);
  if (twin === null) return;
  const rows = Map.groupBy(observations, (one) => one.fieldgeometry_component.component_type);
  for (const [type, made] of rows) {
    const ids = made.flatMap((one) => one.fieldgeometry_component.component_id ?? []);
    const unique = Uint32Array.from(new Set(ids)).toSorted();
    yield* placedComponentsOf(files, twin, type, unique);
  }
}

/** Each component with the newest value of a property, and how the property's settings show it. */
export function propertyShapes(
  context: Parts,
  plantId: number,
  observations: readonly Observation[],
  columnId: string,
  property: CustomComponentProperty,
) {
  return newestShapes(context, plantId, observations, columnId, [
    { name: "label", of: (value) => shownPropertyValue(property, value).label },
    { name: "colour", of: (value) => shownPropertyValue(property, value).colour },
  ]);
}

/** Each component with the newest observed value of a key figure, judged under the plant's own limits. */
export async function keyFigureShapes(
  context: Parts,
  plantId: number,
  observations: readonly Observation[],
  columnId: string,
  keyFigure: KeyFigure,
) {
  const all = await readLimits(context.db, plantId);
  const limits = all.find(({ key_figure_id }) => key_figure_id === keyFigure.id)?.limits;
  const severity = (value: ColumnValue) => severityOf(keyFigure, Number(value), limits);
  return newestShapes(context, plantId, observations, columnId, [
    { name: "severity", of: severity },
  ]);
}

type ValueProperty = {
  readonly name: string;
  readonly of: (value: ColumnValue) => string | number | null;
};

function newestShapes(
  context: Parts,
  plantId: number,
  observations: readonly Observation[],
  columnId: string,
  judged: readonly ValueProperty[],
) {
  const found = newestByComponent(observations, columnId);
  const newest = [...found.values()].map((one) => one.newest);
  const valueOf = (dtId: string) => {
    const one = found.get(dtId)?.newest;
    return one && valueIn(one, columnId);
  };
  const of = (read: (dtId: string) => string | number | null | undefined): GeoProperty["of"] => {
    return ({ component }) => read(component.dt_id) ?? null;
  };
  const properties: GeoProperty[] = [
    ...names,
    { name: "component_type", of: ({ component }) => component.component_type },
    { name: "observation_id", of: of((id) => found.get(id)?.newest.id) },
    { name: "observed_at", of: of((id) => found.get(id)?.newest.observed_at) },
    { name: "observation_count", of: of((id) => found.get(id)?.count) },
    { name: "value", of: of((id) => plain(valueOf(id))) },
    ...judged.map(({ name, of: judge }) => ({
      name,
      of: of((id) => {
        const value = valueOf(id);
        return value === undefined ? null : judge(value);
      }),
    })),
  ];
  return Promise.resolve({ placed: placedOf(context, plantId, newest), properties });
}

/** True and false as words: a property of a feature is a text or a number here. */
const plain = (value: ColumnValue | undefined) =>
  typeof value === "boolean" ? String(value) : value;
