import { expect, it } from "vitest";
import { fillOf } from "./filled-rim.ts";
import { inCelsius } from "./survey-input.ts";

const [width, height] = [200, 120] as const;

/** A picture of about 20 °C inside of an ellipse, and a number outside. */
function picture(outside: number | null, nodata: number | null = null) {
  const valueAt = (column: number, row: number) => {
    const isIn = ((column - 100) / 95) ** 2 + ((row - 60) / 55) ** 2 < 1;
    return isIn || outside === null ? 20 + ((column * 7 + row * 13) % 17) / 10 : outside;
  };
  const read = async (window: { column: number; row: number; width: number; height: number }) =>
    Float32Array.from({ length: window.width * window.height }, (_, at) =>
      valueAt(window.column + (at % window.width), window.row + Math.floor(at / window.width)),
    );
  const whole = { sample: "float32", epsg: 32630, to_map: [1, 0, 0, 0, -1, 0], bands: 1 } as const;
  return { ...whole, width, height, nodata, read };
}

it.each([0, -273.15, -9999])("finds the number %d that fills the outside", async (outside) => {
  const found = await fillOf(picture(outside), { unit: "celsius" });
  expect(found).toBeCloseTo(outside, 3);
  const raster = inCelsius(picture(outside), { unit: "celsius" }, found);
  const values = await raster.read({ column: 0, row: 0, width, height }, 0);
  const none = Array.from(values).filter(Number.isNaN).length;
  expect(none / values.length).toBeCloseTo(1 - (Math.PI * 95 * 55) / (width * height), 1);
  expect(Array.from(values).filter((one) => one < 19)).toEqual([]);
});

it("finds 0 K as well, and the same in hundredths", async () => {
  expect(await fillOf(picture(0), { unit: "kelvin" })).toBe(0);
  expect(await fillOf(picture(0), { unit: "centikelvin" })).toBe(0);
});

it("finds none in a picture that reaches its rim, in snow of 0 °C, and where the file states one", async () => {
  expect(await fillOf(picture(null), { unit: "celsius" })).toBeNull();
  expect(await fillOf(picture(0, -9999), { unit: "celsius" })).toBeNull();
  // A temperature that a surface may have is none.
  expect(await fillOf(picture(12), { unit: "celsius" })).toBeNull();
  const snow = picture(null);
  const read: typeof snow.read = async (window) =>
    (await snow.read(window)).map((value) => (value > 20.8 ? 0 : 0.1));
  expect(await fillOf({ ...snow, read }, { unit: "celsius" })).toBeNull();
});
