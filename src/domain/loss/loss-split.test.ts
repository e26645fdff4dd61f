import { expect, it } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { lostEnergy } from "../plant/lost-energy.ts";
import { lossSplit, lossSums, type LossSurvey } from "./loss-split.ts";
import { CAPACITY, modules, settings, trough } from "./loss-survey.fixture.ts";
import { recoveryOf } from "./recovery.ts";
import { planRepairs, sumOfRepairs } from "./repair-plan.ts";
import { effortOf, suggestedRepairs } from "./suggested-repair.ts";

/** As the headline sees the columns: their means and counts. */
function headlineOf({ technology, valuesOf, existsOf }: LossSurvey) {
  const keys = ["power_loss", "tube_energy_loss", "optical_energy_loss"];
  const columns = keys.flatMap((key) => {
    const values = valuesOf(key);
    if (!values) return [];
    const known = [...values].filter((one) => one === one);
    const mean = known.reduce((sum, one) => sum + one, 0) / known.length;
    const { id, component_type } = keyFigureByKey(key)!;
    const component_count = existsOf(component_type).length;
    const value_count = known.length;
    return [{ key_figure_id: id, mean, value_count, component_count, unconfirmed: 0 }];
  });
  const mounting = { mounting_type: null, module_inclination: null } as const;
  const plant = { technology, nominal_capacity: CAPACITY, module_m2: null, ...mounting };
  return lostEnergy(plant, columns, settings, settings)!;
}

const surveys = [1, 2, 3].flatMap((seed) => [
  [`modules ${seed}`, modules(seed)] as const,
  [`trough ${seed}`, trough(seed)] as const,
]);

it.each(surveys)("adds up to the headline: %s", (_, survey) => {
  const { total, findings, others, causes } = lossSplit(survey);
  const headline = headlineOf(survey);
  for (const [part, whole] of [
    [total.mwh, headline.mwh],
    [findings.mwh + others.mwh, total.mwh],
    [causes.reduce((sum, { mwh }) => sum + mwh, 0), total.mwh],
    [causes.reduce((sum, { money }) => sum + money, 0), headline.money!],
    [causes.reduce((sum, { kw }) => sum + kw, 0), total.kw],
  ] as const) {
    expect(Math.abs(part / whole - 1)).toBeLessThan(0.001);
  }
  expect(findings.mwh).toBeGreaterThan(0);
  expect(others.mwh).toBeGreaterThan(0);
});

it("has the uncertainty of the headline, also where intact tubes lose less than nothing", () => {
  const survey = trough(7);
  const heat = survey.valuesOf("tube_energy_loss")!;
  // Noise around nothing in two of three tubes.
  for (let row = 0; row < heat.length; row++) if (row % 3 > 0) heat[row]! -= 5;
  const { total } = lossSplit(survey);
  const headline = headlineOf(survey);
  expect(total.uncertainty.mwh / headline.uncertainty.mwh).toBeCloseTo(1, 9);
  expect(total.uncertainty.money / headline.uncertainty.money!).toBeCloseTo(1, 9);
});

it("has the uncertainty of the headline, also where modules are known unlike well", () => {
  // 1.75 MW of 3,500 modules: 500 W each. One open module of 540 W ± 300 W, ten bypassed ones of 210 W ± 20 W.
  const watts = (first: number, others: number) =>
    Float32Array.from({ length: 11 }, (_, row) => (row === 0 ? first : others));
  const columns: Record<string, Float32Array> = {
    power_loss: watts(540, 210),
    power_loss_uncertainty: watts(300, 20),
  };
  const survey: LossSurvey = {
    technology: "photovoltaic",
    valuesOf: (key) => columns[key],
    factsOf: (key) => columns[key],
    existsOf: () => new Uint8Array(11).fill(1),
    parentOf: () => new Uint32Array(11),
    lead: null,
    plant: {
      nominal_capacity: 1.75,
      modules: 3500,
      module_m2: null,
      mounting_type: null,
      module_inclination: null,
      settings: { ...settings, full_load_hours: 1000, degradation_percent: 0, tariff: 100 },
    },
    wiring: null,
  };
  const { total, others } = lossSplit(survey);
  // 500 W by the measurement, 264 W by the power of a module: root(500^2 + 264^2) = 565.4 W of 2,640 W.
  expect(total.kw).toBeCloseTo(2.64, 9);
  expect(total.uncertainty.kw).toBeCloseTo(0.5654, 4);
  // Another 264 W by the light of a year: root(565.4^2 + 264^2) = 624.0 W for 1,000 hours.
  expect(total.uncertainty.mwh).toBeCloseTo(0.624, 4);
  expect(others.uncertainty).toEqual(total.uncertainty);
  const column = (key: string, mean: number) => ({
    key_figure_id: keyFigureByKey(key)!.id,
    mean,
    value_count: 11,
    component_count: 3500,
    unconfirmed: 0,
  });
  const means = [column("power_loss", 240), column("power_loss_uncertainty", 500 / 11)];
  const { plant } = survey;
  const about = { ...plant, technology: survey.technology };
  const headline = lostEnergy(about, means, plant.settings, plant.settings)!;
  expect(headline.uncertainty.mwh).toBeCloseTo(total.uncertainty.mwh, 9);
  expect(headline.uncertainty.money).toBeCloseTo(total.uncertainty.money, 9);
  // Parts by repair and cleaning add up with it too: what no repair brings back is as uncertain as the whole.
  const none = recoveryOf(lossSums(survey), []).none;
  expect(none.uncertainty.mwh).toBeCloseTo(total.uncertainty.mwh, 9);
});

