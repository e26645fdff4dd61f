// What an observation may say of a component of a type.
import type { ComponentType } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import {
  missingValueProblems,
  observationValuesRefusal,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import type { Observation } from "../../domain/observation/observation.ts";

/** Only a fault that components of this type can have. */
export function requireFault(type: ComponentType, fault_type: number | null): void {
  if (fault_type === null) return;
  const classes = faultTypeFigureOf(type)?.classes ?? [];
  if (classes.some(({ value }) => value === fault_type)) return;
  throw failure("BAD_REQUEST", { reason: "observation_fault", field: "fault_type" });
}

/**
 * A check of values by component type; each type is checked once. Required values are asked for with `before`: those of
 * the stored observation, or null for a new one.
 */
export function valueCheck(
  columns: ReadonlyMap<string, ObservationColumn>,
  analysis_id: number | null,
) {
  const checked = new Set<ComponentType>();
  return (
    component_type: ComponentType,
    values: Observation["column_values"],
    before: Observation["column_values"] | null,
    isRequiredAsked = true,
  ) => {
    if (checked.has(component_type)) return;
    const about = { component_type, analysis_id };
    const [missing] = isRequiredAsked ? missingValueProblems(values, about, columns, before) : [];
    const refusal = observationValuesRefusal(values, about, columns, before ?? []) ?? missing;
    if (refusal) throw failure("BAD_REQUEST", refusal);
    checked.add(component_type);
  };
}
