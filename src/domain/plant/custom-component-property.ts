// Custom properties that users define for components, in addition to measured key figures.
import { z } from "zod";
import { componentTypes, type ComponentType, type Technology } from "../component/component.ts";
import { colourShape } from "../provider/customer.ts";
import type { Refusal } from "../error.ts";
import { componentTypeShape } from "../column/filter.ts";
import { idShape } from "../id.ts";
import { exactLineShape, lineShape } from "../text.ts";

/**
 * `checkbox` is ticked or not; `true_false` can also be unanswered. `number_range` is a number shown as the
 * range that contains it; `options` is one of a list.
 */
export const customDataTypes = [
  "checkbox",
  "true_false",
  "text",
  "number",
  "number_range",
  "options",
  "color",
] as const;
export type CustomDataType = (typeof customDataTypes)[number];

/** What a value belongs to: a point in time, an analysis, or the component permanently. */
export const customRelationTypes = ["time", "analysis", "component"] as const;
export type CustomRelationType = (typeof customRelationTypes)[number];

export const customPropertyLimits = {
  perPlant: 100,
  options: 100,
  ranges: 20,
  text: 2000,
} as const;

/** `id` never changes: values refer to it. */
export const customOptionShape = z.object({
  id: exactLineShape.max(40),
  label: lineShape.max(100),
});
export type CustomOption = z.infer<typeof customOptionShape>;

/** From `min` to below `max`; null is unbounded. The last range includes its `max`. */
export const numberRangeShape = z.object({
  min: z.number().nullable(),
  max: z.number().nullable(),
  label: lineShape.max(100),
  colour: colourShape,
});
export type NumberRange = z.infer<typeof numberRangeShape>;

export const numberRangesShape = z.object({
  unit: lineShape.max(20),
  ranges: z.array(numberRangeShape).max(customPropertyLimits.ranges),
});
export type NumberRanges = z.infer<typeof numberRangesShape>;

/**
 * The property applies to an observation only where another property of it has one of these values: answers of a
 * checkbox (not ticked is false) or of true or false, IDs of options.
 */
export const propertyConditionShape = z.object({
  property_id: idShape,
  values: z
    .array(z.union([z.boolean(), exactLineShape.max(40)]))
    .min(1, "property_condition_empty")
    .max(customPropertyLimits.options),
});
export type PropertyCondition = z.infer<typeof propertyConditionShape>;

const name = lineShape.min(1).max(100);
/** An option without an ID is new; the server assigns it. */
const optionsForm = z
  .array(customOptionShape.partial({ id: true }))
  .max(customPropertyLimits.options);

export const customComponentPropertyFormShape = z.object({
  component_type: componentTypeShape,
  name,
  data_type: z.enum(customDataTypes),
  relation_type: z.enum(customRelationTypes),
  options: optionsForm.nullable().default(null),
  number_ranges: numberRangesShape.nullable().default(null),
  is_required: z.boolean().default(false),
  condition: propertyConditionShape.nullable().default(null),
});
export type CustomComponentPropertyForm = z.output<typeof customComponentPropertyFormShape>;

/** What can change later. Data type and relation cannot: existing values would lose their meaning. */
export const customComponentPropertyChangesShape = z
  .object({
    name,
    options: optionsForm.nullable(),
    number_ranges: numberRangesShape.nullable(),
    is_required: z.boolean(),
    condition: propertyConditionShape.nullable(),
  })
  .partial();
export type CustomComponentPropertyChanges = z.output<typeof customComponentPropertyChangesShape>;

export const customComponentPropertyShape = z.object({
  id: z.number().int(),
  plant_id: z.number().int(),
  component_type: componentTypeShape,
  name: z.string(),
  data_type: z.enum(customDataTypes),
  relation_type: z.enum(customRelationTypes),
  /** In display order; null for other data types. */
  options: z.array(customOptionShape).nullable(),
  /** Ascending; null for other data types. */
  number_ranges: numberRangesShape.nullable(),
  /** A new observation needs a value where the property applies. */
  is_required: z.boolean(),
  /** Null for a property that always applies. */
  condition: propertyConditionShape.nullable(),
  position: z.number().int(),
});
export type CustomComponentProperty = z.infer<typeof customComponentPropertyShape>;

type Described = Pick<
  CustomComponentPropertyForm,
  "component_type" | "name" | "data_type" | "options" | "number_ranges"
>;

/** For comparing names: case and surrounding spaces do not count. */
const plainName = (text: string) => text.trim().toLocaleLowerCase("en");

/** Why a plant with `count` properties can have no more, or null. */
export function customPropertyCountRefusal({ count }: { readonly count: number }): Refusal | null {
  const most = customPropertyLimits.perPlant;
  return count >= most ? { reason: "too_many_properties", values: { most } } : null;
}

