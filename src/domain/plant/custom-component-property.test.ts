import { describe, expect, it } from "vitest";
import {
  customPropertyCountRefusal,
  customPropertyRefusal,
  customValueRefusal,
  numberRangesRefusal,
  optionsRefusal,
  rangeOf,
  type CustomDataType,
  type NumberRange,
} from "./custom-component-property.ts";

const range = (min: number | null, max: number | null, label: string): NumberRange => ({
  min,
  max,
  label,
  colour: "#336699",
});
const ranges = [range(null, 2, "thin"), range(2, 5, "right"), range(6, 9, "thick")];
const property = (data_type: CustomDataType) => ({
  component_type: "module" as const,
  name: "Frame",
  data_type,
  options: data_type === "options" ? [{ id: "a", label: "Steel" }] : null,
  number_ranges: data_type === "number_range" ? { unit: "mm", ranges } : null,
});
const reasonOf = (refusal: { reason: string } | null) => refusal?.reason ?? null;

describe("a custom component property", () => {
  it("is of a component type that the plant's technology has", () => {
    const of = (technology: "photovoltaic" | "parabolic_trough") =>
      reasonOf(customPropertyRefusal(technology, property("text"), []));
    expect(of("photovoltaic")).toBeNull();
    expect(of("parabolic_trough")).toBe("twin_type_of_other_technology");
  });

  it("has a unique name per plant and component type, ignoring case", () => {
    const beside = (component_type: "module" | "tracker", name: string) =>
      reasonOf(customPropertyRefusal("photovoltaic", property("text"), [{ component_type, name }]));
    expect(beside("module", " frame ")).toBe("property_name_taken");
    expect(beside("tracker", "Frame")).toBeNull();
    expect(beside("module", "Frame 2")).toBeNull();
    const unnamed = { ...property("text"), name: "  " };
    expect(reasonOf(customPropertyRefusal("photovoltaic", unnamed, []))).toBe(
      "property_name_empty",
    );
  });

  it("has options and ranges exactly if its data type needs them", () => {
    const judged = (changes: object, type: CustomDataType) =>
      reasonOf(customPropertyRefusal("photovoltaic", { ...property(type), ...changes }, []));
    expect(judged({}, "options")).toBeNull();
    expect(judged({}, "number_range")).toBeNull();
    expect(judged({ options: null }, "options")).toBe("options_missing");
    expect(judged({ number_ranges: null }, "number_range")).toBe("ranges_missing");
    expect(judged({ options: [{ label: "x" }] }, "number")).toBe("property_without_options");
    expect(judged({ number_ranges: { unit: "", ranges } }, "color")).toBe(
      "property_without_ranges",
    );
  });

  it("has options that are named and differ", () => {
    const of = (...labels: string[]) => optionsRefusal(labels.map((label) => ({ label })));
    expect(of("Steel", "Aluminium")).toBeNull();
    expect(of("Steel", " ")).toEqual({ reason: "option_empty", field: "options.1.label" });
    expect(of("Steel", "steel ")).toMatchObject({
      reason: "option_twice",
      field: "options.1.label",
    });
  });

  it("has ranges that are named, rise and do not overlap; gaps are allowed", () => {
    const of = (...given: NumberRange[]) => numberRangesRefusal(given);
    expect(of(...ranges)).toBeNull();
    expect(of(range(null, null, "all"))).toBeNull();
    expect(of(range(0, 1, ""))).toMatchObject({ reason: "range_unnamed" });
    expect(of(range(0, 1, "a"), range(1, 2, "A"))).toMatchObject({ reason: "option_twice" });
    expect(of(range(3, 3, "a"))).toMatchObject({ reason: "range_empty" });
    expect(of(range(0, 3, "a"), range(2, 4, "b"))).toEqual({
      reason: "ranges_overlap",
      field: "number_ranges.ranges.1.min",
    });
    expect(of(range(5, 6, "a"), range(0, 1, "b"))).toMatchObject({ reason: "ranges_overlap" });
    expect(of(range(0, null, "a"), range(2, 4, "b"))).toMatchObject({
      reason: "range_open_within",
      field: "number_ranges.ranges.0.max",
    });
    expect(of(range(0, 1, "a"), range(null, 4, "b"))).toMatchObject({
      field: "number_ranges.ranges.1.min",
    });
  });
});