it("tells dust from faults as they multiply", () => {
  const survey = modules(4);
  const { causes } = lossSplit(survey);
  const [power, soiling] = [survey.valuesOf("power_loss")!, survey.valuesOf("soiling")!];
  // Modules with dust alone, summed by hand.
  let dust = 0;
  for (let row = 0; row < power.length; row++) {
    const isClean = survey.valuesOf("bypass_diode")![row] === 0;
    if (isClean && survey.valuesOf("open_string")![row] === 0 && soiling[row]! > 0) {
      dust += power[row]! > 0 ? power[row]! / 1000 : 0;
    }
  }
  const aged = 0.993 ** 6;
  const found = causes.find(({ cause }) => cause === "soiling")!.kw;
  expect(found).toBeGreaterThanOrEqual(dust * aged * 0.9999);
  expect(found).toBeLessThan(dust * aged * 1.1);
});

it("suggests one repair for an open string, and no module twice", () => {
  const survey = modules(5);
  const repairs = suggestedRepairs(survey);
  const rows = repairs.flatMap((one) => one.rows);
  expect(new Set(rows).size).toBe(rows.length);
  const strings = repairs.filter(({ action }) => action === "reconnect_string");
  expect(strings).toHaveLength(8);
  expect(strings.every((one) => one.rows.length === 28)).toBe(true);
  // The class of its modules judges the string, which is repaired as one.
  expect(strings.every(({ is_safety }) => is_safety)).toBe(true);
  const { findings } = lossSplit(survey);
  expect(sumOfRepairs(repairs).mwh).toBeLessThan(findings.mwh);
  expect(sumOfRepairs(repairs).mwh).toBeGreaterThan(0.9 * findings.mwh);
});

it("keeps to the budget, soonest paid back first", () => {
  const repairs = suggestedRepairs(trough(6));
  const budget = { crew_hours: 120, spare_parts: 6 };
  const chosen = planRepairs(repairs, budget);
  const sum = sumOfRepairs(chosen);
  expect(sum.hours).toBeLessThanOrEqual(120);
  expect(sum.parts).toBeLessThanOrEqual(6);
  const years = chosen.map((one) => effortOf(one).cost! / one.loss.money);
  expect(years).toEqual(years.toSorted((a, b) => a - b));
  // Nothing that is left would fit in the place of a chosen one of its kind and bring more.
  const left = repairs.filter((one) => !chosen.includes(one));
  for (const one of chosen) {
    const better = left.filter(
      ({ action, loss }) => action === one.action && loss.money > one.loss.money,
    );
    expect(better).toEqual([]);
  }
});

it("gives the dangerous repairs the budget first, and what is left to those that bring most", () => {
  const repairs = suggestedRepairs(trough(6)).map((one, place) => ({
    ...one,
    is_safety: place % 7 === 0,
  }));
  const budget = { crew_hours: 120, spare_parts: 6 };
  const plan = planRepairs(repairs, budget, "safety");
  const safe = repairs.filter(({ is_safety }) => is_safety);
  const wanted = planRepairs(safe, budget);
  expect(wanted.length).toBeGreaterThan(0);
  expect(plan.slice(0, wanted.length)).toEqual(wanted);
  expect(plan.slice(wanted.length).some(({ is_safety }) => is_safety)).toBe(false);
  const { hours, parts, money } = sumOfRepairs(plan);
  expect(hours).toBeLessThanOrEqual(120);
  expect(parts).toBeLessThanOrEqual(6);
  // Safety costs: no other choice under the budget brings more than the one by money.
  expect(money).toBeLessThanOrEqual(sumOfRepairs(planRepairs(repairs, budget)).money + 1e-9);
});

it("suggests the missing mirrors of each element, of which a small budget takes some", () => {
  const survey = trough(7);
  const missing = survey
    .valuesOf("missing_mirror_area")!
    .map((percent, row) => (row % 50 === 3 ? 3 * percent : percent));
  const valuesOf = (key: string) =>
    key === "missing_mirror_area" ? missing : survey.valuesOf(key);
  const more = { ...survey, valuesOf };
  const mirrors = suggestedRepairs(more).filter(({ action }) => action === "replace_mirrors");
  const counted = new Map(mirrors.map(({ rows: [row], units }) => [row, units]));
  // One of 28 mirrors is 3.6 % of the aperture.
  for (const [row, percent] of missing.entries()) {
    expect(counted.get(row) ?? 0).toBe(percent > 10 ? 3 : percent > 3 ? 1 : 0);
  }
  // Together they bring what the missing mirrors cost.
  const cause = lossSplit(more).causes.find((one) => one.cause === "mirror")!;
  expect(sumOfRepairs(mirrors).mwh / cause.mwh).toBeCloseTo(1, 6);
  const three = mirrors.find(({ units }) => units === 3)!;
  const [two] = planRepairs([three], { crew_hours: 1000, spare_parts: 2 });
  expect([two!.units, effortOf(two!).parts, effortOf(two!).hours]).toEqual([2, 2, 2]);
  expect(two!.loss.money).toBeCloseTo((2 / 3) * three.loss.money, 9);
});
