import { expect, test } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { lossDefaults } from "../loss/loss-settings.ts";
import {
  expectedEnergy,
  lossShare,
  nextStep,
  plantSteps,
  plantsTotal,
  safetyCount,
} from "./portfolio.ts";

const lost = (mwh: number, currency: "EUR" | "CLP" = "EUR") => ({
  mwh,
  money: mwh * 60,
  uncertainty: { mwh: mwh / 4, money: mwh * 15 },
  currency,
  money_assumed: false,
  parts: [],
  missing_key_figure_ids: [],
  most: null,
  left_out: [],
});
const idOf = (key: string) => keyFigureByKey(key)!.id;
const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
/** Counts by class number: so many of one class, and 50 of class 0. */
const counts = (key: string, name: string, count: number) => {
  const all = Array.from({ length: 256 }, () => 0);
  all[0] = 50;
  all[classOf(key, name)] = count;
  return { key_figure_id: idOf(key), class_counts: all };
};

test("the energy expected of a plant is its capacity at full load, less what age takes from modules", () => {
  const aged = { ...lossDefaults, full_load_hours: 1500, degradation_percent: 1, age_years: 2 };
  const of = (technology: "photovoltaic" | "parabolic_trough", nominal_capacity: number) =>
    expectedEnergy({ technology, nominal_capacity }, aged);
  // 10 MW × 1,500 h × 0.99 × 0.99.
  expect(of("photovoltaic", 10)).toBeCloseTo(14_701.5, 9);
  expect(of("parabolic_trough", 10)).toBe(15_000);
  expect(of("photovoltaic", 0)).toBe(null);
});

test("the lost share has the uncertainty of the lost energy, and is not known where either is not", () => {
  expect(lossShare({ lost_energy: lost(200), expected_mwh: 1000 })).toEqual({
    share: 0.2,
    uncertainty: 0.05,
    coverage: 1,
    most: null,
  });
  expect(lossShare({ lost_energy: lost(200), expected_mwh: null })).toBe(null);
  expect(lossShare({ lost_energy: null, expected_mwh: 1000 })).toBe(null);
});

test("the share is of what was measured: a tenth of a plant that loses 5 % does not make it 0.5 %", () => {
  const part = (mwh: number, value_count: number) => ({
    key_figure_id: 1,
    sum: 0,
    mwh,
    value_count,
    component_count: 1000,
    uncertainty: { mwh: 1 },
  });
  const share = (parts: ReturnType<typeof part>[]) => {
    const mwh = parts.reduce((sum, one) => sum + one.mwh, 0);
    return lossShare({ lost_energy: { ...lost(mwh), parts }, expected_mwh: 1000 })!;
  };
  expect(share([part(5, 100)])).toEqual({
    share: 0.05,
    uncertainty: 0.0125,
    coverage: 0.1,
    most: null,
  });
  // Tubes were all measured, mirrors by half: 40 of 1,000, and 10 of 500.
  expect(share([part(40, 1000), part(10, 500)])).toMatchObject({ share: 0.06, coverage: 0.5 });
  expect(share([part(0, 100)])).toMatchObject({ share: 0, coverage: 0.1, most: null });
});

test("what strings lose by few modules is scaled as the modules are, and is no sample of its own", () => {
  const part = (key: string, mwh: number, value_count: number) => ({
    key_figure_id: idOf(key),
    sum: 0,
    mwh,
    value_count,
    component_count: 1000,
    uncertainty: { mwh: 1 },
  });
  const share = (parts: ReturnType<typeof part>[]) => {
    const mwh = parts.reduce((sum, one) => sum + one.mwh, 0);
    return lossShare({ lost_energy: { ...lost(mwh), parts }, expected_mwh: 1000 });
  };
  // All modules were measured, and 4 of them cost their strings 10: it was 10,040 of 1,000 by the coverage of these 4.
  expect(share([part("power_loss", 40, 1000), part("string_power_loss", 10, 4)])).toMatchObject({
    share: 0.05,
    coverage: 1,
    most: null,
  });
  // Half of the modules: 80 and 20 of 1,000.
  expect(share([part("power_loss", 40, 500), part("string_power_loss", 10, 4)])).toMatchObject({
    share: 0.1,
    coverage: 0.5,
  });
  // What modules lose themselves is not known.
  expect(share([part("string_power_loss", 10, 4)])).toBe(null);
});

test("a share above all that is expected is never said", () => {
  const impossible = { lost_energy: lost(1001), expected_mwh: 1000 };
  expect(lossShare(impossible)).toBe(null);
  expect(lossShare({ ...impossible, lost_energy: lost(1000) })?.share).toBe(1);
});

