// The columns of observations: custom component properties and key figures.
import { z } from "zod";
import type { ComponentType, Technology } from "../component/component.ts";
import type { Problem } from "../error.ts";
import { keyFigureById, keyFigures } from "../key-figure/key-figure.ts";
import {
  customComponentPropertyShape,
  customValueRefusal,
  rangeOf,
  type CustomComponentProperty,
} from "../plant/custom-component-property.ts";
import { blockedBy } from "../plant/property-condition.ts";
import { valueFault } from "../result-file/result-collector.ts";
import type { ColumnValue, ObservationRequest, StoredColumnValue } from "./observation.ts";

/** `ccp_12` for a custom property, `pi_7` for a key figure. */
export const columnIdShape = z.string().regex(/^(ccp|pi)_[1-9]\d{0,9}$/);

/** One of the two is null. */
export const observationColumnShape = z.object({
  id: z.string(),
  ccp_column: customComponentPropertyShape.nullable(),
  pi_column: z.object({ pi_id: z.number().int() }).nullable(),
});
export type ObservationColumn = z.infer<typeof observationColumnShape>;

export const propertyColumnId = (id: number) => `ccp_${id}`;
export const keyFigureColumnId = (id: number) => `pi_${id}`;

/** All columns of a plant: its properties in their order, then the key figures of its technology. */
export function observationColumns(
  properties: readonly CustomComponentProperty[],
  technology: Technology,
): ObservationColumn[] {
  return [
    ...properties.map((ccp_column) => ({
      id: propertyColumnId(ccp_column.id),
      ccp_column,
      pi_column: null,
    })),
    ...keyFigures
      .filter((one) => one.technology === technology)
      .map(({ id }) => ({
        id: keyFigureColumnId(id),
        ccp_column: null,
        pi_column: { pi_id: id },
      })),
  ];
}

/** The component type whose observations can have a value in the column; null for an unknown key figure. */
export function typeOfColumn({ ccp_column, pi_column }: ObservationColumn): ComponentType | null {
  if (ccp_column !== null) return ccp_column.component_type;
  return keyFigureById(pi_column?.pi_id ?? 0)?.component_type ?? null;
}

/** The values of a request by column. */
export function requestedValues(
  request: Pick<ObservationRequest, "ccp_values" | "pi_values">,
): StoredColumnValue[] {
  return [
    ...request.ccp_values.map(({ ccp_id, value }) => ({
      column_id: propertyColumnId(ccp_id),
      value,
    })),
    ...request.pi_values.map(({ pi_id, value }) => ({
      column_id: keyFigureColumnId(pi_id),
      value,
    })),
  ];
}

type Valued = {
  readonly component_type: ComponentType;
  readonly analysis_id: number | null;
};

/**
 * Why an observation of this component cannot have these values, each with its field, the column's ID. A value
 * that is stored already (`before`) is not checked again: ranges and options may have changed since.
 */
export function observationValueProblems(
  values: readonly StoredColumnValue[],
  about: Valued,
  columns: ReadonlyMap<string, ObservationColumn>,
  before: readonly StoredColumnValue[] = [],
): Problem[] {
  const seen = new Set<string>();
  const unasked = (column: ObservationColumn): Problem | null => {
    const parent = columnBlockedBy(column, values, columns);
    return parent && { reason: "observation_value_unasked", values: { name: parent.name } };
  };
  return values.flatMap(({ column_id, value }) => {
    const isTwice = seen.has(column_id);
    seen.add(column_id);
    if (isTwice) return { reason: "observation_value_twice", field: column_id };
    const column = columns.get(column_id);
    const isStored = before.some((one) => one.column_id === column_id && one.value === value);
    const reason = column ? placeFault(column, about) : "observation_column_unknown";
    if (!column || reason) return { reason: reason ?? "", field: column_id };
    const fault = isStored ? null : (columnValueFault(column, value) ?? unasked(column));
    return fault ? { ...fault, field: column_id } : [];
  });
}

/** A property that keeps the column from applying to an observation with these values, or null. */
export function columnBlockedBy(
  { ccp_column }: ObservationColumn,
  values: readonly StoredColumnValue[],
  columns: ReadonlyMap<string, ObservationColumn>,
): CustomComponentProperty | null {
  if (!ccp_column?.condition) return null;
  const properties = [...columns.values()].flatMap((one) => one.ccp_column ?? []);
  const byId = new Map(properties.map((one) => [one.id, one]));
  const valueOf = (id: number) =>
    values.find(({ column_id }) => column_id === propertyColumnId(id))?.value;
  return blockedBy(ccp_column, valueOf, byId);
}

/**
 * Required properties that apply and have no value, each with its field, the column's ID. What lacked a value before is
 * not asked for again: it may have become required since.
 * @param before values that are stored; null for a new observation
 */
export function missingValueProblems(
  values: readonly StoredColumnValue[],
  { component_type, analysis_id }: Valued,
  columns: ReadonlyMap<string, ObservationColumn>,
  before: readonly StoredColumnValue[] | null,
): Problem[] {
  const isMissing = (column: ObservationColumn, all: readonly StoredColumnValue[]) =>
    !all.some(({ column_id }) => column_id === column.id) &&
    columnBlockedBy(column, all, columns) === null;
  return [...columns.values()].flatMap((column) => {
    const property = column.ccp_column;
    if (!property?.is_required || property.component_type !== component_type) return [];
    if (property.relation_type === "analysis" && analysis_id === null) return [];
    if (!isMissing(column, values) || (before && isMissing(column, before))) return [];
    const { name } = property;
    return { reason: "observation_value_missing", field: column.id, values: { name } };
  });
}

/** The first of these problems, or null. */
export function observationValuesRefusal(
  ...args: Parameters<typeof observationValueProblems>
): Problem | null {
  return observationValueProblems(...args)[0] ?? null;
}

/** Why an observation of this component cannot have a value in the column at all. */
function placeFault(column: ObservationColumn, { component_type, analysis_id }: Valued) {
  if (typeOfColumn(column) !== component_type) return "observation_column_type";
  const isOfAnalysis = column.ccp_column?.relation_type === "analysis";
  return isOfAnalysis && analysis_id === null ? "observation_analysis_missing" : null;
}

/** Why the column cannot have this value, or null. */
export function columnValueFault(column: ObservationColumn, value: ColumnValue): Problem | null {
  if (column.ccp_column !== null) return customValueRefusal(column.ccp_column, value);
  const keyFigure = keyFigureById(column.pi_column?.pi_id ?? 0);
  if (!keyFigure) return { reason: "observation_column_unknown" };
  return typeof value === "number" ? valueFault(keyFigure, value) : { reason: "value_not_number" };
}

/** Text and colour of a value of a property, as its settings say: an option's label, a range's name. */
export function shownPropertyValue(
  property: Pick<CustomComponentProperty, "data_type" | "options" | "number_ranges">,
  value: ColumnValue,
): { readonly label: string; readonly colour: string | null } {
  if (property.data_type === "options") {
    const label = property.options?.find(({ id }) => id === value)?.label ?? "";
    return { label, colour: null };
  }
  if (property.data_type === "number_range" && typeof value === "number") {
    const range = rangeOf(property.number_ranges?.ranges ?? [], value);
    return { label: range?.label ?? String(value), colour: range?.colour ?? null };
  }
  const isColour = property.data_type === "color" && typeof value === "string";
  return { label: String(value), colour: isColour ? value : null };
}
