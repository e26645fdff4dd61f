// Every number is calculated by hand from the settings below.
import { expect, it } from "vitest";
import { addLoss, agedShare, isLossKey, lossOf, lossParts, scaledLoss } from "./component-loss.ts";
import { componentLoss, lossReaders } from "./loss-reader.ts";
import { lossDefaults } from "./loss-settings.ts";
import type { LossPlant } from "./module-power.ts";

const plant: LossPlant = {
  nominal_capacity: 2,
  modules: 5000,
  module_m2: null,
  mounting_type: null,
  module_inclination: null,
  settings: {
    ...lossDefaults,
    tariff: 50,
    full_load_hours: 1800,
    operating_hours: 2000,
    degradation_percent: 1,
    age_years: 2,
    cycle_efficiency_percent: 40,
  },
};
/** 99 % of 99 %. */
const aged = 0.9801;

function expectLoss(key: Parameters<typeof lossOf>[0], value: number, [kw, mwh, money]: number[]) {
  const loss = lossOf(key, value, plant);
  expect(loss.kw).toBeCloseTo(kw!, 9);
  expect(loss.mwh).toBeCloseTo(mwh!, 9);
  expect(loss.money).toBeCloseTo(money!, 9);
}

it("a module loses some of its power each year", () => {
  expect(agedShare(plant.settings)).toBeCloseTo(aged, 12);
  expect(agedShare({ ...plant.settings, age_years: 0 })).toBe(1);
});

it("watts are lost over the hours of full load, as much as aged modules still had", () => {
  // 200 W of new modules: 0.19602 kW in 1800 h are 0.352836 MWh, at 50 a MWh.
  expectLoss("power_loss", 200, [0.2 * aged, 0.36 * aged, 18 * aged]);
});

it("per cent are of one module's power", () => {
  // 50 % of 400 W.
  expectLoss("performance_loss", 50, [0.2 * aged, 0.36 * aged, 18 * aged]);
});

it("energy is lost as it was measured, and its power is the mean over the hours of full load", () => {
  expectLoss("energy_loss", 360, [0.2, 0.36, 18]);
});

it("heat of a receiver is stated for 3000 h, and two fifths of it become electricity", () => {
  // 9 MWh in 3000 h are 6 in 2000 h, and 2.4 MWh of electricity.
  expectLoss("tube_energy_loss", 9, [1.2, 2.4, 120]);
});

it("heat that mirrors miss is stated for the year", () => {
  expectLoss("optical_energy_loss", 9, [1.8, 3.6, 180]);
});

it("what is below zero counts with its sign, and losses add up and share out", () => {
  expectLoss("power_loss", -5, [-0.005 * aged, -0.005 * aged * 1.8, -0.005 * aged * 1.8 * 50]);
  expect(addLoss({ kw: 1, mwh: 20, money: 300 }, { kw: 2, mwh: 30, money: 400 })).toEqual({
    kw: 3,
    mwh: 50,
    money: 700,
  });
  expect(scaledLoss({ kw: 1, mwh: 20, money: 300 }, 0.5)).toEqual({ kw: 0.5, mwh: 10, money: 150 });
  expect(isLossKey("power_loss")).toBe(true);
  expect(isLossKey("soiling")).toBe(false);
});

it("the first key figure of a part that has values is read, once for each part", () => {
  const columns: Record<string, Float32Array> = {
    power_loss: Float32Array.of(NaN, NaN),
    performance_loss: Float32Array.of(NaN, 50),
    energy_loss: Float32Array.of(360, 360),
  };
  const [reader, ...others] = lossReaders("photovoltaic", (key) => columns[key], plant);
  expect(others).toEqual([]);
  expect(reader).toMatchObject({ component_type: "module", key: "performance_loss" });
  expect(reader!.lossAt(0)).toBeNull();
  expect(reader!.lossAt(1)?.mwh).toBeCloseTo(0.36 * aged, 9);
  expect(lossReaders("photovoltaic", () => undefined, plant)).toEqual([]);
  const heat = { tube_energy_loss: Float32Array.of(9), optical_energy_loss: Float32Array.of(9) };
  const trough = lossReaders("parabolic_trough", (key) => heat[key as keyof typeof heat], plant);
  expect(trough.map(({ component_type }) => component_type)).toEqual(["absorber_tube", "sca"]);
  expect(lossParts.photovoltaic[0]?.keys[0]).toBe("power_loss");
});

it("what a column states of a module and its string is joined once to what its power is uncertain by", () => {
  // 120 W are lost: a tenth of them, by the power of a module, are 12 W.
  const of = (stated: number) => {
    const columns: Record<string, Float32Array> = {
      power_loss: Float32Array.of(100),
      string_power_loss: Float32Array.of(20),
      power_loss_uncertainty: Float32Array.of(stated),
    };
    const readers = lossReaders("photovoltaic", (key) => columns[key], plant);
    return componentLoss(readers, "module", 0)!;
  };
  expect(of(30).loss.kw).toBeCloseTo(0.12 * aged, 6);
  expect(of(30).uncertainty.kw).toBeCloseTo(Math.hypot(30, 12) * aged * 0.001, 6);
  expect(of(5).uncertainty.kw).toBeCloseTo(0.013 * aged, 6);
  // A module that states none has the assumed quarter of its own loss.
  expect(of(NaN).uncertainty.kw).toBeCloseTo(Math.hypot(25, 12) * aged * 0.001, 6);
});
