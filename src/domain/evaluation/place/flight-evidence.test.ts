// What single images say of movements by whole components, and what becomes of it for the flight.
import { expect, it } from "vitest";
import { flightEvidence, type Said } from "./flight-evidence.ts";
import type { Point } from "./place-window.ts";

const shifts: Point[] = [
  [1, 0],
  [0, 6],
];
/** Nine movements; images may say something of the longest one alone. */
const nine = Array.from({ length: 9 }, (_, at): Point => [at + 1, 0]);

function isNinthOpen(says: readonly Said[]) {
  const flight = flightEvidence(nine);
  for (const said of says)
    flight.add({ tells: () => true, says: (shift) => (shift === nine[8] ? said : 1) });
  return flight.verdict().open.length > 0;
}

/** Each image says something of both movements; null for one that says nothing of it. */
function verdictOf(images: readonly (readonly [Said | null, Said | null] | null)[]) {
  const flight = flightEvidence(shifts);
  for (const says of images) {
    const of = (shift: Point) => says![shifts.indexOf(shift)]!;
    flight.add(says && { tells: (shift) => says[shifts.indexOf(shift)] !== null, says: of });
  }
  const { open, isSteady } = flight.verdict();
  return { open, isSteady: isSteady.map(Number).join("") };
}

it("leaves open what fewer than two images rule out", () => {
  expect(verdictOf([null, [1, null], [1, null]]).open).toEqual([[0, 6]]);
  expect(
    verdictOf([
      [1, 1],
      [1, null],
    ]).open,
  ).toEqual([[0, 6]]);
  expect(
    verdictOf([
      [1, 1],
      [1, 1],
    ]).open,
  ).toEqual([]);
});

it("leaves open what more than a quarter of the images do not rule out", () => {
  expect(
    verdictOf([
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 1],
    ]).open,
  ).toEqual([]);
  expect(
    verdictOf([
      [1, 1],
      [1, 1],
      [1, 0],
      [-1, 0],
    ]).open,
  ).toEqual([[0, 6]]);
});

it("trusts no image beside one that contradicts, up to the next one that agrees", () => {
  const none = [null, null] as const;
  const { isSteady } = verdictOf([[1, 1], none, [1, 1], none, [-1, 1], none, null, [1, 1], none]);
  expect(isSteady).toBe("111000011");
});

it("asks more images of a long movement that the first five leave open, up to fifteen", () => {
  const times = (count: number, said: Said) => Array.from({ length: count }, () => said);
  expect(isNinthOpen([...times(2, 0), ...times(3, 1)])).toBe(true);
  // 13 of 15 agree, wherever the two others come.
  expect(isNinthOpen([...times(2, 0), ...times(13, 1)])).toBe(false);
  expect(isNinthOpen([...times(2, -1), ...times(13, 1)])).toBe(false);
  // 11 of 15 are less than three quarters; what comes later is too late.
  expect(isNinthOpen([...times(4, 0), ...times(11, 1), ...times(20, 1)])).toBe(true);
  // Five that agree are enough.
  expect(isNinthOpen([...times(5, 1), ...times(20, 0)])).toBe(false);
});

it("does not take a share for reached that only some number of images between has", () => {
  // After 8 images it is three quarters, after 15 it is 9 of 15.
  expect(isNinthOpen([0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 1, 1])).toBe(true);
});
