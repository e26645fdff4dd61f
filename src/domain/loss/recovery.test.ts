// What repair and cleaning bring back, against a plant of five modules that is summed by hand.
import { expect, test } from "vitest";
import { MISSING_U8 } from "../column/column.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { sceneGeometry } from "../evaluation/scene.fixture.ts";
import { lossDefaults } from "./loss-settings.ts";
import { lossSums, splitOf } from "./loss-split.ts";
import { isBetterThanExpected, recoveryOf } from "./recovery.ts";
import { suggestedRepairs } from "./suggested-repair.ts";

const figure = keyFigureByKey("class_of_abnormality")!;
const count = 5;
const geometry = {
  ...sceneGeometry,
  type: "module",
  count,
  parent: new Uint32Array(count),
} as const;
// Watts: a bypassed module, one with dust alone, one with a slight other fault, an intact one, one not measured.
const watts = [180, 30, 40, 0, NaN];
const columns: Record<string, Float32Array | Uint8Array> = {
  power_loss: Float32Array.from(watts),
  power_loss_uncertainty: Float32Array.from([18, 3, 4, 0, NaN]),
  bypass_diode: Uint8Array.of(1, 0, 0, 0, MISSING_U8),
  soiling: Float32Array.of(0, 6, 0, 0, NaN),
};
const values = Uint8Array.of(2, 1, 4, 1, MISSING_U8);
const survey = {
  technology: "photovoltaic" as const,
  valuesOf: (key: string) => columns[key],
  factsOf: (key: string) => columns[key],
  existsOf: () => new Uint8Array(count).fill(1),
  parentOf: () => geometry.parent,
  geometryOf: () => geometry,
  lead: { figure, values, limits: figure.limits },
  plant: {
    nominal_capacity: (count * 500) / 1e6,
    modules: count,
    module_m2: null,
    mounting_type: null,
    module_inclination: null,
    settings: lossDefaults,
  },
  wiring: null,
};

test("the three parts are what a sum by hand gives, and add up to the whole", () => {
  const sums = lossSums(survey);
  const split = splitOf(sums, survey.wiring);
  const { repair, cleaning, none } = recoveryOf(sums, suggestedRepairs(survey));
  const whole = split.total.money;
  const of = (part: number) => (whole * part) / 250;
  expect(repair.money).toBeCloseTo(of(180), 6);
  expect(cleaning.money + none.money).toBeCloseTo(of(70), 6);
  for (const quantity of ["kw", "mwh", "money"] as const) {
    const sum = repair[quantity] + cleaning[quantity] + none[quantity];
    expect(sum).toBeCloseTo(split.total[quantity], 9);
    for (const part of [repair, cleaning, none]) {
      expect(part.uncertainty[quantity]).toBeGreaterThanOrEqual(0);
      expect(part.uncertainty[quantity]).toBeLessThanOrEqual(split.total.uncertainty[quantity]);
    }
  }
  const dust = split.causes.find(({ cause }) => cause === "soiling");
  expect(cleaning.money).toBeCloseTo(dust?.money ?? 0, 9);
  expect(cleaning.money).toBeGreaterThan(0);
});

test("without repairs and dust nothing can be brought back", () => {
  const sums = lossSums(survey);
  const split = splitOf(sums, survey.wiring);
  const { repair, cleaning, none } = recoveryOf({ ...sums, causes: [] }, []);
  expect([repair.money, cleaning.money]).toEqual([0, 0]);
  expect(none.money).toBe(split.total.money);
  expect(none.uncertainty.money).toBeCloseTo(split.total.uncertainty.money, 6);
});

test("what rounding leaves below zero says nothing of other components", () => {
  const part = (mwh: number) => ({
    kw: 0,
    mwh,
    money: 0,
    uncertainty: { kw: 0, mwh: 0, money: 0 },
  });
  const of = (none: number) => ({ repair: part(90), cleaning: part(10), none: part(none) });
  expect(isBetterThanExpected(of(-1.4e-14))).toBe(false);
  expect(isBetterThanExpected(of(0))).toBe(false);
  expect(isBetterThanExpected(of(-30))).toBe(true);
});
