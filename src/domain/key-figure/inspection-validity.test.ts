import { expect, it } from "vitest";
import { withheldOf } from "./inspection-validity.ts";
import { keyFigureByKey } from "./key-figure.ts";

const idOf = (key: string) => keyFigureByKey(key)!.id;

it("counts components without a sure place or a plausible value, of modules and tubes", () => {
  const [modules, tubes] = [idOf("module_inspection_validity"), idOf("tube_inspection_validity")];
  const found = withheldOf([
    { key_figure_id: modules, histogram: [5, 6, 7, 8] },
    { key_figure_id: tubes, histogram: [5, 6, 7, 0, 9] },
  ]);
  expect(found).toEqual([
    { reason: "place_not_sure", key_figure_id: modules, class_value: 3, count: 8 },
    { reason: "not_plausible", key_figure_id: tubes, class_value: 4, count: 9 },
  ]);
});

it("has the class of modules without a judgement that the evaluation writes", () => {
  const { classes } = keyFigureByKey("module_inspection_validity")!;
  expect(classes.find(({ key }) => key === "not_judged")?.value).toBe(9);
});

it("counts no class of another key figure, and none that is unknown", () => {
  const histogram = [1, 1, 1, 1, 1];
  expect(withheldOf([{ key_figure_id: idOf("hotspots"), histogram }])).toEqual([]);
  expect(withheldOf([{ key_figure_id: 9999, histogram }])).toEqual([]);
});