test("dangers are counted by class; two key figures of one component give a lower bound", () => {
  expect(safetyCount([])).toBe(null);
  expect(safetyCount([{ key_figure_id: idOf("soiling"), class_counts: null }])).toBe(null);
  const hot = counts("class_of_abnormality", "safety_relevant", 7);
  expect(safetyCount([hot])).toEqual({ count: 7, is_exact: true });
  const broken = counts("glass_breakage", "broken", 3);
  expect(safetyCount([hot, broken])).toEqual({ count: 7, is_exact: false });
  const none = counts("glass_breakage", "broken", 0);
  expect(safetyCount([hot, none])).toEqual({ count: 7, is_exact: true });
  // A tube and a collector are never the same component.
  const tube = counts("missing_glass_tube", "missing", 4);
  const leak = counts("htf_leak", "confirmed", 2);
  expect(safetyCount([tube, leak])).toEqual({ count: 6, is_exact: true });
});

test("the next step is the most urgent one", () => {
  const now = Date.parse("2026-11-28T12:00:00Z");
  const plant = {
    setup_phase: false,
    last_survey_at: "2026-11-01T10:00:00Z",
    safety: { count: 3, is_exact: true },
    safety_handled: 2,
    needs_action: true,
    worst_key_figures: [{ key_figure_id: 1, poor_count: 9, poor_share: 0.3 }],
  };
  const calm = { ...plant, safety: { count: 0, is_exact: true }, needs_action: false };
  const old = "2025-11-27T10:00:00Z";
  const steps = [
    nextStep({ ...plant, last_survey_at: null, setup_phase: true }, now),
    nextStep({ ...plant, last_survey_at: null }, now),
    nextStep(plant, now),
    nextStep({ ...plant, safety: null }, now),
    nextStep({ ...calm, last_survey_at: old }, now),
    nextStep({ ...calm, last_survey_at: "2025-11-29T10:00:00Z" }, now),
  ];
  expect(steps).toEqual(plantSteps);
});

test("dangers are the next step until all of them are done", () => {
  const now = Date.parse("2026-11-28T12:00:00Z");
  const stepOf = (safety_handled: number, is_exact = true) =>
    nextStep(
      {
        setup_phase: false,
        last_survey_at: "2026-11-01T10:00:00Z",
        safety: { count: 3, is_exact },
        safety_handled,
        needs_action: false,
        worst_key_figures: [],
      },
      now,
    );
  expect([stepOf(0), stepOf(2), stepOf(3)]).toEqual(["safety", "safety", "none"]);
  // At least three: it is not known whether these are all.
  expect(stepOf(3, false)).toBe("safety");
});

test("totals keep currencies apart and add up what is not sure", () => {
  const total = plantsTotal([
    { lost_energy: lost(100), safety: { count: 2, is_exact: true } },
    { lost_energy: lost(300), safety: { count: 5, is_exact: false } },
    { lost_energy: lost(40, "CLP"), safety: null },
    { lost_energy: null, safety: null },
  ]);
  expect(total.energy).toMatchObject({ mwh: 440, uncertainty: { mwh: 110 } });
  expect(total.money).toMatchObject([
    { currency: "EUR", money: 24_000, uncertainty: { money: 6000 } },
    { currency: "CLP", money: 2400, uncertainty: { money: 600 } },
  ]);
  expect(total.safety).toEqual({ count: 7, is_exact: false });
  expect(plantsTotal([{ lost_energy: null, safety: null }])).toEqual({
    energy: null,
    money: [],
    safety: null,
  });
});

test("the upper end of the share is of the measured modules and of those that may be faulty", () => {
  // 50 of 100 modules lose 5 MWh, 30 may lose all of their 10 MWh each; 1,000 MWh are expected of all.
  const parts = [
    {
      key_figure_id: 57,
      sum: 0,
      mwh: 5,
      value_count: 50,
      component_count: 100,
      uncertainty: { mwh: 1 },
    },
  ];
  const left_out = [
    { component_type: "module", unconfirmed: 30, unmeasured: 20, component_count: 100 } as const,
  ];
  const most = { mwh: 305, money: 0 };
  const share = lossShare({
    lost_energy: { ...lost(5), parts, most, left_out },
    expected_mwh: 1000,
  });
  // 305 of the 800 MWh of 80 modules.
  expect(share!.most).toBeCloseTo(305 / 800, 9);
  expect(share!.share).toBeCloseTo(5 / 500, 9);
});
