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
  const small = { ...power, watts: 59.6, nominal_capacity: 5.96, module_m2: 1, is_plausible: false };
  // 59.6 W/m² are below 60.
  expect(report.modulePower(small)).toContain("that is 59.6 W/m², and modules have 60 to 250");
});
