// An outsider with a calculator: energy and money of the newest survey of both demo plants are calculated again from the
// CSV files of their components, and what is said in parts adds up to the whole.
import { expect, test } from "vitest";
import type { LossSettings } from "../../src/domain/loss/loss-settings.ts";
import type { LossSplit } from "../../src/domain/loss/loss-split.ts";
import type { Recovery } from "../../src/domain/loss/recovery.ts";
import type { RepairPlan } from "../../src/domain/loss/repair.ts";
import { keyFigureById, keyFigureByKey } from "../../src/domain/key-figure/key-figure.ts";
import { ask } from "./ask.ts";
import { openAs, sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";

const product = await sharedProduct();
const browser = await sharedBrowser();
const quantities = ["kw", "mwh", "money"] as const;
type Part = Readonly<Record<(typeof quantities)[number], number>>;
type Summary = LossSplit & { readonly recovery: Recovery; readonly settings: LossSettings };
/** A part in a hundred million: columns hold seven digits, and are added up in another order. */
const SAME = 1e-8;

const near = (one: number, other: number, share = SAME) =>
  expect(Math.abs(one - other)).toBeLessThanOrEqual(share * Math.max(1, Math.abs(other)));
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

function addsUp(parts: readonly Part[], whole: Part): void {
  for (const one of quantities) near(sum(parts.map((part) => part[one])), whole[one]);
}

/**
 * Electric MWh a year of a sum of values. W of modules: as they are now, over the hours of full load. Heat of tubes is
 * stated for 3,000 hours, that of the optics for a year; the cycle makes electricity of a part of both.
 */
function energyOf(key: string, value: number, of: LossSettings): number {
  const cycle = of.cycle_efficiency_percent / 100;
  if (key === "tube_energy_loss") return ((value * of.operating_hours) / 3000) * cycle;
  if (key === "optical_energy_loss") return value * cycle;
  const aged = (1 - of.degradation_percent / 100) ** of.age_years;
  return ((value / 1000) * aged * of.full_load_hours) / 1000;
}

test.each([
  ["Llano Grande", ["power_loss", "string_power_loss"], "class_of_abnormality"],
  ["Valdesol", ["tube_energy_loss", "optical_energy_loss"], "glass_tube_temperature"],
] as const)("on %s", async (name, keys, lead) => {
  const { page } = await openAs(browser, product, "analyst");
  await page.goto(product.url);
  const token = await tokenOf(page);
  const get = async <T>(path: string) => {
    const { status, body } = await ask<T>(product, token, path);
    expect([path, status]).toEqual([path, 200]);
    return body;
  };
  const plants = await get<{ id: number; name: string }[]>("/auth/plants");
  const plant = plants.find((one) => one.name === name)!;
  const surveys = await get<{ id: number; flown_at: string }[]>(
    `/auth/analyses-for-view/${plant.id}`,
  );
  const { id } = surveys.toSorted((a, b) => b.flown_at.localeCompare(a.flown_at))[0]!;
  const columns = await get<{ key_figure_id: number }[]>(`/auth/analysis/${id}/columns`);
  const has = (key: string) =>
    columns.some(({ key_figure_id }) => keyFigureById(key_figure_id)?.key === key);
  const valuesOf = async (key: string): Promise<ReadonlyMap<string, number>> => {
    if (!has(key)) return new Map();
    const csv = await get<string>(`/auth/analysis-result/${id}/${keyFigureByKey(key)!.id}?csv=1`);
    const lines = csv.replace("\uFEFF", "").trimEnd().split("\r\n").slice(1);
    return new Map(
      lines.flatMap((line) => {
        const [dt_id = "", , value = ""] = line.split(",");
        return value === "" ? [] : [[dt_id, Number(value)] as const];
      }),
    );
  };

  const loss = await get<Summary>(`/auth/analysis/${id}/loss`);
  const { total, findings, others, causes, recovery, settings } = loss;
  const judged = await valuesOf(lead);
  const type = keyFigureByKey(lead)!.component_type;
  let [mwh, ofFindings] = [0, 0];
  for (const key of keys) {
    for (const [dt_id, value] of await valuesOf(key)) {
      const own = energyOf(key, value, settings);
      mwh += own;
      const isOfLead = keyFigureByKey(key)!.component_type === type;
      if (isOfLead && (judged.get(dt_id) ?? 0) >= 2) ofFindings += own;
    }
  }
  expect(mwh).toBeGreaterThan(0);
  near(total.mwh, mwh, 1e-6);
  near(findings.mwh, ofFindings, 1e-6);
  if (settings.tariff !== null) near(total.money, mwh * settings.tariff, 1e-6);

  // The parts, their counts, and what can be brought back.
  addsUp([findings, others], total);
  addsUp(causes, total);
  addsUp([recovery.repair, recovery.cleaning, recovery.none], total);
  expect(findings.count + others.count).toBe(total.count);
  for (const part of [total, findings, others, ...causes, ...Object.values(recovery)]) {
    expect(part.uncertainty.mwh).toBeGreaterThanOrEqual(0);
    if (settings.tariff !== null) {
      near(part.money, part.mwh * settings.tariff);
      near(part.uncertainty.money, part.uncertainty.mwh * settings.tariff);
    }
  }
  // Neither part is known worse than both together, nor both worse than each by itself.
  const { mwh: wide } = total.uncertainty;
  expect(wide).toBeLessThanOrEqual(findings.uncertainty.mwh + others.uncertainty.mwh + SAME);

  // The work list with a budget for all of it, and with the first one.
  const plan = (hours: number, parts: number) =>
    get<RepairPlan>(`/auth/analysis/${id}/repairs?crew_hours=${hours}&spare_parts=${parts}`);
  const [every, first] = [await plan(1_000_000, 1_000_000), await plan(80, 30)];
  addsUp([every.all], recovery.repair);
  for (const { chosen, repairs } of [every, first]) {
    if (chosen.count > repairs.length) continue;
    addsUp(repairs, chosen);
    near(sum(repairs.map(({ hours }) => hours)), chosen.hours);
    expect(sum(repairs.map(({ parts }) => parts))).toBe(chosen.parts);
    if (chosen.cost !== null) near(sum(repairs.map(({ cost }) => cost ?? NaN)), chosen.cost);
  }
  expect(first.chosen.hours).toBeLessThanOrEqual(80);
  expect(first.chosen.parts).toBeLessThanOrEqual(30);
  addsUp([first.all], every.all);
});
