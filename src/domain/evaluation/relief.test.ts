import { expect, it } from "vitest";
import { reliefOf } from "./relief.ts";

/** A module of 2.2 x 1.1 m with pixels of 5 cm. */
const size = { length: 2.2, width: 1.1 };
const [WIDE, HIGH] = [44, 22];
function relief(at: (column: number, row: number) => number, step = 1) {
  const pixels = { values: [] as number[], columns: [] as number[], rows: [] as number[] };
  for (let row = 0; row < HIGH; row += step) {
    for (let column = 0; column < WIDE; column += step) {
      pixels.values.push(at(column, row));
      pixels.columns.push(column);
      pixels.rows.push(row);
    }
  }
  const { values, columns, rows } = pixels;
  const seen = {
    values: Float64Array.from(values),
    columns: Int32Array.from(columns),
    rows: Int32Array.from(rows),
    total: values.length,
  };
  return reliefOf(seen, (column, row) => [column / WIDE, row / HIGH], size);
}

it("is the step from half a metre to the next one", () => {
  // 2 K/m along: half of the steps go along, 1.1 K each; across there are none.
  expect(relief((column) => 2 * 0.05 * column + 40)).toBeCloseTo(1.1, 6);
  expect(relief(() => 40)).toBe(0);
});

it("sees no unevenness in a warm third, a shaded end and hot cells", () => {
  expect(relief((_, row) => (row < HIGH / 3 ? 46 : 40))).toBe(0);
  expect(relief((column) => (column < WIDE / 5 ? 34 : 40))).toBe(0);
  expect(relief((column, row) => (column % 11 < 4 && row % 11 < 4 ? 60 : 40))).toBe(0);
});

it("is not known where the pixels are coarse", () => {
  expect(relief(() => 40, 8)).toBeNaN();
});
