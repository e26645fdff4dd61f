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
  (rated_w) => {
    const found = {
      module_missing: classes(1, 3),
      open_string: classes(0),
      module_offline: classes(1, 40),
      bypass_diode: classes(2, 80),
    };
    const columns = moduleLossColumns(sceneGeometry, found, wiring, rated_w);
    for (const [key, values] of Object.entries(columns)) {
      const [least, most] = keyFigureByKey(key)!.range;
      for (const row of [3, 40, 80]) {
        const value = values[row]!;
        expect(value >= least && value <= most, `${key} of ${row}: ${value}`).toBe(true);
      }
    }
    expect(columns["power_loss"]![3]).toBe(rated_w);
    expect(columns["power_loss"]![80]! / rated_w).toBeCloseTo(0.88, 1);
  },
);

it("states no loss of a module that has hot cells or a bypassed substring, and one of a missing module", () => {
  const [bypass_diode, hotspots] = [classes(255, 3, 12), classes(255, 3, 12, 20)];
  const found = {
    module_missing: classes(1, 3),
    open_string: classes(0),
    module_offline: classes(255, 3),
    bypass_diode,
    hotspots,
  };
  const { power_loss } = moduleLossColumns(sceneGeometry, found, wiring, 500);
  expect([3, 12, 20, 21].map((row) => power_loss![row])).toEqual([500, NaN, 0, 0]);
});

it("gives a module its loss that is open for sure beyond the range of the camera, and the others none", () => {
  const missing = classes(255, 3, 40, 80);
  const offline = classes(255, 80);
  offline[40] = 1;
  const found = { module_missing: missing, module_offline: offline, open_string: classes(1, 3) };
  const losses = moduleLossColumns(sceneGeometry, found, wiring, 540)["power_loss"]!;
  expect([3, 40].map((row) => losses[row])).toEqual([540, 540]);
  expect(losses[80]).toBeNaN();
  expect(losses[0]).toBe(0);
});
