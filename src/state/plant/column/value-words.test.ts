import { beforeAll, describe, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { filterWords } from "../filter/filter-words.ts";
import {
  className,
  componentTypeInText,
  componentTypeName,
  formatFixed,
  formatMeasured,
  formatValue,
  keyFigureDescription,
  keyFigureName,
  keyFigureTitle,
  severityName,
  severityRange,
} from "./value-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const figure = (key: string) => keyFigureByKey(key)!;
/** A narrow no-break space: a unit is not separated from its number. */
const NARROW = "\u202F";

describe("names", () => {
  test("of key figures, with and without their unit", () => {
    expect(keyFigureName(figure("soiling"))).toBe("Soiling");
    expect(keyFigureTitle(figure("soiling"))).toBe("Soiling (%)");
    expect(keyFigureTitle(figure("hot_cell_count"))).toBe("Hot cells");
    expect(keyFigureDescription(figure("soiling"))).toBe(
      "Power lost because of dirt on the module.",
    );
  });

  test("of classes, and the number of a class that the catalogue does not have", () => {
    expect(className(figure("soiling_pattern"), 2)).toBe("Lower edge");
    expect(className(figure("soiling_pattern"), 77)).toBe("77");
  });

  test("of severities", () => {
    expect(([0, 1, 2, 3] as const).map(severityName)).toEqual(["Good", "Watch", "Poor", "Act now"]);
  });

  test("of component types, for one and for many", () => {
    expect(componentTypeName("absorber_tube")).toBe("Absorber tube");
    expect(componentTypeName("absorber_tube", true)).toBe("Absorber tubes");
  });

  test("inside a sentence begin with a small letter, except acronyms", () => {
    expect(componentTypeInText("absorber_tube")).toBe("absorber tube");
    expect(componentTypeInText("absorber_tube", true)).toBe("absorber tubes");
    expect(componentTypeInText("sca", true)).toBe("SCAs");
  });
});

describe("a value", () => {
  test("has as many decimals as its step", () => {
    expect(formatMeasured({ step: 0.1 }, 12.345)).toBe("12.3");
    expect(formatMeasured({ step: 0.01 }, 12.345)).toBe("12.35");
    expect(formatMeasured({ step: 1 }, 12.345)).toBe("12");
    expect(formatMeasured({ step: 5 }, 1234.5)).toBe("1,235");
    expect(formatMeasured({ step: 0.5 }, 1.25)).toBe("1.5");
    // Float32 values, in the same direction for both signs.
    expect(
      [9.95, 3.95, -3.95].map((one) => formatMeasured({ step: 0.1 }, Math.fround(one))),
    ).toEqual(["10", "4", "-4"]);
    // Six at most.
    expect(formatMeasured({ step: 1e-9 }, 1.123456789)).toBe("1.123457");
  });

  test("has all of its decimals in a column", () => {
    expect([9.95, 3.95, 4, -12.34].map((one) => formatFixed({ step: 0.1 }, one))).toEqual([
      "10.0",
      "4.0",
      "4.0",
      "-12.3",
    ]);
    expect(formatFixed({ step: 5 }, 1234.5)).toBe("1,235");
  });

  test("is followed by its unit where it has one", () => {
    expect(formatValue(figure("delta_t_normalised"), 12.34)).toBe(`12.3${NARROW}K`);
    expect(formatValue(figure("hot_cell_count"), 3)).toBe("3");
  });

  test("of a class is the name of the class", () => {
    expect(formatValue(figure("soiling_pattern"), 1)).toBe("Uniform");
  });

  test("that is missing is a dash, and zero is a value", () => {
    for (const missing of [null, undefined, Number.NaN]) {
      expect(formatValue(figure("delta_t_normalised"), missing)).toBe("–");
    }
    expect(formatValue(figure("delta_t_normalised"), 0)).toBe(`0${NARROW}K`);
  });
});

describe("what a severity means in values", () => {
  const ranges = (key: string, limits: readonly number[]) =>
    [0, 1, 2, 3].map((severity) => severityRange(figure(key), limits, severity));

  test("where more is worse", () => {
    expect(ranges("delta_t_normalised", [4, 10, 20])).toEqual([
      `< 4${NARROW}K`,
      `4 – 10${NARROW}K`,
      `10 – 20${NARROW}K`,
      `≥ 20${NARROW}K`,
    ]);
  });

  test("where less is worse", () => {
    expect(ranges("cleanliness", [97, 94, 90])).toEqual(["> 97%", "97 – 94%", "94 – 90%", "≤ 90%"]);
  });

  test("where both ends are bad, by size", () => {
    expect(ranges("orientation", [3, 6, 10])).toEqual([
      `|x| < 3${NARROW}mrad`,
      `|x| 3 – 6${NARROW}mrad`,
      `|x| 6 – 10${NARROW}mrad`,
      `|x| ≥ 10${NARROW}mrad`,
    ]);
  });

  test("with limits as they were set", () => {
    expect(severityRange(figure("delta_t_normalised"), [4.04, 10, 20], 0)).toBe(`< 4.04${NARROW}K`);
    expect(severityRange(figure("heat_loss"), [337, 536, 855], 1)).toBe(`337 – 536${NARROW}W/m`);
  });

  test("without a unit, and nothing without limits", () => {
    expect(ranges("hot_cell_count", [1, 3, 6])).toEqual(["< 1", "1 – 3", "3 – 6", "≥ 6"]);
    expect(severityRange(figure("delta_t_normalised"), [], 0)).toBe("");
  });
});

describe("the chip of a filter", () => {
  const heat = figure("delta_t_normalised").id;
  const pattern = figure("soiling_pattern").id;
  const name = "Normalised temperature difference";
  test.each([
    [{ kind: "text", text: "T-12" }, "Name: “T-12”"],
    [{ kind: "within", component_type: "tracker", dt_id: "T-12" }, "Tracker T-12"],
    [{ kind: "present", key_figure_id: 9999, present: true }, "Key figure 9999"],
    [{ kind: "present", key_figure_id: heat, present: true }, `${name}: measured`],
    [{ kind: "present", key_figure_id: heat, present: false }, `${name}: not measured`],
    [
      { kind: "classes", key_figure_id: pattern, values: [1, 3], by: "class" },
      "Soiling pattern: Uniform, Bird droppings",
    ],
    [
      { kind: "classes", key_figure_id: pattern, values: [1, 2], by: "severity" },
      "Soiling pattern: Watch, Poor",
    ],
    [{ kind: "range", key_figure_id: heat, min: null, max: 5 }, `${name} ≤ 5${NARROW}K`],
    [{ kind: "range", key_figure_id: heat, min: 4, max: null }, `${name} ≥ 4${NARROW}K`],
    [{ kind: "range", key_figure_id: heat, min: 4, max: 5.5 }, `${name} 4 to 5.5${NARROW}K`],
  ] as const)("of %o says %s", (filter, words) => {
    expect(filterWords(filter as Parameters<typeof filterWords>[0])).toBe(words);
  });
});
