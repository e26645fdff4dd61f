import { expect, it } from "vitest";
import type { Geometry } from "../component/component-index.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { lostEnergy } from "../plant/lost-energy.ts";
import { lossDefaults } from "./loss-settings.ts";
import { lossSplit, type LossSurvey } from "./loss-split.ts";
import { planRepairs, sumOfRepairs } from "./repair-plan.ts";
import { effortOf, suggestedRepairs } from "./suggested-repair.ts";

function random(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const none = new Uint8Array();
const settings = { ...lossDefaults, tariff: 75, degradation_percent: 0.7, age_years: 6 };

function geometry(type: Geometry["type"], count: number, perParent: number): Geometry {
  const zeros = () => new Float32Array(count);
  return {
    type,
    count,
    parent: Uint32Array.from({ length: count }, (_, row) => Math.floor(row / perParent)),
    centreX: Float32Array.from({ length: count }, (_, row) => row % perParent),
    centreY: zeros(),
    length: zeros().fill(2),
    width: zeros().fill(1),
    rotation: zeros(),
    height: zeros(),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: zeros(),
  };
}

type Columns = Record<string, Float32Array | Uint8Array>;
type Survey = LossSurvey & { readonly geometryOf: (type: Geometry["type"]) => Geometry };

function surveyOf(
  technology: LossSurvey["technology"],
  geometries: readonly Geometry[],
  columns: Columns,
  lead: string,
): Survey {
  const byType = new Map(geometries.map((one) => [one.type, one]));
  const figure = keyFigureByKey(lead)!;
  const exists = (type: Geometry["type"]) => new Uint8Array(byType.get(type)?.count ?? 0).fill(1);
  return {
    technology,
    valuesOf: (key) => columns[key],
    existsOf: exists,
    parentOf: (type) => byType.get(type)?.parent ?? none,
    geometryOf: (type) => byType.get(type)!,
    lead: { figure, values: columns[lead]!, limits: figure.limits },
    plant: { nominal_capacity: 50, modules: byType.get("module")?.count ?? 0, settings },
    wiring: technology === "photovoltaic" ? stated : null,
  };
}

const stated = { source: "stated", modules_per_string: 28, strings_per_tracker: 24 } as const;

function modules(seed: number): Survey {
  const count = 2800;
  const next = random(seed);
  const classes = new Uint8Array(count).fill(1);
  const [bypass_diode, open_string] = [new Uint8Array(count), new Uint8Array(count)];
  const [soiling, power_loss] = [new Float32Array(count), new Float32Array(count)];
  const rated = 50e6 / count;
  for (let row = 0; row < count; row++) {
    const isOpen = Math.floor(row / 28) % 13 === 4;
    const substrings = next() < 0.05 ? 1 + Math.floor(next() * 2) : 0;
    if (isOpen) open_string[row] = 1;
    else bypass_diode[row] = substrings;
    soiling[row] = next() < 0.9 ? next() * 8 : NaN;
    const fault = isOpen ? 1 : substrings / 3;
    if (fault > 0) classes[row] = 2 + Math.floor(next() * 2);
    const dust = soiling[row]! > 0 ? soiling[row]! / 100 : 0;
    power_loss[row] = next() < 0.97 ? rated * (1 - (1 - fault) * (1 - dust)) : NaN;
  }
  const columns = { class_of_abnormality: classes, bypass_diode, open_string, soiling, power_loss };
  return surveyOf("photovoltaic", [geometry("module", count, 28)], columns, "class_of_abnormality");
}

function trough(seed: number): Survey {
  const next = random(seed);
  const tubes = 1440;
  const columns: Columns = {
    glass_tube_temperature: Uint8Array.from({ length: tubes }, () => 1 + Math.floor(next() * 5)),
    tube_energy_loss: Float32Array.from({ length: tubes }, () => (next() < 0.1 ? NaN : next() * 9)),
    optical_energy_loss: Float32Array.from({ length: 40 }, () => next() * 100),
    cleanliness: Float32Array.from({ length: 40 }, () => 88 + next() * 14),
    intercept_factor: Float32Array.from({ length: 480 }, () => 80 + next() * 20),
    missing_mirror_area: Float32Array.from({ length: 480 }, () => (next() < 0.2 ? 3.6 : 0)),
  };
  const levels = [
    geometry("sca", 40, 4),
    geometry("sce", 480, 12),
    geometry("absorber_tube", tubes, 3),
  ];
  return surveyOf("parabolic_trough", levels, columns, "glass_tube_temperature");
}

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
    return [{ key_figure_id: id, mean, value_count: known.length, component_count }];
  });
  return lostEnergy({ technology, nominal_capacity: 50 }, columns, settings, settings)!;
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
    [causes.reduce((sum, { money }) => sum + money, 0), headline.money],
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
  expect(total.uncertainty.money / headline.uncertainty.money).toBeCloseTo(1, 9);
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
  const years = chosen.map((one) => effortOf(one).cost / one.loss.money);
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

