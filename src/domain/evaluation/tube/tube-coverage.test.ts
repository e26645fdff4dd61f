// Whether the stated uncertainty of a heat loss is what it is wrong by, by other formulas than those of the evaluation.
import { expect, it } from "vitest";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { normalNumbers } from "../scene.fixture.ts";
import { tubeHeat } from "./tube-heat.ts";
import { apparentOf, hydrogen, lossOf, stated, surface, vacuum } from "./tube-physics.fixture.ts";

// The published 17 to 19 % are of a whole measurement in the field, so camera and wind are not added to them.
it("states a heat loss as wrong as it is, where camera, wind and formulas are as wrong as is assumed", () => {
  const normal = normalNumbers(3);
  let state = 1;
  const evenly = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const [count, shares]: [number, number[]] = [400, []];
  for (let round = 0; round < count; round++) {
    const share = Math.max(0.2, 1 + settings.wind_share * normal());
    const local = { ...stated, wind: stated.wind * share };
    const loss = lossOf(round % 2 === 0 ? hydrogen : vacuum, 300 + 90 * evenly(), local);
    // Formulas that are 6.5 % wrong beside those of the fixture, which are others than the product's.
    const given = loss * (1 + 0.065 * normal());
    const apparent = apparentOf(given, local, 0) + (4 * evenly() - 2);
    const found = tubeHeat(apparent, surface, stated, 0.02, settings);
    shares.push((found.heat_loss - loss) / (found.uncertainty / 2));
  }
  const covered = shares.filter((one) => Math.abs(one) <= 2).length / count;
  expect(covered).toBeGreaterThan(0.93);
  // Wrong by 1 standard uncertainty, as a root mean square.
  const usual = Math.sqrt(shares.reduce((sum, one) => sum + one ** 2, 0) / count);
  expect(usual).toBeGreaterThan(0.88);
  expect(usual).toBeLessThan(1.12);
});
