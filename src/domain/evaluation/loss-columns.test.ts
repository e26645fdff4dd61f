import { expect, it } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { moduleLossColumns } from "./loss-columns.ts";
import { sceneGeometry } from "./scene.fixture.ts";

const wiring = { modules_per_string: null, strings_per_tracker: null };
const { count } = sceneGeometry;
const classes = (value: number, ...rows: number[]) => {
  const found = new Uint8Array(count);
  for (const row of rows) found[row] = value;
  return found;
};

// A plant may state its capacity for few components, each of which stands for several modules: no loss may vanish.
it.each([540, 2500, 20_000])(
  "gives every fault of modules of %i W a loss in its range",
  (watts) => {
    const found = {
      module_missing: classes(1, 3),
      open_string: classes(0),
      module_offline: classes(1, 40),
      bypass_diode: classes(2, 80),
    };
    const columns = moduleLossColumns(sceneGeometry, found, wiring, {
      watts,
      uncertainty_share: 0.4,
    });
    for (const [key, values] of Object.entries(columns)) {
      const [least, most] = keyFigureByKey(key)!.range;
      for (const row of [3, 40, 80]) {
        const value = values[row]!;
        expect(value >= least && value <= most, `${key} of ${row}: ${value}`).toBe(true);
      }
    }
    expect(columns["power_loss"]![3]).toBe(watts);
    expect(columns["power_loss"]![80]! / watts).toBeCloseTo(0.88, 1);
  },
);

it("has what the power of a module is uncertain by, of a module and of its string together", () => {
  // Two strings of 20 in parallel; one module is open and bridged: it loses itself, and the others of its string a little.
  const found = {
    module_missing: classes(0),
    open_string: classes(0),
    module_offline: classes(1, 40),
    bypass_diode: classes(0),
  };
  const wired = { modules_per_string: 20, strings_per_tracker: 2 };
  const of = (uncertainty_share: number) =>
    moduleLossColumns(sceneGeometry, found, wired, { watts: 500, uncertainty_share });
  const at = (columns: ReturnType<typeof of>, key: string) => columns[key]![40]!;
  const [stated, derived, estimated] = [of(0), of(0.1), of(0.4)];
  const whole = at(stated, "power_loss") + at(stated, "string_power_loss");
  expect(at(stated, "string_power_loss")).toBeGreaterThan(1);
  // By hand: the model's 3 % and the share of the power are independent, and both are shares of the same loss.
  const own = at(stated, "power_loss_uncertainty");
  expect(own).toBeCloseTo(0.03 * whole, 2);
  expect(at(derived, "power_loss_uncertainty")).toBeCloseTo(whole * Math.sqrt(0.0009 + 0.01), 2);
  expect(at(estimated, "power_loss_uncertainty")).toBeCloseTo(whole * Math.sqrt(0.0009 + 0.16), 2);
  for (const key of ["power_loss", "string_power_loss", "performance_loss"])
    expect(at(estimated, key)).toBe(at(stated, key));
  // A module without a fault states none.
  expect(estimated["power_loss_uncertainty"]![100]).toBeNaN();
});
