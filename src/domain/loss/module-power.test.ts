// Every number is calculated by hand from the settings below.
import { expect, it } from "vitest";
import { addLoss, isLossWithheld, noLoss, wholeUncertainty } from "./component-loss.ts";
import { lossReaders } from "./loss-reader.ts";
import { lossDefaults } from "./loss-settings.ts";
import {
  modulePower,
  modulePowerWord,
  modulesOf,
  moduleWatts,
  type LossPlant,
} from "./module-power.ts";

const plant: LossPlant = {
  nominal_capacity: 2,
  modules: 5000,
  module_m2: null,
  settings: { ...lossDefaults, tariff: 50, full_load_hours: 1800, degradation_percent: 0 },
};

it("a module has its share of the plant's power", () => {
  expect(moduleWatts(plant)).toBe(400);
  expect(moduleWatts({ ...plant, modules: 0 })).toBeNull();
});

it("a power that no module has is not known, and what follows from it is withheld", () => {
  // Limits of 40 and 750 W: 2 MW of 50,000 and of 2,666 modules. Only a plant that states it has larger ones.
  expect(moduleWatts({ ...plant, modules: 50_000 })).toBe(40);
  expect(moduleWatts({ ...plant, modules: 50_001 })).toBeNull();
  expect(moduleWatts({ ...plant, modules: 2667 })).toBeCloseTo(749.9, 1);
  expect(moduleWatts({ ...plant, modules: 2666 })).toBeNull();
  // 70 % of a plant of 540 W modules: each would have 771 W.
  expect(moduleWatts({ ...plant, nominal_capacity: 54, modules: 70_000 })).toBeNull();
  const large = { ...plant, settings: { ...plant.settings, module_watts: 900 } };
  expect(moduleWatts(large)).toBe(900);
  const part = { ...plant, modules: 100 };
  expect(modulePower(part)).toEqual({
    watts: 20_000,
    uncertainty_share: 0.1,
    nominal_capacity: 2,
    modules: 100,
    module_m2: null,
    is_stated: false,
    is_plausible: false,
  });
  for (const key of ["power_loss", "string_power_loss", "performance_loss"])
    expect([isLossWithheld(key, part), isLossWithheld(key, plant)]).toEqual([true, false]);
  for (const key of ["energy_loss", "tube_energy_loss"])
    expect(isLossWithheld(key, part)).toBe(false);
  const values = Float32Array.of(5, 5);
  const of = (key: string, own: LossPlant) =>
    lossReaders("photovoltaic", (one) => (one === key ? values : undefined), own);
  expect(of("performance_loss", part)).toEqual([]);
  expect(of("performance_loss", plant)).toHaveLength(1);
  expect(of("energy_loss", part)).toHaveLength(1);
  const stated = { ...part, settings: { ...plant.settings, module_watts: 410 } };
  expect(moduleWatts(stated)).toBe(410);
  expect(of("performance_loss", stated)).toHaveLength(1);
});

it("a derived power that the area of a module cannot have is withheld, and a stated one counts", () => {
  const of = (watts: number, module_m2: number | null, own: Partial<LossPlant> = {}) =>
    modulePower({ ...plant, nominal_capacity: (watts * 5000) / 1e6, module_m2, ...own })!;
  // 540 W on 2.58 m² are 209 W/m²; a twin of 70 % of them has 771 W each, 299 W/m².
  expect(of(540, 2.58)).toMatchObject({ is_plausible: true, module_m2: 2.58 });
  expect(modulePowerWord(of(540, 2.58))).toBe("derived");
  expect(of(540 / 0.7, 2.58).is_plausible).toBe(false);
  expect(modulePowerWord(of(540 / 0.7, 2.58))).toBe("withheld_by_area");
  // 360 W of 1.7 m² in a twin of 60 %: 600 W are a usual power, but not of such a module.
  expect(of(360, 1.7).is_plausible).toBe(true);
  expect([of(600, 1.7).is_plausible, of(600, null).is_plausible]).toEqual([false, true]);
  // From 60 to 250 W/m².
  expect([119, 120, 500, 501].map((watts) => of(watts, 2).is_plausible)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  // A large module may have 800 W where its area says so, and none has 1000 W.
  expect([of(800, 3.3).is_plausible, of(800, null).is_plausible]).toEqual([true, false]);
  expect(of(1000, 5).is_plausible).toBe(false);
  expect(modulePowerWord(of(1000, 5))).toBe("withheld");
  const stated = { settings: { ...plant.settings, module_watts: 540 } };
  expect(of(771, 2.58, stated)).toMatchObject({ watts: 540, is_plausible: true, is_stated: true });
  expect(modulePowerWord(of(771, 2.58, stated))).toBe("stated");
});

it("the twin says how many modules there are, and how large they are", () => {
  const level = {
    component_type: "module" as const,
    row_count: 12,
    component_count: 10,
    geometry: "",
    geometry_bytes: 0,
    names: "",
    names_bytes: 0,
  };
  expect(modulesOf({ levels: [{ ...level, mean_m2: 2.5 }] })).toEqual({
    modules: 10,
    module_m2: 2.5,
  });
  expect(modulesOf({ levels: [level] })).toEqual({ modules: 10, module_m2: null });
  expect(modulesOf(null)).toEqual({ modules: 0, module_m2: null });
});

it("a power that is not stated makes the losses of modules uncertain by as much, each and in their sum", () => {
  const values = Float32Array.of(50, 50, 50);
  const shareOf = (own: Partial<LossPlant>, key = "performance_loss") => {
    const of = (one: string) => (one === key ? values : undefined);
    const [reader] = lossReaders("photovoltaic", of, { ...plant, ...own });
    let [loss, uncertainty] = [noLoss, noLoss];
    for (const row of values.keys()) {
      loss = addLoss(loss, reader!.lossAt(row)!);
      uncertainty = addLoss(uncertainty, reader!.uncertaintyAt(row));
    }
    const one = reader!.uncertaintyAt(0).mwh / reader!.lossAt(0)!.mwh;
    expect(wholeUncertainty(loss, uncertainty).kw / loss.kw).toBeCloseTo(one, 9);
    return one;
  };
  // A quarter by the wiring. With 10 % for a derived power: root(0.25^2 + 0.1^2) = 0.2693.
  expect(shareOf({})).toBeCloseTo(0.2693, 4);
  // With 40 % for a capacity that was estimated from the area: root(0.25^2 + 0.4^2) = 0.4717.
  expect(shareOf({ capacity_estimated: true })).toBeCloseTo(0.4717, 4);
  const stated = { ...plant.settings, module_watts: 400 };
  expect(shareOf({ settings: stated })).toBeCloseTo(0.25, 9);
  expect(shareOf({ capacity_estimated: true, settings: stated })).toBeCloseTo(0.25, 9);
  // Energy is stated by an import, and needs no power of a module.
  expect(shareOf({}, "energy_loss")).toBeCloseTo(0.25, 9);
});
