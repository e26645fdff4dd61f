// Properties that apply only where another property of the same observation has certain values.
import type { Refusal } from "../error.ts";
import type { ComponentType } from "../component/component.ts";
import {
  customValueRefusal,
  type CustomComponentProperty,
  type CustomDataType,
  type CustomValue,
  type PropertyCondition,
} from "./custom-component-property.ts";

/** Data types whose values a condition can name: few, and never ambiguous. */
export const conditionTypes: readonly CustomDataType[] = ["checkbox", "true_false", "options"];

type Conditional = {
  /** Undefined for a new property. */
  readonly id?: number | undefined;
  readonly component_type: ComponentType;
  readonly data_type: CustomDataType;
  readonly is_required: boolean;
  readonly condition: PropertyCondition | null;
};

/** Why a property of this type cannot be required, or cannot have this condition; null if it can. */
export function conditionRefusal(
  property: Conditional,
  others: readonly CustomComponentProperty[],
): Refusal | null {
  // A checkbox always has an answer.
  if (property.is_required && property.data_type === "checkbox") {
    return { reason: "property_checkbox_required", field: "is_required" };
  }
  const { condition } = property;
  if (condition === null) return null;
  const byId = new Map(others.map((one) => [one.id, one]));
  const parent = byId.get(condition.property_id);
  const field = "condition.property_id";
  if (parent?.component_type !== property.component_type) {
    return { reason: "property_condition_unknown", field };
  }
  if (!conditionTypes.includes(parent.data_type)) {
    return { reason: "property_condition_type", field, values: { name: parent.name } };
  }
  if (condition.values.some((value) => customValueRefusal(parent, value) !== null)) {
    const values = { name: parent.name };
    return { reason: "property_condition_value", field: "condition.values", values };
  }
  // The property itself is none of the others: the chain of conditions ends with its ID.
  const isCircle =
    property.id !== undefined &&
    ancestorsOf(parent, byId).some((one) => one.condition?.property_id === property.id);
  return isCircle
    ? { reason: "property_condition_circle", field, values: { name: parent.name } }
    : null;
}

/**
 * Why a property cannot change to these options, or cannot be deleted (null), while conditions of others name it or its
 * values; null if it can.
 */
export function dependantRefusal(
  id: number,
  changed: Pick<CustomComponentProperty, "data_type" | "options" | "number_ranges"> | null,
  others: readonly CustomComponentProperty[],
): Refusal | null {
  for (const { name, condition } of others) {
    if (condition?.property_id !== id) continue;
    if (changed === null) return { reason: "property_in_condition", values: { name } };
    const isLost = condition.values.some((value) => customValueRefusal(changed, value) !== null);
    if (isLost)
      return { reason: "property_option_in_condition", field: "options", values: { name } };
  }
  return null;
}

/** The property itself and those that its condition leads to, nearest first. */
function ancestorsOf(
  property: CustomComponentProperty,
  byId: ReadonlyMap<number, CustomComponentProperty>,
): CustomComponentProperty[] {
  const found = new Set<CustomComponentProperty>();
  let next: CustomComponentProperty | undefined = property;
  while (next && !found.has(next)) {
    found.add(next);
    next = next.condition ? byId.get(next.condition.property_id) : undefined;
  }
  return [...found];
}

/**
 * The nearest property whose value keeps this one from applying, or null where it applies. A condition on a property
 * that does not exist keeps nothing away.
 * @param valueOf value of a property in the observation, or undefined
 */
export function blockedBy(
  property: CustomComponentProperty,
  valueOf: (property_id: number) => CustomValue | undefined,
  byId: ReadonlyMap<number, CustomComponentProperty>,
): CustomComponentProperty | null {
  for (const { condition } of ancestorsOf(property, byId)) {
    const parent = condition && byId.get(condition.property_id);
    if (!parent) continue;
    const value = valueOf(parent.id) ?? (parent.data_type === "checkbox" ? false : undefined);
    const isMet =
      value !== undefined && typeof value !== "number" && condition.values.includes(value);
    if (!isMet) return parent;
  }
  return null;
}
