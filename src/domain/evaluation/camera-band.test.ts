import { expect, it } from "vitest";
import { radianceAt, temperatureAt } from "./camera-band.ts";

it("is reversed by its table to a thousandth of a kelvin", () => {
  for (let celsius = -100; celsius <= 700; celsius += 7.3)
    expect(temperatureAt(radianceAt(celsius))).toBeCloseTo(celsius, 6);
});

it("has the share of the band in all radiation that tables of black bodies give", () => {
  // Fraction of the radiation of a black body below 8 and 14 µm at 300 K: 0.1403 and 0.5161 (Siegel and Howell).
  const all = 5.670374e-8 * 300 ** 4;
  const first = 2 * Math.PI * 6.62607015e-34 * 299_792_458 ** 2 * 1e24;
  expect((radianceAt(26.85) * first) / all).toBeCloseTo(0.5161 - 0.1403, 2);
});

it("grows less than the fourth power where glass is hot", () => {
  const grown = Math.log(radianceAt(101) / radianceAt(99)) / Math.log(374.15 / 372.15);
  expect(grown).toBeGreaterThan(3.3);
  expect(grown).toBeLessThan(3.9);
});

it("says nothing of what no camera shows", () => {
  expect(radianceAt(-200)).toBeNaN();
  expect(radianceAt(2000)).toBeNaN();
  expect(temperatureAt(-1)).toBeNaN();
  expect(temperatureAt(0)).toBeNaN();
});