describe("a refused custom component property", () => {
  it("names the field, and what is wrong with it", () => {
    const refusal = (changes: object, type: CustomDataType = "text") =>
      customPropertyRefusal("photovoltaic", { ...property(type), ...changes }, [
        { component_type: "module", name: "Glass" },
      ]);
    expect(refusal({ component_type: "mirror" })).toEqual({
      reason: "twin_type_of_other_technology",
      field: "component_type",
      values: { type: "mirror" },
    });
    expect(refusal({ name: " " })).toEqual({ reason: "property_name_empty", field: "name" });
    expect(refusal({ name: "GLASS " })).toEqual({ reason: "property_name_taken", field: "name" });
    expect(refusal({ options: [] })).toEqual({
      reason: "property_without_options",
      field: "options",
    });
    expect(refusal({ number_ranges: { unit: "", ranges } })).toEqual({
      reason: "property_without_ranges",
      field: "number_ranges",
    });
    expect(refusal({ options: [] }, "options")).toEqual({
      reason: "options_missing",
      field: "options",
    });
    expect(refusal({ number_ranges: null }, "number_range")).toEqual({
      reason: "ranges_missing",
      field: "number_ranges",
    });
  });

  it("names the option or the range", () => {
    expect(optionsRefusal([{ label: "Steel" }, { label: "Zinc" }, { label: " STEEL" }])).toEqual({
      reason: "option_twice",
      field: "options.2.label",
      values: { label: "STEEL" },
    });
    const named = (...given: NumberRange[]) => numberRangesRefusal(given);
    const place = "number_ranges.ranges.1";
    const first = range(0, 1, "a");
    expect(named(first, range(1, 2, " "))).toEqual({
      reason: "range_unnamed",
      field: `${place}.label`,
    });
    expect(named(first, range(1, 2, " A "))).toEqual({
      reason: "option_twice",
      field: `${place}.label`,
      values: { label: "A" },
    });
    expect(named(first, range(2, 1, "b"))).toEqual({
      reason: "range_empty",
      field: `${place}.max`,
    });
    expect(named(first, range(null, 2, "b"))).toEqual({
      reason: "range_open_within",
      field: `${place}.min`,
    });
    expect(named(first, range(1, null, "b"), range(3, 4, "c"))).toEqual({
      reason: "range_open_within",
      field: `${place}.max`,
    });
    expect(named(first, range(1, 2, "b"))).toBeNull();
  });

  it("is one too many after a hundred", () => {
    expect(customPropertyCountRefusal({ count: 99 })).toBeNull();
    expect(customPropertyCountRefusal({ count: 100 })).toEqual({
      reason: "too_many_properties",
      values: { most: 100 },
    });
  });

  it("has a value that the refusal repeats, or the largest length", () => {
    expect(customValueRefusal(property("number_range"), 5.5)).toEqual({
      reason: "value_in_no_range",
      values: { value: 5.5 },
    });
    expect(customValueRefusal(property("text"), "x".repeat(2001))).toEqual({
      reason: "value_too_long",
      values: { most: 2000 },
    });
    const bare = { options: null, number_ranges: null };
    expect(customValueRefusal({ data_type: "options", ...bare }, "a")).toEqual({
      reason: "value_no_option",
    });
    expect(customValueRefusal({ data_type: "number_range", ...bare }, 1)?.reason).toBe(
      "value_in_no_range",
    );
  });
});

describe("a number", () => {
  it("is in the range that begins with it, and the maximum is in the last range", () => {
    const at = (value: number) => rangeOf(ranges, value)?.label;
    expect([-40, 1.99, 2, 4.99, 5, 5.5, 6, 9, 9.01].map(at)).toEqual([
      "thin",
      "thin",
      "right",
      "right",
      undefined,
      undefined,
      "thick",
      "thick",
      undefined,
    ]);
    expect(rangeOf([range(7, null, "far")], 1e9)?.label).toBe("far");
  });
});

describe("a value of a custom component property", () => {
  const judge = (type: CustomDataType, value: unknown) =>
    reasonOf(customValueRefusal(property(type), value));

  it.each<[CustomDataType, unknown[], [unknown, string][]]>([
    [
      "checkbox",
      [true, false],
      [
        ["true", "value_not_boolean"],
        [1, "value_not_boolean"],
      ],
    ],
    ["true_false", [true, false], [[0, "value_not_boolean"]]],
    [
      "text",
      ["Lot 7", "á".repeat(2000)],
      [
        [7, "value_not_text"],
        ["  ", "value_empty"],
        ["x".repeat(2001), "value_too_long"],
      ],
    ],
    [
      "number",
      [0, -3.5],
      [
        [Number.NaN, "value_not_number"],
        [Infinity, "value_not_number"],
        ["3", "value_not_number"],
      ],
    ],
    [
      "number_range",
      [1, 9],
      [
        [5.5, "value_in_no_range"],
        ["1", "value_not_number"],
      ],
    ],
    [
      "options",
      ["a"],
      [
        ["Steel", "value_no_option"],
        [1, "value_no_option"],
      ],
    ],
    [
      "color",
      ["#a1B2c3"],
      [
        ["red", "value_not_colour"],
        ["#abc", "value_not_colour"],
        [0, "value_not_colour"],
      ],
    ],
  ])("of the type %s is taken where it fits and refused with a reason", (type, good, bad) => {
    for (const value of good) expect(judge(type, value), String(value)).toBeNull();
    for (const [value, reason] of bad) expect(judge(type, value), String(value)).toBe(reason);
    expect(judge(type, null)).toBeNull();
  });
});
