import { expect, test } from "vitest";
import { countsOf, thermometerOf, transmission, type Planck, type Surroundings } from "./planck.ts";

/** The constants that the published package Thermimage takes by default. */
const planck: Planck = {
  r1: 21106.77,
  b: 1501,
  f: 1,
  o: -7340,
  r2: 0.012545258,
  alpha1: 0.006569,
  alpha2: 0.01262,
  beta1: -0.002276,
  beta2: -0.00667,
  x: 1.9,
};
const black: Surroundings = {
  emissivity: 1,
  reflected_c: 20,
  distance_m: 0,
  air_c: 20,
  humidity_percent: 50,
};

test("a black body at the lens, by hand", () => {
  // 21106.77 / (0.012545258 x (18109 - 7340)) + 1 = 157.23; 1501 / ln(157.23) = 296.77 K.
  expect(thermometerOf(planck, black)(18_109)).toBeCloseTo(23.62, 1);
});

test("the parameters mix object, reflection and air as the radiation does", () => {
  const around = { ...black, emissivity: 0.85, reflected_c: -30, distance_m: 40, air_c: 33 };
  const tau = transmission(planck, around);
  expect(tau).toBeGreaterThan(0.8);
  expect(tau).toBeLessThan(1);
  // What a camera receives from 62 °C, added up; the other way round than the program computes.
  const received =
    tau * 0.85 * countsOf(planck, 62) +
    tau * 0.15 * countsOf(planck, -30) +
    (1 - tau) * countsOf(planck, 33);
  expect(thermometerOf(planck, around)(received)).toBeCloseTo(62, 6);
  // A cold sky in a mirror makes a module look colder than it is.
  expect(thermometerOf(planck, black)(received)).toBeLessThan(58);
});

test("counts below every temperature have none", () => {
  expect(thermometerOf(planck, black)(0)).toBeNaN();
});
