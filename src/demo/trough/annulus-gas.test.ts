import { expect, it } from "vitest";
import { gasClass, gasOdds } from "./annulus-gas.ts";

// Ratio of air from the reference's heat losses at 2 m/s: (1370 - 216) / (1013 - 216) at 393 °C.
const airRatio = (1370 - 216) / (1013 - 216);

it("tells the gas only where one of them is far less likely, and always leaves a doubt", () => {
  const classAt = (ratio: number) => gasClass(gasOdds(ratio, airRatio));
  expect([0, 0.2, 0.4, 0.8, 1, 1.2, 1.6].map(classAt)).toEqual([0, 0, 4, 2, 2, 1, 3]);
  for (let ratio = 0.6; ratio < 2; ratio += 0.05) {
    const { hydrogen, air } = gasOdds(ratio, airRatio);
    // By Bayes' rule with 3 : 1 and an error of 18 % of the loss that each gas explains.
    const error = (distance: number, of: number) =>
      distance <= 0 ? 1 : Math.exp((-distance * distance) / (2 * (0.18 * of) ** 2));
    const odds = (3 * error(ratio - 1, 1)) / error(airRatio - ratio, airRatio);
    expect(hydrogen / air / odds).toBeCloseTo(1, 9);
    expect(hydrogen + air).toBeLessThanOrEqual(1);
    if (ratio > 1 && ratio < airRatio) expect(Math.min(hydrogen, air)).toBeGreaterThan(0.01);
  }
});
