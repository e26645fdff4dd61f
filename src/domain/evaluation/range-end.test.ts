import { expect, it } from "vitest";
import { normalNumbers } from "./scene.fixture.ts";
import { rangeEnds } from "./range-end.ts";

/** 40 components of 200 pixels, each a little warmer than the one before, as a camera with this end and step shows them. */
function survey(end: number, step: number, warmest = 70) {
  const random = normalNumbers(7);
  const ends = rangeEnds();
  for (let row = 0; row < 40; row++) {
    const middle = 30 + (row * (warmest - 30)) / 39;
    const seen = Array.from({ length: 200 }, () => {
      const value = middle + 0.2 * random();
      return Math.min(end, step > 0 ? Math.round(value / step) * step : value);
    });
    ends.visit(row, "a.tif", "", seen);
  }
  return ends.found();
}

it("names the components whose pixels are equal at the highest value", () => {
  const { rows, files } = survey(60, 0);
  // Each is 40 / 39 K warmer than the one before: those of 60 K and more begin with the 30th.
  const whole = Array.from({ length: 10 }, (_, at) => 30 + at);
  expect([...rows]).toEqual(expect.arrayContaining(whole));
  expect(rows.size).toBeLessThanOrEqual(whole.length + 1);
  expect(files).toEqual([{ file: "a.tif", celsius: 60, components: rows.size }]);
});

it("names none where the range is long enough, also in rounded numbers", () => {
  for (const step of [0, 0.04, 0.1, 0.4, 1]) {
    expect(survey(150, step).files, `steps of ${step} K`).toEqual([]);
  }
});

it("finds the end in numbers that are rounded to tenths", () => {
  expect(survey(60, 0.1).rows.size).toBeGreaterThanOrEqual(10);
});

it("finds a hot cell whose top is cut off, and judges each file for itself", () => {
  const ends = rangeEnds();
  const flat = Array.from({ length: 300 }, (_, at) => 40 + at / 1000);
  ends.visit(0, "a.tif", "", flat);
  ends.visit(1, "a.tif", "", [...flat, ...Array.from({ length: 8 }, () => 55)]);
  ends.visit(2, "b.tif", "", [...flat, 80]);
  const { rows, files } = ends.found();
  expect([...rows]).toEqual([1]);
  expect(files).toEqual([{ file: "a.tif", celsius: 55, components: 1 }]);
});

it("says so where all of a plant is beyond the range", () => {
  const ends = rangeEnds();
  for (let row = 0; row < 5; row++) ends.visit(row, "a.tif", "", new Float64Array(100).fill(60));
  expect(ends.found().files).toEqual([{ file: "a.tif", celsius: 60, components: 5 }]);
});

it("counts the look that replaced another one", () => {
  const ends = rangeEnds();
  ends.visit(0, "a.tif", "", new Float64Array(100).fill(60));
  ends.visit(
    0,
    "b.tif",
    "",
    Float64Array.from({ length: 100 }, (_, at) => 50 + at / 10),
  );
  expect(ends.found().rows.size).toBe(0);
});
