// Which values of an observation are entered by one press, and in which order its columns are offered.
import { expect, test } from "vitest";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import type { CustomDataType } from "../../domain/plant/custom-component-property.ts";
import { recentFirst } from "../../state/observation/recent.ts";
import { quickOptions } from "./quick-options.ts";

const property = (id: number, data_type: CustomDataType, count = 0): ObservationColumn => ({
  id: `ccp_${id}`,
  pi_column: null,
  ccp_column: {
    id,
    plant_id: 1,
    component_type: "module",
    name: "Damage",
    data_type,
    relation_type: "time",
    options: Array.from({ length: count }, (_, at) => ({
      id: `o${at}`,
      label: `Option ${at}`,
    })),
    number_ranges: null,
    is_required: false,
    condition: null,
    position: id,
  },
});
const figure = (id: number): ObservationColumn => ({
  id: `pi_${id}`,
  ccp_column: null,
  pi_column: { pi_id: id },
});
const unused = () => [];

test("options are buttons in their order, up to ten of them", () => {
  const ten = quickOptions(property(1, "options", 10), unused);
  expect(ten?.map(({ label, value }) => [label, value])).toEqual(
    Array.from({ length: 10 }, (_, at) => [`Option ${at}`, `o${at}`]),
  );
  expect(quickOptions(property(1, "options", 11), unused)).toBeNull();
});

test("of colours, the six that are used most are buttons", () => {
  const colours = Array.from({ length: 8 }, (_, at) => `#00000${at}`);
  const used = (id: string) => (id === "ccp_2" ? colours.map((value) => ({ value })) : []);
  const found = quickOptions(property(2, "color"), used);
  expect(found?.map(({ value }) => value)).toEqual(colours.slice(0, 6));
  expect(quickOptions(property(3, "color"), used)).toBeNull();
});

test("each class of a key figure is a button; a measured value is typed", () => {
  const classes = keyFigures.find(({ kind }) => kind === "u8");
  const measured = keyFigures.find(({ kind }) => kind === "f32");
  const found = quickOptions(figure(classes!.id), unused);
  expect(found?.map(({ value }) => value)).toEqual(
    classes?.kind === "u8" ? classes.classes.map(({ value }) => value) : [],
  );
  expect(quickOptions(figure(measured!.id), unused)).toBeNull();
  expect(quickOptions(property(4, "text"), unused)).toBeNull();
});

test("columns that were used last come first, the others keep their order", () => {
  const columns = [1, 2, 3, 4].map((id) => property(id, "text"));
  const order = recentFirst(columns, ["ccp_3", "ccp_9", "ccp_2"]).map(({ id }) => id);
  expect(order).toEqual(["ccp_3", "ccp_2", "ccp_1", "ccp_4"]);
});