it("calls a new tube for one without glass a repair of safety, but no aligning of a collector that leaks", () => {
  const { dangerous, tube, scas } = leaking();
  const tubes = dangerous.filter(({ action }) => action === "replace_tube");
  expect(tubes.map(({ rows }) => rows)).toEqual([tube!.rows]);
  const leaks = dangerous.filter(({ action }) => action === "mend_leak");
  expect(leaks).toHaveLength(scas);
  expect(dangerous).toHaveLength(1 + scas);
  expect(leaks.every(({ loss, reason }) => loss.money === 0 && reason === "htf_leak")).toBe(true);
});

it("pays for dangers without a measured loss first, and where money is first with what is left", () => {
  const { all, scas } = leaking();
  const hours = sumOfRepairs(all.filter(({ action }) => action === "mend_leak")).hours;
  const few = { crew_hours: hours + 12, spare_parts: 1 };
  const safe = planRepairs(all, few, "safety");
  expect(safe.filter(({ is_safety }) => is_safety)).toHaveLength(1 + scas);
  expect(safe[0]!.action).toBe("replace_tube");
  const money = planRepairs(all, few, "money");
  expect(money.every(({ loss }) => loss.money > 0)).toBe(true);
  const plenty = { crew_hours: 1e6, spare_parts: 1e6 };
  expect(planRepairs(all, plenty, "money")).toHaveLength(all.length);
  const payback = planRepairs(all, plenty, "money").map(({ loss }) => loss.money > 0);
  expect(payback).toEqual(payback.toSorted((a, b) => Number(b) - Number(a)));
  // They bring nothing that is not measured.
  const { mwh, money: gain } = sumOfRepairs(all);
  const earning = sumOfRepairs(all.filter(({ action }) => action !== "mend_leak"));
  expect([mwh, gain]).toEqual([earning.mwh, earning.money]);
});

it("replaces a dangerous module also where it loses nothing, or waits for its string", () => {
  const survey = modules(5);
  const isOpen = survey.valuesOf("open_string")!;
  const watts = survey.valuesOf("power_loss")!;
  const clean = watts.findIndex((one, row) => one === 0 && isOpen[row] === 0);
  const open = isOpen.findIndex((one) => one === 1);
  const glass = new Uint8Array(survey.existsOf("module").length);
  for (const row of [clean, open]) glass[row] = 1;
  const safe = (of: typeof survey) => suggestedRepairs(of).filter(({ is_safety }) => is_safety);
  const own = safe(survey);
  const valuesOf: LossSurvey["valuesOf"] = (key) =>
    key === "glass_breakage" ? glass : survey.valuesOf(key);
  const found = safe({ ...survey, valuesOf });
  expect(found).toHaveLength(own.length + 2);
  for (const row of [clean, open]) {
    const single = found.filter(({ action }) => action === "replace_module");
    expect(single.find(({ rows }) => rows[0] === row)).toMatchObject({
      rows: [row],
      reason: "glass_breakage",
      loss: { mwh: 0, money: 0 },
    });
  }
});

function leaking() {
  const survey = trough(6);
  const [tube] = suggestedRepairs(survey).filter(({ action }) => action === "replace_tube");
  const glass = new Uint8Array(survey.existsOf("absorber_tube").length);
  glass[tube!.rows[0]!] = 1;
  const leaks = new Uint8Array(survey.existsOf("sca").length).fill(2);
  const stated = new Map([
    ["missing_glass_tube", glass],
    ["htf_leak", leaks],
    ["glass_tube_temperature", undefined],
  ]);
  const valuesOf: LossSurvey["valuesOf"] = (key) =>
    stated.has(key) ? stated.get(key) : survey.valuesOf(key);
  const all = suggestedRepairs({ ...survey, valuesOf });
  const dangerous = all.filter(({ is_safety }) => is_safety);
  return { all, dangerous, tube, scas: leaks.length };
}

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
