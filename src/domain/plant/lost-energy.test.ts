import { expect, test } from "vitest";
import { keyFigureByKey, withUncertainty } from "../key-figure/key-figure.ts";
import { lossDefaults, settingsWith, type LossSettings } from "../loss/loss-settings.ts";
import { energyKeyFigures, lostEnergy as lostEnergyOf, type EnergyColumn } from "./lost-energy.ts";

const id = (key: string) => keyFigureByKey(key)!.id;
const column = (key: string, mean: number, value_count: number, component_count = value_count) => ({
  key_figure_id: id(key),
  mean,
  value_count,
  component_count,
  unconfirmed: 0,
});
const level = { module_m2: null, mounting_type: "fixed", module_inclination: 0 } as const;
const trough = { technology: "parabolic_trough", nominal_capacity: 50, ...level } as const;
const solar = { technology: "photovoltaic", nominal_capacity: 54, ...level } as const;

const lostEnergy = (
  plant: Parameters<typeof lostEnergyOf>[0],
  columns: readonly EnergyColumn[],
  settings = lossDefaults,
) => lostEnergyOf(plant, columns, settings, settings);

test("a hydrogen-filled tube costs 3.0 MWh of electricity a year, one filled with air 4.0", () => {
  // The reference: 2.7 and 3.7 kW of heat for 3,000 h, of which 36 % become electricity.
  const heat = (kilowatts: number) => (kilowatts * 3000) / 1000;
  const one = (kilowatts: number) =>
    lostEnergy(trough, [column("tube_energy_loss", heat(kilowatts), 1)])!.mwh;
  expect(one(2.7)).toBeCloseTo(2.9, 1);
  expect(one(3.7)).toBeCloseTo(4, 1);
});

test("heat and optics of a trough add up, and a part without values is named", () => {
  const tubes = column("tube_energy_loss", 2, 100, 104);
  const both = lostEnergy(trough, [tubes, column("optical_energy_loss", 40, 5)])!;
  expect(both.mwh).toBeCloseTo(72 + 72, 9);
  expect(both.parts.map(({ sum }) => sum)).toEqual([200, 200]);
  expect(both.missing_key_figure_ids).toEqual([]);
  const one = lostEnergy(trough, [tubes, column("optical_energy_loss", 0, 0)])!;
  expect(one.mwh).toBeCloseTo(72, 9);
  expect(one.parts).toMatchObject([{ value_count: 100, component_count: 104 }]);
  expect(one.missing_key_figure_ids).toEqual([id("optical_energy_loss")]);
});

test("the three key figures of a module's loss give the same energy, and count once", () => {
  // 100,000 modules of 540 W, of which 90,000 were measured: 3 % of 540 W is 16.2 W, 32.4 kWh a year.
  const energy = column("energy_loss", 32.4, 90_000, 100_000);
  const power = column("power_loss", 16.2, 90_000, 100_000);
  const share = column("performance_loss", 3, 90_000, 100_000);
  const expected = 90_000 * 0.0324;
  for (const one of [energy, power, share]) {
    expect(lostEnergy(solar, [one])!.mwh).toBeCloseTo(expected, 6);
  }
  const all = lostEnergy(solar, [share, power, energy])!;
  expect(all.mwh).toBeCloseTo(expected, 6);
  expect(all.parts.map(({ key_figure_id }) => key_figure_id)).toEqual([power.key_figure_id]);
});

test("the uncertainties of the modules add up, and that of a year's light comes on top", () => {
  const power = column("power_loss", 16.2, 90_000, 100_000);
  const string = column("string_power_loss", 1, 90_000, 100_000);
  const uncertain = column("power_loss_uncertainty", 2, 90_000, 100_000);
  const whole = 90_000 * 17.2 * 0.002;
  const { mwh, money, uncertainty } = lostEnergy(solar, [power, string, uncertain])!;
  expect(mwh).toBeCloseTo(whole, 6);
  // 2 W of 90,000 modules for 2,000 hours. A tenth of the whole by the power of a module, which is derived and one cause for
  // modules and strings. A tenth of the whole by the light of a year.
  const expected = Math.hypot(90_000 * 2 * 0.002, 0.1 * whole, 0.1 * whole);
  expect(uncertainty.mwh).toBeCloseTo(expected, 6);
  expect(uncertainty.money! / money!).toBeCloseTo(uncertainty.mwh / mwh, 9);
  // Values without an uncertainty of their own have an assumed one.
  const imported = lostEnergy(solar, [power])!;
  expect(imported.uncertainty.mwh).toBeGreaterThan(0.25 * imported.mwh);
  expect(imported.missing_key_figure_ids).toEqual([]);
});

