// The form state of a custom component property.
import { rangeColours } from "../../domain/colour/palette.ts";
import type { Technology } from "../../domain/component/component.ts";
import { componentTypesOf, type ComponentType } from "../../domain/component/component.ts";
import type {
  CustomComponentProperty,
  CustomComponentPropertyForm,
  CustomDataType,
  CustomRelationType,
  PropertyCondition,
} from "../../domain/plant/custom-component-property.ts";

/** NaN is an open end, as in number fields. `key` is the React key of the row. */
export type RangeDraft = {
  readonly key: number;
  readonly min: number;
  readonly max: number;
  readonly label: string;
  readonly colour: string;
};
export type OptionDraft = {
  readonly key: number;
  readonly id: string | null;
  readonly label: string;
};

export type PropertyDraft = {
  component_type: ComponentType;
  name: string;
  data_type: CustomDataType;
  relation_type: CustomRelationType;
  options: readonly OptionDraft[];
  is_required: boolean;
  /** Null where the property always applies. */
  condition: PropertyCondition | null;
  unit: string;
  ranges: readonly RangeDraft[];
};

/** The draft of a stored property, or of a new property for the technology. */
export function draftOf(
  row: CustomComponentProperty | null,
  technology: Technology,
  component_type: ComponentType | null = null,
): PropertyDraft {
  const finest = componentTypesOf(technology).at(-1)!;
  return {
    component_type: row?.component_type ?? component_type ?? finest,
    name: row?.name ?? "",
    data_type: row?.data_type ?? "text",
    relation_type: row?.relation_type ?? "component",
    options: (row?.options ?? []).map((option, key) => ({ key, ...option })),
    is_required: row?.is_required ?? false,
    condition: row?.condition ?? null,
    unit: row?.number_ranges?.unit ?? "",
    ranges: (row?.number_ranges?.ranges ?? []).map(({ min, max, ...rest }, key) => ({
      key,
      min: min ?? NaN,
      max: max ?? NaN,
      ...rest,
    })),
  };
}

/** The request body, with only the fields of the data type. */
export function formOf(draft: PropertyDraft): CustomComponentPropertyForm {
  const { component_type, name, data_type, relation_type, condition } = draft;
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  return {
    component_type,
    name: name.trim(),
    data_type,
    relation_type,
    options:
      data_type === "options"
        ? draft.options.map(({ id, label }) => ({ ...(id !== null && { id }), label }))
        : null,
    number_ranges:
      data_type === "number_range"
        ? {
            unit: draft.unit,
            ranges: draft.ranges.map(({ min, max, label, colour }) => ({
              min: orNull(min),
              max: orNull(max),
              label,
              colour,
            })),
          }
        : null,
    // A checkbox always has an answer.
    is_required: draft.is_required && data_type !== "checkbox",
    condition,
  };
}

const nextKey = (rows: readonly { readonly key: number }[]) =>
  rows.reduce((most, { key }) => Math.max(most, key), -1) + 1;

/** The draft with one option per label inserted at index `at`. */
export function withOptions(
  options: readonly OptionDraft[],
  at: number,
  labels: readonly string[],
): OptionDraft[] {
  const first = nextKey(options);
  const added = labels.map((label, index) => ({ key: first + index, id: null, label }));
  return options.toSpliced(at, 0, ...added);
}

/** The draft with one more range, which starts at the end of the last one. */
export function withRange(ranges: readonly RangeDraft[]): RangeDraft[] {
  const last = ranges.at(-1);
  const colour = rangeColours[ranges.length % rangeColours.length]!;
  return [...ranges, { key: nextKey(ranges), min: last?.max ?? NaN, max: NaN, label: "", colour }];
}

/** Options of the stored property that the draft removes. */
export function removedOptions(
  row: CustomComponentProperty | null,
  draft: PropertyDraft,
): NonNullable<CustomComponentProperty["options"]> {
  const kept = new Set(draft.options.map(({ id }) => id));
  return (row?.options ?? []).filter(({ id }) => !kept.has(id));
}
