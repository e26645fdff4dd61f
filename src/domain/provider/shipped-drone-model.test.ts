import { expect, test } from "vitest";
import { modelsOfSeries, shippedModelOf } from "./shipped-drone-model.ts";

/** The models of the specification's download page, with the names that pilots and the vendor use. */
const named = {
  "Mavic 2 Enterprise Dual": ["M2ED", "DJI Mavic 2 Enterprise Dual", "Mavic 2 Dual"],
  "Mavic 2 Enterprise Advanced": ["M2EA", "mavic-2-enterprise-advanced"],
  "Mavic 3E": ["M3E", "Mavic 3 Enterprise", "mavic_3e"],
  "Mavic 3T": ["M3T", "Mavic 3 Thermal", "mavic3t"],
  "Mavic 3M": ["M3M", "Mavic 3 Multispectral"],
  "Matrice 30T": ["M30T", "DJI Matrice 30T"],
  "Matrice 4T": ["M4T", "matrice 4t"],
};

test.each(Object.entries(named))("%s is found by each of its names", (name, others) => {
  for (const one of [name, ...others])
    expect([one, shippedModelOf(one)?.name]).toEqual([one, name]);
});

test("every shipped model is found by its own names alone", () => {
  for (const series of ["sdk4", "sdk5"] as const) {
    for (const { key, name, abbreviation } of modelsOfSeries(series)) {
      const found = [key, name, abbreviation].map((one) => shippedModelOf(one)?.key);
      expect(found).toEqual([key, key, key]);
    }
  }
  expect([shippedModelOf("Phantom 4"), shippedModelOf("")]).toEqual([null, null]);
});

test("the page lists the two series", () => {
  const names = (series: "sdk4" | "sdk5") => modelsOfSeries(series).map(({ name }) => name);
  expect([...names("sdk4"), ...names("sdk5")]).toEqual(Object.keys(named));
});