test("the uncertainty of a loss is read also where only experts are shown its key figure", () => {
  const [power, by] = [id("power_loss"), id("power_loss_uncertainty")];
  expect(withUncertainty([power, id("hotspots")])).toEqual([power, id("hotspots"), by]);
  expect(withUncertainty([by])).toEqual([by]);
});

test("nothing is calculated with a power that no module has, but what an import states as energy", () => {
  // 54 MW and a twin of one block of 2,000 modules are 27 kW each.
  const block = (key: string, mean: number) => column(key, mean, 2000);
  for (const key of ["power_loss", "performance_loss"])
    expect(lostEnergy(solar, [block(key, 3), block("string_power_loss", 1)])).toBe(null);
  const energy = lostEnergy(solar, [block("power_loss", 800), block("energy_loss", 32.4)])!;
  expect(energy.mwh).toBeCloseTo(2000 * 0.0324, 9);
  // 600 W each, on modules of 1.7 m².
  const part = { ...solar, nominal_capacity: 1.2, module_m2: 1.7 };
  expect(lostEnergy(part, [block("performance_loss", 3)])).toBe(null);
  expect(lostEnergy({ ...part, module_m2: 2.8 }, [block("performance_loss", 3)])).not.toBe(null);
  // What the plant states of its modules counts.
  const stated = { ...lossDefaults, module_watts: 540 };
  expect(lostEnergy(solar, [block("performance_loss", 3)], stated)!.mwh).toBeCloseTo(64.8, 9);
});

test("a price without a currency, or a currency without a price, is marked", () => {
  const power = [column("power_loss", 50, 100_000)];
  const of = (own: Partial<LossSettings> | null) =>
    lostEnergyOf(solar, power, settingsWith(own), own)!;
  expect(of({ tariff: 50, currency: "EUR" })).toMatchObject({ money_assumed: false });
  expect(of({ tariff: 45_000 })).toMatchObject({ currency: "EUR", money_assumed: true });
  expect(of({ currency: "EUR" })).toMatchObject({ money_assumed: true });
  expect(of(null)).toMatchObject({ currency: "EUR", money_assumed: true });
  // 60 is a price in EUR: it is none in CLP.
  expect(of({ currency: "CLP" })).toMatchObject({
    currency: "CLP",
    money: null,
    uncertainty: { money: null },
    money_assumed: true,
  });
});

test("without inputs there is no number", () => {
  expect(lostEnergy(solar, [column("delta_t_normalised", 4, 9)])).toBe(null);
  expect(lostEnergy(trough, [])).toBe(null);
  expect(energyKeyFigures("photovoltaic").flat()).toHaveLength(3);
});

test("the settings of the plant decide hours, ageing, efficiency and money", () => {
  const settings = {
    ...lossDefaults,
    tariff: 100,
    full_load_hours: 1500,
    operating_hours: 2000,
    cycle_efficiency_percent: 30,
    degradation_percent: 1,
    age_years: 2,
  };
  const modules = lostEnergy(solar, [column("power_loss", 50, 1000, 100_000)], settings)!;
  // 50 kW of new modules, 49.005 kW of these.
  expect(modules.mwh).toBeCloseTo(49.005 * 1.5, 6);
  expect(modules.money).toBeCloseTo(49.005 * 150, 6);
  const tubes = lostEnergy(trough, [column("tube_energy_loss", 3, 100)], settings)!;
  expect(tubes.mwh).toBeCloseTo(((300 * 2000) / 3000) * 0.3, 9);
});
