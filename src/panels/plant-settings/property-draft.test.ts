import { expect, test } from "vitest";
import { customComponentPropertyFormShape } from "../../domain/plant/custom-component-property.ts";
import { draftOf, formOf, removedOptions, withOptions, withRange } from "./property-draft.ts";

const stored = {
  id: 4,
  plant_id: 1,
  component_type: "module" as const,
  name: "Frame",
  data_type: "options" as const,
  relation_type: "component" as const,
  options: [
    { id: "a", label: "Steel" },
    { id: "b", label: "Wood" },
  ],
  number_ranges: null,
  is_required: false,
  condition: null,
  position: 0,
};

test("a new property defaults to the lowest component type and text", () => {
  const draft = draftOf(null, "photovoltaic");
  expect(draft).toMatchObject({ component_type: "module", data_type: "text", options: [] });
  expect(draftOf(null, "parabolic_trough", "loop").component_type).toBe("loop");
});

test("options keep their ids, new ones have none, and removed ones are listed", () => {
  const draft = draftOf(stored, "photovoltaic");
  const [, wood] = draft.options;
  const changed = { ...draft, options: withOptions([wood!], 1, ["Plastic", "Glass"]) };
  expect(formOf(changed).options).toEqual([
    { id: "b", label: "Wood" },
    { label: "Plastic" },
    { label: "Glass" },
  ]);
  expect(new Set(changed.options.map(({ key }) => key)).size).toBe(3);
  expect(removedOptions(stored, changed)).toEqual([{ id: "a", label: "Steel" }]);
});

test("fields that the data type does not have are not sent", () => {
  const draft = { ...draftOf(stored, "photovoltaic"), data_type: "number" as const };
  expect(formOf(draft)).toMatchObject({ options: null, number_ranges: null });
  expect(customComponentPropertyFormShape.safeParse(formOf(draft)).success).toBe(true);
});

test("a new range starts at the end of the last one, and open ends are null", () => {
  const [first] = withRange([]);
  const [, second] = withRange([{ ...first!, max: 5, label: "thin" }]);
  expect(second).toMatchObject({ min: 5, label: "" });
  const draft = {
    ...draftOf(null, "photovoltaic"),
    data_type: "number_range" as const,
    unit: "mm",
    ranges: [{ ...first!, max: 5, label: "thin" }],
  };
  expect(formOf(draft).number_ranges).toEqual({
    unit: "mm",
    ranges: [{ min: null, max: 5, label: "thin", colour: first!.colour }],
  });
});
