import { expect, it } from "vitest";
import { fillOf } from "./filled-rim.ts";
import { inCelsius } from "../survey-input.ts";

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

const scaleOf8Bits = { unit: "custom", factor: 0.4, offset: -30 } as const;
/** A raster of these numbers. */
function readOf(
  numberAt: (column: number, row: number) => number,
  sample: "float32" | "uint8" = "float32",
) {
  const own = picture(null);
  const read: typeof own.read = async (window) =>
    Float32Array.from({ length: window.width * window.height }, (_, k) =>
      numberAt(window.column + (k % window.width), window.row + Math.floor(k / window.width)),
    );
  return { ...own, read, sample };
}

it("keeps a spot of the highest number inside, where warm ground has it at the rim", async () => {
  const raster = readOf((column, row) => {
    const isGround = column < 30 || column >= 170 || row < 20 || row >= 100;
    const isSpot = column >= 90 && column < 96 && row >= 50 && row < 54;
    return isGround || isSpot ? 255 : 120 + ((column * 7 + row * 13) % 5);
  }, "uint8");
  const fill = await fillOf(raster, scaleOf8Bits);
  expect(fill).toBe(255);
  // A window around the module with the spot, and one that reaches into the ground.
  const near = { column: 80, row: 40, width: 30, height: 25 };
  const inside = await inCelsius(raster, scaleOf8Bits, fill).read(near, 0);
  expect(Array.from(inside).filter(Number.isNaN)).toEqual([]);
  // 255 steps of 0.4 K above -30 °C, in 6 x 4 pixels.
  expect(Array.from(inside).filter((one) => Math.abs(one - 72) < 0.001)).toHaveLength(24);
  const beside = { column: 20, row: 40, width: 80, height: 25 };
  const both = Array.from(await inCelsius(raster, scaleOf8Bits, fill).read(beside, 0));
  // Ground: ten columns of 25 rows. The spot has 24 pixels.
  expect(both.filter(Number.isNaN)).toHaveLength(250);
  expect(both.filter((one) => Math.abs(one - 72) < 0.001)).toHaveLength(24);
});

it("takes 0.0 °C of a frozen surface in tenths for a value, and a hole among tenths or decimals for none", async () => {
  const missing = async (numberAt: (column: number, row: number) => number) => {
    const raster = readOf(numberAt);
    const whole = { column: 0, row: 0, width, height };
    const values = await inCelsius(raster, { unit: "celsius" }).read(whole, 0);
    return Array.from(values).filter(Number.isNaN).length;
  };
  const isHole = (column: number, row: number) =>
    column >= 40 && column < 60 && row >= 30 && row < 45;
  // Pairs of columns and rows that are alike: -0.2, -0.1, 0.0, 0.1, 0.2 in squares of four.
  const frozen = (column: number, row: number) =>
    ((((column >> 1) * 3 + (row >> 1) * 2) % 5) - 2) / 10;
  expect(await missing(frozen)).toBe(0);
  expect(await missing((column, row) => (isHole(column, row) ? 0 : 20 + frozen(column, row)))).toBe(
    300,
  );
  // Not rounded: whatever has 0 to the last bit was not measured.
  const decimal = (column: number, row: number) => Math.sin(column * 1.37 + row * 2.11) + 0.0003;
  expect(await missing((column, row) => (isHole(column, row) ? 0 : decimal(column, row)))).toBe(
    300,
  );
});

it("takes the highest number for none in holes of a mosaic of modules, and for a temperature on tubes", async () => {
  // Hundredths of a kelvin in 16 bits: 65,535 are 382 °C. The file states no "no data".
  const isHole = (column: number, row: number) =>
    column >= 95 && column < 98 && row >= 50 && row < 52;
  const mosaic = (isFilled: boolean) => {
    const read = readOf((column, row) => {
      const isOutside = isFilled && (column < 30 || column >= 170);
      if (isOutside || isHole(column, row)) return 65_535;
      return 31_815 + ((column * 7 + row * 13) % 17) * 10;
    });
    return { ...read, sample: "uint16" as const };
  };
  const inside = { column: 80, row: 40, width: 30, height: 25 };
  const missing = async (isFilled: boolean, type: "module" | "absorber_tube") => {
    const raster = mosaic(isFilled);
    const scale = { unit: "centikelvin" } as const;
    const fill = await fillOf(raster, scale, type);
    expect(fill).toBe(isFilled ? 65_535 : null);
    const values = Array.from(await inCelsius(raster, scale, fill, type).read(inside, 0));
    return values.filter(Number.isNaN).length;
  };
  expect(await missing(true, "module")).toBe(6);
  expect(await missing(false, "module")).toBe(6);
  expect(await missing(true, "absorber_tube")).toBe(0);
});
