import { expect, it } from "vitest";
import { apparentBareTube, bandRadiance } from "./bare-tube.ts";

/** Share of black radiation below a wavelength in µm (Chang and Rhee 1984, the series of the Planck integral). */
function shareBelow(wave: number, kelvin: number): number {
  const x = 14387.77 / (wave * kelvin);
  let sum = 0;
  for (let n = 1; n < 60; n++) {
    sum += Math.exp(-n * x) * (x ** 3 / n + (3 * x ** 2) / n ** 2 + (6 * x) / n ** 3 + 6 / n ** 4);
  }
  return (15 / Math.PI ** 4) * sum;
}
const inBand = (kelvin: number) =>
  kelvin ** 4 * (shareBelow(13.5, kelvin) - shareBelow(7.5, kelvin));

it("integrates Planck's law over the camera's band", () => {
  const reference = bandRadiance(300) / inBand(300);
  for (const kelvin of [250, 290, 350, 450, 566, 666]) {
    expect(bandRadiance(kelvin) / inBand(kelvin) / reference, String(kelvin)).toBeCloseTo(1, 4);
  }
});

it("lets a tube without glass appear at the temperature of the same radiation in the band", () => {
  for (const [fluid, ambient] of [
    [293, 25],
    [393, 25],
    [393, 5],
  ] as const) {
    const apparent = apparentBareTube(fluid, ambient);
    const sky = ambient - 8 + 273.15;
    const seen = 0.064 * inBand(fluid + 273.15) + 0.936 * inBand(sky);
    expect(inBand(apparent + 273.15) / seen).toBeCloseTo(1, 3);
    // The total emittance of 0.1 made it 40 K warmer than the camera would read.
    const byAllWaves = (0.1 * (fluid + 273.15) ** 4 + 0.9 * sky ** 4) ** 0.25 - 273.15;
    expect(apparent).toBeLessThan(byAllWaves - 15);
    expect(apparent).toBeGreaterThan(ambient);
  }
  expect(apparentBareTube(393, 25, 1)).toBeCloseTo(393, 1);
});
