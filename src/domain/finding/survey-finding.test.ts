// What a survey says of components: tables counted by hand.
import { describe, expect, it } from "vitest";
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { faultTypeFigureOf } from "../key-figure/fault-type.ts";
import { keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import type { ComponentType } from "../component/component.ts";
import { derivedFaultTypes } from "../key-figure/derived-fault-type.ts";
import { UNNAMED } from "./finding-life.ts";
import {
  figuresOfFinding,
  findingKeyFigures,
  seenAt,
  seenOf,
  surveyFindings,
} from "./survey-finding.ts";

const valueOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
const type = (name: string) => valueOf("fault_type", name);
const abnormality = (name: string) => valueOf("class_of_abnormality", name);
const survey = (columns: Readonly<Record<string, ColumnValues>>) => ({
  valuesOf: ({ key }: KeyFigure) => columns[key],
  limitsOf: ({ limits }: KeyFigure) => limits,
});

describe("a survey of modules", () => {
  const rows = [
    // type, class, what is seen
    ["none", "no_abnormality", { fault_type: 0, severity: 0 }],
    [
      "substring_bypassed",
      "thermal_abnormality",
      { fault_type: type("substring_bypassed"), severity: 2 },
    ],
    ["hotspot", "safety_relevant", { fault_type: type("hotspot"), severity: 3 }],
    // Broken, though not warm.
    ["glass_broken", "no_abnormality", { fault_type: type("glass_broken"), severity: 3 }],
    // Hot for no stated reason.
    [null, "safety_relevant", { fault_type: 0, severity: 3 }],
    // Named, but never judged.
    ["shading", null, { fault_type: type("shading"), severity: 1 }],
    [null, null, { fault_type: 0, severity: NO_SEVERITY }],
    ["none", null, { fault_type: 0, severity: 0 }],
  ] as const;
  const columns = {
    fault_type: Uint8Array.from(rows, ([name]) => (name === null ? MISSING_U8 : type(name))),
    class_of_abnormality: Uint8Array.from(rows, ([, name]) =>
      name === null ? MISSING_U8 : abnormality(name),
    ),
  };

  it.each(rows.map(([name, judged, seen], row) => [name, judged, row, seen] as const))(
    "says of %s, judged %s, in row %i",
    (_name, _judged, row, seen) => {
      const at = seenAt(faultTypeFigureOf("module")!, survey(columns))!;
      expect(at(row)).toEqual(seen);
    },
  );

  it("has the findings that are not good, of components that exist", () => {
    const exists = Uint8Array.from(rows, (_, row) => (row === 2 ? 0 : 1));
    const found = surveyFindings(survey(columns), (of) =>
      of === "module" ? { count: rows.length, exists } : { count: 0, exists: null },
    );
    expect(found.map(({ row }) => row)).toEqual([1, 3, 4, 5]);
    expect(found.every(({ component_type }) => component_type === "module")).toBe(true);
  });
});

it("says nothing of a component type of which it has no column", () => {
  expect(seenAt(faultTypeFigureOf("mirror")!, survey({}))).toBeNull();
});

it("judges a tube by the first key figure that has a value", () => {
  const glass = keyFigureByKey("glass_tube_temperature")!;
  const bad = glass.classes.find(({ severity }) => severity === 3)!.value;
  const columns = {
    glass_tube_temperature: Uint8Array.of(bad, MISSING_U8),
    heat_loss: Float32Array.of(0, 10_000),
  };
  const at = seenAt(faultTypeFigureOf("absorber_tube")!, survey(columns))!;
  expect(at(0)).toEqual({ fault_type: 0, severity: 3 });
  expect(at(1).severity).toBe(3);
});

it("needs the fault types and all that judges them", () => {
  const keys = findingKeyFigures.map(({ key }) => key);
  for (const key of ["fault_type", "class_of_abnormality", "tube_fault_type", "heat_loss"]) {
    expect(keys).toContain(key);
  }
});

describe("what a survey says of one finding of a good component", () => {
  /** Component type, the finding, what the survey has of the component, and whether it speaks of the finding. */
  const cases: [ComponentType, string, Readonly<Record<string, number>>, boolean][] = [
    ["module", "glass_broken", { class_of_abnormality: abnormality("no_abnormality") }, false],
    ["module", "glass_broken", { class_of_abnormality: 1, glass_breakage: 0 }, true],
    ["module", "connection", { class_of_abnormality: 1 }, false],
    ["module", "cell_damage", { class_of_abnormality: 1 }, false],
    ["module", "soiling", { class_of_abnormality: 1, soiling: 0 }, true],
    // These are seen by their heat alone.
    ["module", "hotspot", { class_of_abnormality: 1 }, true],
    ["module", "substring_bypassed", { class_of_abnormality: 1 }, true],
    ["sca", "leak", { tracking_deviation: 0 }, false],
    ["sca", "leak", { tracking_deviation: 0, htf_leak: 0 }, true],
    ["sca", "deviating", { tracking_deviation: 0 }, true],
    ["sca", "stuck", { tracking_deviation: 0 }, false],
    ["mirror", "misaligned", { mirror_damage: 0 }, false],
    ["mirror", "misaligned", { mirror_damage: 0, mirror_alignment: 0 }, true],
    ["mirror", "missing", { mirror_damage: 0 }, true],
    ["absorber_tube", "displaced", { heat_loss: 100 }, false],
    ["absorber_tube", "bellows_shield", { heat_loss: 100 }, false],
    ["absorber_tube", "hydrogen", { heat_loss: 100 }, true],
    ["absorber_tube", "heat_loss", { heat_loss: 100 }, true],
  ];
  const asked = (
    component_type: ComponentType,
    stated: Readonly<Record<string, number>>,
    types: number | null,
  ) => {
    const figure = faultTypeFigureOf(component_type)!;
    const all = types === null ? stated : { ...stated, [figure.key]: types };
    const columns = Object.fromEntries(
      Object.entries(all).map(([key, value]) => {
        const { kind } = keyFigureByKey(key)!;
        return [key, kind === "u8" ? Uint8Array.of(value) : Float32Array.of(value)];
      }),
    );
    return seenOf(figure, survey(columns))!;
  };

  it.each(cases)("a %s with %s, by %o: %s", (type, name, stated, isKnown) => {
    const figure = faultTypeFigureOf(type)!;
    const fault = valueOf(figure.key, name);
    // The type follows from the values, as the import derives it.
    const columns = Object.fromEntries(
      Object.entries(stated).map(([key, value]) => {
        const { kind } = keyFigureByKey(key)!;
        return [key, kind === "u8" ? Uint8Array.of(value) : Float32Array.of(value)];
      }),
    );
    const derived = derivedFaultTypes(type, 1, ({ key }) => columns[key])![0]!;
    const seen = asked(type, stated, derived)(0, fault);
    expect(seen.severity).toBe(isKnown ? 0 : NO_SEVERITY);
    // A fault without a name is gone where the component is good.
    expect(asked(type, stated, derived)(0, UNNAMED).severity).toBe(0);
    const read = figuresOfFinding(type, fault).map(({ key }) => key);
    if (isKnown) expect(Object.keys(stated).some((key) => read.includes(key))).toBe(true);
  });

  it("is that it is gone where a file states that there is no fault, and nothing else says so", () => {
    const none = type("none");
    expect(asked("module", {}, none)(0, type("glass_broken")).severity).toBe(0);
  });

  it("is the same as of the component where that has a fault", () => {
    const at = asked("module", { class_of_abnormality: 3 }, type("hotspot"));
    expect(at(0, type("glass_broken"))).toEqual({ fault_type: type("hotspot"), severity: 3 });
  });
});

it("reads light dust on mirrors and assemblies as no fault, also where a stored column names it", () => {
  // Stored by a release that named it: light, moderate and heavy dust, and dust of which nothing else is known.
  const soiled = valueOf("mirror_fault_type", "soiled");
  const columns = {
    mirror_fault_type: Uint8Array.of(soiled, soiled, soiled, soiled),
    mirror_damage: Uint8Array.of(0, 0, 0, MISSING_U8),
    mirror_soiling: Uint8Array.of(1, 2, 3, 1),
  };
  const at = seenAt(faultTypeFigureOf("mirror")!, survey(columns))!;
  expect([0, 1, 2, 3].map((row) => at(row))).toEqual([
    { fault_type: 0, severity: 0 },
    { fault_type: soiled, severity: 1 },
    { fault_type: soiled, severity: 1 },
    { fault_type: 0, severity: NO_SEVERITY },
  ]);
  const dirty = valueOf("sca_fault_type", "soiled");
  const sca = {
    sca_fault_type: Uint8Array.of(dirty, dirty),
    tracking_deviation: Float32Array.of(0, 0),
    cleanliness: Float32Array.of(95, 93),
  };
  const of = seenAt(faultTypeFigureOf("sca")!, survey(sca))!;
  expect([of(0).severity, of(1).severity]).toEqual([0, 1]);
});
