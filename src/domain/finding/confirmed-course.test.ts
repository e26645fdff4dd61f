// "Resolved" is said only where a later survey measured the fault: surveys of modules, judged by hand.
import { describe, expect, it } from "vitest";
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import { faultTypeKeyFigures } from "../key-figure/fault-type.ts";
import { keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import { plantCourses } from "../key-figure/plant-course.ts";
import { componentCourse } from "./component-course.ts";
import { courseColumn, figuresOfCourse } from "./confirmed-course.ts";

const figureOf = (key: string) => keyFigureByKey(key)!;
const classOf = (key: string, name: string) =>
  figureOf(key).classes.find((one) => one.key === name)!.value;
const byClass = figureOf("class_of_abnormality");
const byType = figureOf("fault_type");

/** One module in one survey: the classes of some key figures by their names. */
type Values = Readonly<Record<string, string | number>>;
const numberOf = (key: string, value: string | number) =>
  typeof value === "number" ? value : classOf(key, value);
const surveyOf = (values: Values) => ({
  valuesOf({ key, kind }: KeyFigure): ColumnValues | undefined {
    const value = values[key];
    if (value === undefined) return undefined;
    return kind === "u8"
      ? Uint8Array.of(numberOf(key, value))
      : Float32Array.of(numberOf(key, value));
  },
  limitsOf: ({ limits }: KeyFigure) => limits,
});
const courseOf = (keyFigure: KeyFigure, surveys: readonly Values[]) =>
  plantCourses[courseColumn(keyFigure, surveys.map(surveyOf), 1)[0]!];

const good = { class_of_abnormality: "no_abnormality", fault_type: "none" };
const broken = {
  class_of_abnormality: "safety_relevant",
  fault_type: "glass_broken",
  glass_breakage: "broken",
};
/** An infrared survey alone: warm or not, and nothing of glass. */
const cold = { ...good, delta_t_normalised: 0.5 };
const whole = { ...cold, glass_breakage: "intact" };
const hotspot = {
  class_of_abnormality: "thermal_abnormality",
  fault_type: "hotspot",
  hotspots: 1,
  delta_t_normalised: 12,
};
const cool = { ...cold, hotspots: 0 };

const journeys = [
  ["broken glass, then infrared alone", [broken, cold], "unmeasured"],
  ["and then glass that is whole", [broken, cold, whole], "resolved"],
  ["whole glass at once", [broken, whole], "resolved"],
  ["a hotspot that is cold", [hotspot, cold], "resolved"],
  ["a hotspot where no hotspots were counted", [hotspot, cool], "resolved"],
  ["broken glass, then a hotspot, then infrared alone", [broken, hotspot, cool], "unmeasured"],
  [
    "broken glass, then a hotspot, then all",
    [broken, hotspot, { ...whole, hotspots: 0 }],
    "resolved",
  ],
  [
    "broken glass that infrared did not see, and is broken still",
    [broken, cold, broken],
    "persisting",
  ],
  ["whole in between", [broken, whole, broken], "returned"],
  ["resolved two surveys ago", [broken, whole, whole], "resolved_before"],
  ["resolved, then infrared alone", [broken, whole, cold], "resolved_before"],
  ["never", [cold, whole], "never"],
  ["new", [whole, broken], "new"],
  ["one survey", [broken], "unknown"],
  ["a fault without a name", [{ class_of_abnormality: "safety_relevant" }, cold], "resolved"],
] as const;

describe.each([byClass, byType])("by $key", (keyFigure) => {
  it.each(journeys)("%s", (name, surveys, expected) => {
    // Without a fault type nothing is judged by it.
    const isUnnamed = name.includes("without a name") && keyFigure === byType;
    if (!isUnnamed) expect(courseOf(keyFigure, surveys)).toBe(expected);
  });
});

it("keeps a fault that is named though the component is called good", () => {
  const still = { class_of_abnormality: "no_abnormality", fault_type: "glass_broken" };
  expect(courseOf(byClass, [broken, still])).toBe("persisting");
});

it("is one value alone for a key figure that names no fault", () => {
  const heat = figureOf("delta_t_normalised");
  expect(figuresOfCourse(heat)).toEqual([]);
  expect(courseOf(heat, [{ ...broken, delta_t_normalised: 30 }, cold])).toBe("resolved");
  expect(courseOf(heat, [{ delta_t_normalised: 30 }, { delta_t_normalised: NaN }])).toBe(
    "unmeasured",
  );
});

it("has fault types that fit the bits in which they are kept", () => {
  for (const { classes } of faultTypeKeyFigures) {
    expect(Math.max(...classes.map(({ value }) => value))).toBeLessThan(32);
  }
});

describe("on a card", () => {
  const historyOf = (surveys: readonly Values[]) =>
    surveys.map((values, at) => ({
      analysis_id: at + 1,
      name: `Analysis ${at + 1}`,
      flown_at: `202${at}-01-01T10:00:00Z`,
      values: Object.entries(values).map(([key, value]) => {
        const number = numberOf(key, value);
        const isMissing = number === MISSING_U8;
        return { key_figure_id: figureOf(key).id, value: isMissing ? null : number };
      }),
    }));
  const courseAt = (surveys: readonly Values[], analysis_id: number) =>
    componentCourse(byClass, historyOf(surveys), analysis_id, ({ limits }) => limits);

  it.each(journeys)("says the same of %s", (_name, surveys, expected) => {
    const course = courseAt(surveys, surveys.length)?.course ?? null;
    const said = { resolved_before: "resolved", never: null, unknown: null } as const;
    expect(course).toBe(expected in said ? said[expected as keyof typeof said] : expected);
  });

  it("speaks of the open analysis, not of a newer one", () => {
    const surveys = [whole, broken, whole];
    expect(courseAt(surveys, 2)).toEqual({ course: "new", since: "2021-01-01T10:00:00Z" });
    expect(courseAt(surveys, 3)).toEqual({ course: "resolved", since: "2022-01-01T10:00:00Z" });
  });

  it("gives the date of the last survey that showed what was not measured again", () => {
    const missing = { class_of_abnormality: MISSING_U8 };
    expect(courseAt([broken, broken, cold, missing], 4)).toEqual({
      course: "unmeasured",
      since: "2021-01-01T10:00:00Z",
    });
    expect(courseAt([broken, broken, { shading: 0 }], 3)).toBeNull();
  });
});
