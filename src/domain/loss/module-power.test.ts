// Every number is calculated by hand from the settings below.
import { expect, it } from "vitest";
import { addLoss, isLossWithheld, noLoss } from "./component-loss.ts";
import { lossReaders } from "./loss-reader.ts";
import { addSpread, noSpread, wholeUncertainty } from "./loss-spread.ts";
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
  mounting_type: "fixed",
  module_inclination: 0,
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
    tilt_deg: 0,
    is_tilt_assumed: false,
    is_tilt_stated: true,
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

/** Of 580 W on 2.583 m² of face, 224.5 W/m²; seen from above at 30° it has 2.2369 m², at 45° 1.8265 m². */
const seen = (share: number, module_m2: number, own: Partial<LossPlant>) =>
  modulePower({ ...plant, nominal_capacity: (580 * 5000) / share / 1e6, module_m2, ...own })!;

it("the area of a fixed module that is tilted is that of its face times the cosine", () => {
  const tilted = { mounting_type: "fixed", module_inclination: 30 } as const;
  const whole = seen(1, 2.2369, tilted);
  expect(whole).toMatchObject({ is_plausible: true, uncertainty_share: 0.1, tilt_deg: 30 });
  expect(modulePowerWord(whole)).toBe("derived");
  // A twin of 70 %: 829 W each, 321 W/m² of the face.
  const part = seen(0.7, 2.2369, tilted);
  expect(part.is_plausible).toBe(false);
  expect(modulePowerWord(part)).toBe("withheld_by_area");
  // 62 W/m² seen from above are 54 of the face.
  const thin = { ...plant, nominal_capacity: 0.62, module_m2: 2, ...tilted };
  expect(modulePower(thin)!.is_plausible).toBe(false);
});

it("where a tilt that the plant does not state explains the area, the uncertainty spans a part of the plant too", () => {
  const tracked = { mounting_type: "tracked", module_inclination: null } as const;
  for (const own of [tracked, { mounting_type: null }, { mounting_type: "fixed" }] as const) {
    const unknown = { ...own, module_inclination: null };
    // Drawn level: nothing is assumed.
    expect(seen(1, 2.583, unknown)).toMatchObject({ uncertainty_share: 0.1, tilt_deg: 0 });
    // Drawn at 45°: 317.5 W/m² of level modules are 250 from arccos(250 / 317.5) on, and 150 W/m² would be 274 W.
    const turned = seen(1, 1.8265, unknown);
    expect(turned).toMatchObject({ watts: 580, is_plausible: true, is_tilt_assumed: true });
    expect(turned.tilt_deg).toBeCloseTo(38.1, 1);
    expect(turned.uncertainty_share).toBeCloseTo(Math.hypot(0.1, 1 - 274 / 580), 3);
    expect(modulePowerWord(turned)).toBe("derived_by_tilt");
  }
  // A twin of 60 % of 360 W modules of 1.7 m² that lie level: 600 W ± 350 W, and 360 W are within.
  const part = { ...plant, ...tracked, nominal_capacity: 3, module_m2: 1.7 };
  const { watts, uncertainty_share } = modulePower(part)!;
  expect(watts).toBe(600);
  expect(watts * (1 - uncertainty_share)).toBeLessThan(360);
  // More than trackers turn: 600 W on 1.1 m² are 273 W/m² at 60°.
  const small = modulePower({ ...part, module_m2: 1.1 })!;
  expect(small).toMatchObject({ is_plausible: false, is_tilt_assumed: false, tilt_deg: 60 });
  // It states no tilt that could be corrected.
  expect(modulePowerWord(small)).toBe("withheld_at_any_tilt");
  // 60 W of level modules on 2 m² are 30 W/m².
  const weak = modulePower({ ...part, nominal_capacity: 0.3, module_m2: 2 })!;
  expect([weak.tilt_deg, modulePowerWord(weak)]).toEqual([0, "withheld_level"]);
  // The area decides nothing, so the largest module that was sold in numbers does: 829 W.
  expect(seen(0.7, 2.583, tracked).is_plausible).toBe(false);
  // Steep modules show so little of their face that another tilt of 2° is another power.
  const steep = { mounting_type: "fixed", module_inclination: 75 } as const;
  expect(seen(1, 2.583 * 0.2588, steep)).toMatchObject({
    is_plausible: true,
    is_tilt_assumed: true,
  });
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
    let [loss, spread] = [noLoss, noSpread];
    for (const row of values.keys()) {
      loss = addLoss(loss, reader!.lossAt(row)!);
      spread = addSpread(spread, reader!.spreadAt(row));
    }
    const first = reader!.lossAt(0)!;
    const one = wholeUncertainty(first, reader!.spreadAt(0)).kw / first.kw;
    expect(wholeUncertainty(loss, spread).kw / loss.kw).toBeCloseTo(one, 9);
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
