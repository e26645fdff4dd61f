import { expect, it } from "vitest";
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
function lookOf(warmth: (column: number) => number): ScoutedLook {
  const picture = (value: (at: number) => number): Picture => ({
    width,
    height,
    values: Float32Array.from({ length: width * height }, (_, at) => value(at)),
  });
  return {
    look: {} as Look,
    size: [1, 1],
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