/**
 * Why the plant cannot have this property, or null. `others` are the plant's other properties.
 */
export function customPropertyRefusal(
  technology: Technology,
  property: Described,
  others: readonly { readonly component_type: ComponentType; readonly name: string }[],
): Refusal | null {
  if (componentTypes[property.component_type].technology !== technology) {
    const values = { type: property.component_type };
    return { reason: "twin_type_of_other_technology", field: "component_type", values };
  }
  if (property.name.trim() === "") return { reason: "property_name_empty", field: "name" };
  const isTaken = others.some(
    (other) =>
      other.component_type === property.component_type &&
      plainName(other.name) === plainName(property.name),
  );
  if (isTaken) return { reason: "property_name_taken", field: "name" };
  if (property.data_type === "options") return optionsRefusal(property.options ?? []);
  if (property.options !== null) return { reason: "property_without_options", field: "options" };
  if (property.data_type === "number_range") {
    return numberRangesRefusal(property.number_ranges?.ranges ?? []);
  }
  return property.number_ranges === null
    ? null
    : { reason: "property_without_ranges", field: "number_ranges" };
}

/** Why these cannot be the options, or null. */
export function optionsRefusal(options: readonly { readonly label: string }[]): Refusal | null {
  if (options.length === 0) return { reason: "options_missing", field: "options" };
  const seen = new Set<string>();
  for (const [at, { label }] of options.entries()) {
    const field = `options.${at}.label`;
    if (label.trim() === "") return { reason: "option_empty", field };
    if (seen.has(plainName(label))) {
      return { reason: "option_twice", field, values: { label: label.trim() } };
    }
    seen.add(plainName(label));
  }
  return null;
}

/** Why these cannot be the ranges, or null: each needs a name, they ascend and do not overlap. */
export function numberRangesRefusal(ranges: readonly NumberRange[]): Refusal | null {
  if (ranges.length === 0) return { reason: "ranges_missing", field: "number_ranges" };
  const seen = new Set<string>();
  for (const [at, { min, max, label }] of ranges.entries()) {
    const place = `number_ranges.ranges.${at}`;
    if (label.trim() === "") return { reason: "range_unnamed", field: `${place}.label` };
    if (seen.has(plainName(label))) {
      return { reason: "option_twice", field: `${place}.label`, values: { label: label.trim() } };
    }
    seen.add(plainName(label));
    if (min !== null && max !== null && min >= max) {
      return { reason: "range_empty", field: `${place}.max` };
    }
    const next = ranges[at + 1];
    if (next === undefined) continue;
    if (max === null) return { reason: "range_open_within", field: `${place}.max` };
    if (next.min === null) {
      return { reason: "range_open_within", field: `number_ranges.ranges.${at + 1}.min` };
    }
    if (next.min < max) {
      return { reason: "ranges_overlap", field: `number_ranges.ranges.${at + 1}.min` };
    }
  }
  return null;
}

/** The range that contains a number, or undefined. */
export function rangeOf(ranges: readonly NumberRange[], value: number): NumberRange | undefined {
  const last = ranges.at(-1);
  return ranges.find(
    (range) =>
      (range.min === null || value >= range.min) &&
      (range.max === null || value < range.max || (range === last && value === range.max)),
  );
}

/** A value of a property: boolean, number, text, id of an option or colour "#rrggbb" by its data type. */
export type CustomValue = boolean | number | string;

/** Why the property cannot have this value, or null. A missing value (null) is always allowed. */
export function customValueRefusal(
  property: Pick<CustomComponentProperty, "data_type" | "options" | "number_ranges">,
  value: unknown,
): Refusal | null {
  if (value === null) return null;
  switch (property.data_type) {
    case "checkbox":
    case "true_false":
      return typeof value === "boolean" ? null : { reason: "value_not_boolean" };
    case "text":
      if (typeof value !== "string") return { reason: "value_not_text" };
      if (value.trim() === "") return { reason: "value_empty" };
      return value.length > customPropertyLimits.text
        ? { reason: "value_too_long", values: { most: customPropertyLimits.text } }
        : null;
    case "number":
      return isNumber(value) ? null : { reason: "value_not_number" };
    case "number_range":
      if (!isNumber(value)) return { reason: "value_not_number" };
      return rangeOf(property.number_ranges?.ranges ?? [], value)
        ? null
        : { reason: "value_in_no_range", values: { value } };
    case "options":
      return property.options?.some(({ id }) => id === value) === true
        ? null
        : { reason: "value_no_option" };
    case "color":
      return colourShape.safeParse(value).success ? null : { reason: "value_not_colour" };
  }
}

const isNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value);
