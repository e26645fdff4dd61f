// Repairs of dangers: they come first also where nothing is lost that was measured.
import { expect, it } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import type { LossSurvey } from "./loss-split.ts";
import { modules, trough } from "./loss-survey.fixture.ts";
import { planRepairs, sumOfRepairs } from "./repair-plan.ts";
import { suggestedRepairs } from "./suggested-repair.ts";

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

it("gives the fault type as the reason, where the survey names it, and else the class", () => {
  const survey = modules(5);
  const reasonsOf = (of: typeof survey) =>
    suggestedRepairs(of).map(({ rows, reason }) => [rows[0]!, reason] as const);
  const byClass = reasonsOf(survey).filter(([, reason]) => reason === "class_of_abnormality");
  expect(byClass.length).toBeGreaterThan(0);
  const { classes } = keyFigureByKey("fault_type")!;
  const types = new Uint8Array(survey.existsOf("module").length);
  const valuesOf: LossSurvey["valuesOf"] = (key) =>
    key === "fault_type" ? types : survey.valuesOf(key);
  const [row] = byClass[0]!;
  for (const { key, value } of classes) {
    types[row] = value;
    const reason = new Map(reasonsOf({ ...survey, valuesOf })).get(row);
    expect(reason, key).toBe(key === "none" ? "class_of_abnormality" : "fault_type");
  }
});
