// The fault types of stated values, against a table written by hand.
import { expect, test } from "vitest";
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import type { ComponentType } from "../component/component.ts";
import { causesOfFaultType, derivedFaultTypes } from "./derived-fault-type.ts";
import { faultTypeFigureOf, faultTypeKeyFigures, namedFaultAt } from "./fault-type.ts";
import { keyFigureByKey } from "./key-figure.ts";

type Stated = Readonly<Record<string, number>>;

/** The type of one component with these values; null where nothing follows. */
function typeOf(type: ComponentType, stated: Stated): string | null {
  const columns = new Map<string, ColumnValues>(
    Object.entries(stated).map(([key, value]) => {
      const { kind, component_type } = keyFigureByKey(key)!;
      expect(component_type).toBe(type);
      return [key, kind === "u8" ? Uint8Array.of(value) : Float32Array.of(value)];
    }),
  );
  const found = derivedFaultTypes(type, 1, ({ key }) => columns.get(key))![0]!;
  if (found === MISSING_U8) return null;
  return faultTypeFigureOf(type)!.classes.find(({ value }) => value === found)!.key;
}

const [GOOD, MODERATE, SEVERE, GLASS_MISSING] = [1, 3, 4, 5];

const cases: readonly (readonly [ComponentType, Stated, string | null])[] = [
  // Tubes: the gas says why a tube is hot; without a reason the heat itself is the finding.
  ["absorber_tube", { glass_tube_temperature: GOOD }, "none"],
  ["absorber_tube", { glass_tube_temperature: SEVERE }, "heat_loss"],
  ["absorber_tube", { glass_tube_temperature: SEVERE, annulus_gas: 2 }, "hydrogen"],
  ["absorber_tube", { glass_tube_temperature: SEVERE, annulus_gas: 3 }, "air"],
  ["absorber_tube", { glass_tube_temperature: SEVERE, annulus_gas: 1 }, "gas"],
  ["absorber_tube", { glass_tube_temperature: SEVERE, coating_degradation: 0.04 }, "coating"],
  ["absorber_tube", { glass_tube_temperature: SEVERE, bellows_shield: 2 }, "heat_loss"],
  ["absorber_tube", { glass_tube_temperature: GOOD, bellows_shield: 2 }, "bellows_shield"],
  ["absorber_tube", { absorber_displacement: -7 }, "displaced"],
  [
    "absorber_tube",
    { glass_tube_temperature: GLASS_MISSING, missing_glass_tube: 1 },
    "glass_missing",
  ],
  ["absorber_tube", { glass_tube_temperature: MODERATE, missing_glass_tube: 1 }, "glass_missing"],
  ["absorber_tube", { missing_glass_tube: 0 }, null],
  ["absorber_tube", { heat_loss: 900 }, "heat_loss"],
  ["absorber_tube", { heat_loss: 900, heat_loss_ratio: 0.1 }, "none"],
  ["mirror", { mirror_missing: 1 }, "missing"],
  ["mirror", { mirror_damage: 3, mirror_soiling: 3 }, "broken"],
  ["mirror", { mirror_damage: 2 }, "corroded"],
  ["mirror", { mirror_damage: 0, mirror_alignment: -6 }, "misaligned"],
  ["mirror", { mirror_damage: 1, mirror_soiling: 1 }, "chipped"],
  ["mirror", { mirror_damage: 0, mirror_soiling: 0 }, "none"],
  // Light dust on a whole mirror is cleaned by rows: it is no fault of one.
  ["mirror", { mirror_damage: 0, mirror_soiling: 1 }, "none"],
  ["mirror", { mirror_soiling: 1 }, null],
  ["mirror", { mirror_soiling: 2 }, "soiled"],
  ["mirror", { mirror_soiling: 0 }, null],
  ["tracker", { tracker_stuck: 2, tracker_angle_deviation: 20 }, "stuck"],
  ["tracker", { tracker_angle_deviation: -6 }, "deviating"],
  ["tracker", { tracker_stuck: 1, tracker_torsion: 5 }, "twisted"],
  ["tracker", { tracker_angle_deviation: 0.2, tracker_torsion: 0.1 }, "none"],
  ["tracker", { tracker_torsion: 0.1 }, null],
  ["sca", { tracking_state: 3, htf_leak: 2 }, "leak"],
  ["sca", { tracking_state: 3 }, "stuck"],
  ["sca", { tracking_state: 2, tracking_deviation: 7 }, "defocused"],
  ["sca", { tracking_deviation: -4 }, "deviating"],
  ["sca", { tracking_deviation: 0, friction: 3 }, "friction"],
  ["sca", { tracking_deviation: 0, cleanliness: 91 }, "soiled"],
  ["sca", { tracking_deviation: 0, cleanliness: 94 }, "soiled"],
  ["sca", { tracking_deviation: 0, cleanliness: 95 }, "none"],
  // Modules: heat without a stated reason has no type, and a cold module may be broken all the same.
  ["module", { class_of_abnormality: 1 }, "none"],
  ["module", { class_of_abnormality: 3 }, null],
  ["module", { class_of_abnormality: 3, hotspots: 1 }, "hotspot"],
  ["module", { class_of_abnormality: 3, shading: 1 }, null],
  ["module", { delta_t_normalised: 0.2 }, null],
  ["module", { delta_t_normalised: 25, soiling_pattern: 3 }, null],
  ["module", { delta_t_normalised: 25, bypass_diode: 1 }, "substring_bypassed"],
  ["module", { open_string: 1, bypass_diode: 2 }, "open_string"],
  ["module", { class_of_abnormality: 1, soiling: 4 }, "none"],
  ["module", { bypass_diode: 0 }, null],
];

test.each(cases)("a %s with %o has the type %s", (type, stated, expected) => {
  expect(typeOf(type, stated)).toBe(expected);
});

test("every class of a fault has a type that exists, and every type comes from some fault", () => {
  for (const figure of faultTypeKeyFigures) {
    const reached = new Set<string | null>(["none"]);
    for (const cause of causesOfFaultType(figure.component_type)) {
      const bad = cause.classes.filter(({ severity }) => severity > 0).map(({ value }) => value);
      const { limits, direction } = cause;
      const worse = limits.map((limit) => (direction === "lower_is_worse" ? limit - 1 : limit + 1));
      for (const value of [...bad, ...worse]) {
        reached.add(typeOf(figure.component_type, { [cause.key]: value }));
      }
    }
    for (const { key } of figure.classes) expect([...reached], figure.key).toContain(key);
  }
});

test("no values, no types", () => {
  expect([...derivedFaultTypes("mirror", 2, () => undefined)!]).toEqual([MISSING_U8, MISSING_U8]);
  expect(derivedFaultTypes("loop", 2, () => undefined)).toBeNull();
});

test("names a fault only where there is one", () => {
  const broken = faultTypeFigureOf("module")!.classes.find(({ key }) => key === "glass_broken")!;
  const values = Uint8Array.of(MISSING_U8, 0, broken.value);
  expect([0, 1, 2, 3].map((row) => namedFaultAt(values, row))).toEqual([
    null,
    null,
    broken.value,
    null,
  ]);
});
