// The values of a custom property in a few categories, for the colours and signs of a map.
import { rangeOf, type CustomComponentProperty } from "../plant/custom-component-property.ts";
import type { ColumnValue } from "./observation.ts";

type Category =
  | { readonly kind: "boolean"; readonly value: boolean }
  /** An option, a named range, or a colour. */
  | { readonly kind: "label"; readonly label: string }
  /** Numbers from `from` to `to`; the last category includes its end. */
  | { readonly kind: "numbers"; readonly from: number; readonly to: number }
  /** All values alike. */
  | { readonly kind: "any" };
export type ValueCategory = Category & {
  readonly id: string;
  /** "#rrggbb" that the property's settings or the value itself give; null for the palette of the map. */
  readonly colour: string | null;
};

export type Categories = {
  readonly categories: readonly ValueCategory[];
  /** The index of a value's category; -1 where it has none any more. */
  readonly of: (value: ColumnValue) => number;
};

/** Classes of plain numbers. */
const NUMBER_CLASSES = 5;
/** Colours and texts beyond these are not distinguished. */
const MOST_COLOURS = 9;

/** The categories of the values of a property. `values`: those that occur. */
export function categoriesOf(
  property: Pick<CustomComponentProperty, "data_type" | "options" | "number_ranges">,
  values: readonly ColumnValue[],
): Categories {
  switch (property.data_type) {
    case "checkbox":
    case "true_false":
      return {
        categories: [true, false].map((value) => ({
          kind: "boolean",
          value,
          id: String(value),
          colour: null,
        })),
        of: (value) => (value === true ? 0 : value === false ? 1 : -1),
      };
    case "options": {
      const options = property.options ?? [];
      return {
        categories: options.map(({ id, label }) => ({ kind: "label", id, label, colour: null })),
        of: (value) => options.findIndex(({ id }) => id === value),
      };
    }
    case "number_range": {
      const ranges = property.number_ranges?.ranges ?? [];
      return {
        categories: ranges.map(({ label, colour }, at) => ({
          kind: "label",
          id: String(at),
          label,
          colour,
        })),
        of: (value) =>
          typeof value === "number"
            ? ranges.findIndex((one) => one === rangeOf(ranges, value))
            : -1,
      };
    }
    case "color": {
      const colours = [...new Set(values.map(String))].toSorted().slice(0, MOST_COLOURS);
      return {
        categories: colours.map((colour) => ({ kind: "label", id: colour, label: colour, colour })),
        of: (value) => colours.indexOf(String(value)),
      };
    }
    case "number":
      return numberCategories(values.filter((value) => typeof value === "number"));
    case "text":
      return { categories: [{ kind: "any", id: "any", colour: null }], of: () => 0 };
  }
}

/** Classes of equal width from the least to the greatest number. */
function numberCategories(numbers: readonly number[]): Categories {
  if (numbers.length === 0) return { categories: [], of: () => -1 };
  const least = numbers.reduce((a, b) => Math.min(a, b));
  const most = numbers.reduce((a, b) => Math.max(a, b));
  const classes = most > least ? NUMBER_CLASSES : 1;
  const width = (most - least) / classes;
  return {
    categories: Array.from({ length: classes }, (_, at) => ({
      kind: "numbers",
      id: String(at),
      from: least + at * width,
      to: at === classes - 1 ? most : least + (at + 1) * width,
      colour: null,
    })),
    of: (value) =>
      typeof value === "number" && value >= least && value <= most
        ? Math.min(classes - 1, width > 0 ? Math.floor((value - least) / width) : 0)
        : -1,
  };
}
