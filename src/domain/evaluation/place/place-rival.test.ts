import { expect, it } from "vitest";
import { saidBy } from "./image-evidence.ts";
import type { Picture } from "./place-feature.ts";
import type { Look } from "./place-look.ts";
import { compared, type ScoutedLook } from "./place-rival.ts";

const [width, height] = [60, 40];
/** Faces of three rows across the window, each eight cells wide; the rim says nothing. */
const faceOf = (rows: readonly number[]) =>
  Uint8Array.from({ length: width * height }, (_, at) =>
    rows.some((left) => at % width >= left && at % width < left + 8) ? 3 : 0,
  );

const noise = (at: number) => Math.sin(at * 12.9898) * 0.2;

/** @param warmth of the cells at a column in °C */
function lookOf(warmth: (column: number) => number, cell_m = 0.1): ScoutedLook {
  const picture = (value: (at: number) => number): Picture => ({
    width,
    height,
    values: Float32Array.from({ length: width * height }, (_, at) => value(at)),
  });
  return {
    look: {} as Look,
    size: [1, 1],
    cell_m,
    core: { column: 0, row: 0, width, height },
    warm: picture((at) => warmth(at % width) + noise(at)),
    // A blurred picture: ground and modules are as rough.
    rough: picture((at) => noise(at + 7)),
  };
}

const rowAt = (column: number, left: number) => column >= left && column < left + 8;

it("takes a row that is half a kelvin warmer than the next one for a row, over ground far from both", () => {
  const look = lookOf((column) => (rowAt(column, 10) ? 46.7 : rowAt(column, 30) ? 46 : 29));
  // The second place is a row further: it explains the row at 30, misses the one at 10, and has one at 50.
  const [right, next] = [[faceOf([10, 30])], [faceOf([30, 50])]];
  expect(compared([look], right, next).share).toBeGreaterThan(0.95);
  expect(compared([look], next, right).share).toBeLessThan(0.05);
});

it("knows by the other windows how rows differ, over ground nearly as warm", () => {
  const ground = (column: number) => 43.5 + 2.5 * Math.sin(column);
  const shown = (left: number, right: number) => (column: number) =>
    rowAt(column, 10) ? left : rowAt(column, 30) ? right : ground(column);
  const one = lookOf(shown(46.7, 46));
  const even = lookOf(shown(46, 46));
  const uneven = lookOf(shown(46, 47));
  // In the other window both places see both rows, and only the second one takes the ground for a row.
  const mine = [faceOf([10, 30]), faceOf([10, 30])];
  const theirs = [faceOf([30, 50]), faceOf([10, 30, 48])];
  const byEven = compared([one, even], mine, theirs).share;
  expect(byEven).toBeLessThan(0.75);
  expect(compared([one, uneven], mine, theirs).share).toBeGreaterThan(0.78);
});

it("takes a picture in which nothing speaks for either place for no contradiction", () => {
  const [right, next] = [[faceOf([10, 30])], [faceOf([30, 50])]];
  const even = new Float32Array(width * height).fill(30);
  const picture: Picture = { width, height, values: even };
  const nothing = compared([{ ...lookOf(() => 0), warm: picture, rough: picture }], right, next);
  expect(nothing).toMatchObject({ share: 0.5, contrast: 0 });
  expect(saidBy(nothing)).toBe(0);
  // The moved place explains the row at 50, and the first one takes ground for a row.
  const look = lookOf((column) => (rowAt(column, 30) || rowAt(column, 50) ? 46 : 29));
  expect(saidBy(compared([look], right, next))).toBe(-1);
  expect(saidBy(compared([look], next, right))).toBe(1);
});

it("counts the area in cells of the look's own size", () => {
  const [right, next] = [[faceOf([10, 30])], [faceOf([30, 50])]];
  const shown = (column: number) => (rowAt(column, 10) || rowAt(column, 30) ? 46 : 29);
  // Two rows of 8 by 40 cells that only one of both places has: 640 cells.
  expect(compared([lookOf(shown, 0.1)], right, next).area_m2).toBeCloseTo(6.4, 9);
  expect(compared([lookOf(shown, 0.2)], right, next).area_m2).toBeCloseTo(25.6, 9);
  const both = compared(
    [lookOf(shown, 0.1), lookOf(shown, 0.2)],
    [right[0]!, right[0]!],
    [next[0]!, next[0]!],
  );
  expect(both.area_m2).toBeCloseTo(32, 9);
});
