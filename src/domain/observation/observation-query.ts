// Which observations are listed: filters, components and columns. List, map and exports use the same.
import { photosOf } from "./recording/recording.ts";
import { z } from "zod";
import { instantShape } from "../calendar-date.ts";
import { componentTypeShape } from "../column/filter.ts";
import type { ComponentType } from "../component/component.ts";
import { idShape } from "../id.ts";
import { realShape } from "../real.ts";
import { exactLineShape, foldedLetters } from "../text.ts";
import { columnIdShape } from "./observation-column.ts";
import { columnValueShape, dtIdShape, type Observation } from "./observation.ts";

/** One condition; all conditions must hold. */
const observationFilterShape = z.discriminatedUnion("kind", [
  /** Seen between two instants, both included; null is open. */
  z.object({
    kind: z.literal("date"),
    from: instantShape.nullable(),
    to: instantShape.nullable(),
  }),
  /** Made by one of these people, by their shown names. */
  z.object({ kind: z.literal("user"), user_names: z.array(exactLineShape.max(200)).max(100) }),
  z.object({ kind: z.literal("analysis"), analysis_ids: z.array(idShape).max(200) }),
  /** Has one of these values. */
  z.object({
    kind: z.literal("value"),
    column_id: columnIdShape,
    values: z.array(columnValueShape).max(100),
  }),
  /** Has a number from `min` to `max`, both included; null is unbounded. */
  z.object({
    kind: z.literal("range"),
    column_id: columnIdShape,
    min: realShape.nullable(),
    max: realShape.nullable(),
  }),
  z.object({ kind: z.literal("present"), column_id: columnIdShape, present: z.boolean() }),
  /** Has photos, or has none. */
  z.object({ kind: z.literal("photo"), present: z.boolean() }),
  /** Notes, pcs or dt_id contain the text, ignoring case. */
  z.object({ kind: z.literal("text"), text: exactLineShape.min(1).max(200) }),
]);
export type ObservationFilter = z.infer<typeof observationFilterShape>;
export const observationFiltersShape = z.array(observationFilterShape).max(32);

/** An observation meets every part that is given. */
export const componentFilterShape = z.strictObject({
  component_types: z.array(componentTypeShape).max(32).optional(),
  dt_ids: z.array(dtIdShape).max(1000).optional(),
  /** Is one of these components, or part of one of them. */
  within: z
    .array(z.object({ component_type: componentTypeShape, dt_id: dtIdShape }))
    .max(100)
    .optional(),
});
export type ComponentFilter = z.infer<typeof componentFilterShape>;

export const columnsSelectionShape = z.array(columnIdShape).max(200);

export type ObservationQuery = {
  readonly filters: readonly ObservationFilter[];
  readonly component_filter: ComponentFilter | null;
  /** Null: all columns. Otherwise observations with a value in one of them. */
  readonly columns_selection: readonly string[] | null;
};

/** True if a component is another one or part of it. */
export type IsWithin = (
  inner: { readonly component_type: ComponentType; readonly dt_id: string },
  outer: { readonly component_type: ComponentType; readonly dt_id: string },
) => boolean;

/** The observations that meet the query, with the values of the selected columns. */
export function selectObservations(
  observations: readonly Observation[],
  { filters, component_filter, columns_selection }: ObservationQuery,
  isWithin: IsWithin,
): Observation[] {
  const columns = columns_selection && new Set(columns_selection);
  const conditions = filters.map(conditionOf);
  const isOfComponents = componentCondition(component_filter ?? {}, isWithin);
  const isSelected = (one: Observation) =>
    isOfComponents(one) && conditions.every((condition) => condition(one));
  const selected = observations.filter(isSelected);
  if (columns === null) return selected;
  return selected
    .map((one) => ({
      ...one,
      column_values: one.column_values.filter(({ column_id }) => columns.has(column_id)),
    }))
    .filter(({ column_values }) => column_values.length > 0);
}

type Condition = (observation: Observation) => boolean;

function componentCondition(
  { component_types, dt_ids, within }: ComponentFilter,
  isWithin: IsWithin,
): Condition {
  const types = component_types && new Set(component_types);
  const ids = dt_ids && new Set(dt_ids);
  return ({ fieldgeometry_component: component }) =>
    (types?.has(component.component_type) ?? true) &&
    (ids?.has(component.dt_id) ?? true) &&
    (within?.some((outer) => isWithin(component, outer)) ?? true);
}

function conditionOf(filter: ObservationFilter): Condition {
  switch (filter.kind) {
    case "date": {
      const from = filter.from === null ? -Infinity : Date.parse(filter.from);
      const to = filter.to === null ? Infinity : Date.parse(filter.to);
      return ({ observed_at }) => {
        const at = Date.parse(observed_at);
        return at >= from && at <= to;
      };
    }
    case "user": {
      const names = new Set(filter.user_names);
      return ({ created_by_user }) => created_by_user !== null && names.has(created_by_user);
    }
    case "analysis": {
      const ids = new Set(filter.analysis_ids);
      return ({ analysis }) => analysis !== null && ids.has(analysis.id);
    }
    case "value": {
      const values = new Set<unknown>(filter.values);
      return (one) => values.has(valueIn(one, filter.column_id));
    }
    case "range":
      return (one) => {
        const value = valueIn(one, filter.column_id);
        return (
          typeof value === "number" &&
          (filter.min === null || value >= filter.min) &&
          (filter.max === null || value <= filter.max)
        );
      };
    case "present":
      return (one) => (valueIn(one, filter.column_id) !== undefined) === filter.present;
    case "photo":
      return ({ images }) => photosOf(images).length > 0 === filter.present;
    case "text": {
      const wanted = foldedLetters(filter.text);
      return ({ notes, fieldgeometry_component: { pcs, dt_id } }) =>
        [notes, pcs, dt_id].some((text) => foldedLetters(text).includes(wanted));
    }
  }
}

/** The value of an observation in a column; undefined if it has none. */
export function valueIn({ column_values }: Pick<Observation, "column_values">, columnId: string) {
  return column_values.find(({ column_id }) => column_id === columnId)?.value;
}

/** The newest observation of each component that has a value in the column. They come newest first. */
export function newestByComponent(
  observations: readonly Observation[],
  columnId: string,
): Map<string, { readonly newest: Observation; readonly count: number }> {
  const found = new Map<string, { newest: Observation; count: number }>();
  for (const one of observations) {
    if (valueIn(one, columnId) === undefined) continue;
    const known = found.get(one.fieldgeometry_component.dt_id);
    if (known) known.count += 1;
    else found.set(one.fieldgeometry_component.dt_id, { newest: one, count: 1 });
  }
  return found;
}
