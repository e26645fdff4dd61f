// The report says of the power of a module what the screen says: losses.test.tsx of the plant settings has the same texts.
import { expect, it } from "vitest";
import { lossDefaults } from "../../domain/loss/loss-settings.ts";
import { wordsOf } from "./report-words.ts";

const power = {
  watts: 544.5,
  uncertainty_share: 0.1,
  nominal_capacity: 54.45,
  modules: 100_000,
  module_m2: 2.58,
  tilt_deg: 0,
  is_tilt_assumed: false,
  is_tilt_stated: true,
  is_stated: false,
  is_plausible: true,
};
const report = wordsOf({
  locale: "en",
  plant: { capacity_estimated: false } as Parameters<typeof wordsOf>[0]["plant"],
  loss: lossDefaults,
});

it("has the digits of the capacity that the division needs, as on the screen", () => {
  expect(report.modulePower(power)).toBe("54.45 MW / 100,000 modules = 545 W ± 10% each.");
  const small = {
    ...power,
    watts: 59.6,
    nominal_capacity: 5.96,
    module_m2: 1,
    is_plausible: false,
  };
  // 59.6 W/m² are below 60.
  expect(report.modulePower(small)).toContain(
    "seen from above, and a tilt of 0°, that is 59.6 W/m², and modules have 60 to 250",
  );
  // 300 W/m² of level modules are 250 at arccos(250 / 300), 33.6°.
  const turned = { ...power, watts: 600, module_m2: 2, tilt_deg: 33.56, is_tilt_assumed: true };
  expect(report.modulePower({ ...turned, uncertainty_share: 0.51 })).toContain(
    "= 600 W ± 51% each. With 2 m² in the twin, seen from above, level modules would have 300 W/m², and modules have 60 to 250: they were tilted by about 34° or more",
  );
});
