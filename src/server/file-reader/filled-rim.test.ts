import { expect, it } from "vitest";
import { fillOf } from "./filled-rim.ts";
import { inCelsius } from "./survey-input.ts";

const [width, height] = [200, 120] as const;

/** A picture of about 20 °C inside of an ellipse, and a number outside. */
function picture(outside: number | null, nodata: number | null = null, corner = 0) {
  const valueAt = (column: number, row: number) => {
    const isIn =
      corner > 0
        ? column > corner * width || row > corner * height
        : ((column - 100) / 95) ** 2 + ((row - 60) / 55) ** 2 < 1;
    return isIn || outside === null ? 20 + ((column * 7 + row * 13) % 17) / 10 : outside;
  };
  const read = async (window: { column: number; row: number; width: number; height: number }) =>
    Float32Array.from({ length: window.width * window.height }, (_, at) =>
      valueAt(window.column + (at % window.width), window.row + Math.floor(at / window.width)),
    );
  const whole = { sample: "float32", epsg: 32630, to_map: [1, 0, 0, 0, -1, 0], bands: 1 } as const;
  return { ...whole, width, height, nodata, read };
}

it.each([0, -40, -50, -273.15, -9999, 655.35])(
  "finds the number %d that fills the outside",
  async (outside) => {
    const found = await fillOf(picture(outside), { unit: "celsius" });
    expect(found).toBeCloseTo(outside, 3);
    const raster = inCelsius(picture(outside), { unit: "celsius" }, found);
    const values = await raster.read({ column: 0, row: 0, width, height }, 0);
    const none = Array.from(values).filter(Number.isNaN).length;
    expect(none / values.length).toBeCloseTo(1 - (Math.PI * 95 * 55) / (width * height), 1);
    expect(Array.from(values).filter((one) => one < 19 || one > 23)).toEqual([]);
  },
);

it("finds 0 K as well, and the same in hundredths", async () => {
  expect(await fillOf(picture(0), { unit: "kelvin" })).toBe(0);
  expect(await fillOf(picture(0), { unit: "centikelvin" })).toBe(0);
});

it("finds one that fills a corner, and one beside the number that the file states", async () => {
  expect(await fillOf(picture(0, null, 0.2), { unit: "celsius" })).toBe(0);
  // A merge of two files: one of them has 0 outside, and the merged file states -9999.
  expect(await fillOf(picture(0, -9999), { unit: "celsius" })).toBe(0);
  // Hundredths of a kelvin in 16 bits, with the highest number outside; 0.4 K in 8 bits.
  const hundredths = { ...picture(65_535), sample: "uint16" as const };
  expect(await fillOf(hundredths, { unit: "celsius" })).toBe(65_535);
  const coarse = { unit: "custom", factor: 0.4, offset: -30 } as const;
  expect(await fillOf({ ...picture(255), sample: "uint8" as const }, coarse)).toBe(255);
  expect(await fillOf(picture(255), coarse)).toBeNull();
});

it("takes a hole inside for none, and a single 0 and the highest temperature of a camera for values", async () => {
  const whole = { column: 0, row: 0, width, height };
  const shown = async (at: (column: number, row: number) => number | null, unit = "celsius") => {
    const own = picture(null);
    const read: typeof own.read = async (window) =>
      (await own.read(window)).map((value, k) => {
        const [column, row] = [window.column + (k % window.width), Math.floor(k / window.width)];
        return at(column, window.row + row) ?? value;
      });
    const scale = { unit } as Parameters<typeof inCelsius>[1];
    return inCelsius({ ...own, read }, scale).read(whole, 0);
  };
  const missing = (values: ArrayLike<number>) => Array.from(values).filter(Number.isNaN).length;
  const hole = (number: number) => (column: number, row: number) =>
    column >= 40 && column < 60 && row >= 30 && row < 45 ? number : null;
  for (const number of [0, -9999, -50, 655.35])
    expect(missing(await shown(hole(number)))).toBe(300);
  // At the rim as well: the pixel beside it is of the next row.
  expect(missing(await shown((column) => (column >= width - 2 ? 0 : null)))).toBe(2 * height);
  const lonely = await shown((column, row) => (column % 9 === 0 && row % 7 === 0 ? 0 : null));
  expect(missing(lonely)).toBe(0);
  // A tube without glass has the highest number of a camera: 150 °C, or 550.
  for (const number of [150, 550]) expect(missing(await shown(hole(number)))).toBe(0);
  // 20 of the file in kelvin are no temperatures at all.
  expect(missing(await shown(() => null, "kelvin"))).toBe(width * height);
});

it("finds none in a picture that reaches its rim, and in snow of 0 °C", async () => {
  expect(await fillOf(picture(null), { unit: "celsius" })).toBeNull();
  // A temperature that a surface may have is none.
  expect(await fillOf(picture(12), { unit: "celsius" })).toBeNull();
  const snow = picture(null);
  const read: typeof snow.read = async (window) =>
    (await snow.read(window)).map((value) => (value > 20.8 ? 0 : 0.1));
  expect(await fillOf({ ...snow, read }, { unit: "celsius" })).toBeNull();
});
