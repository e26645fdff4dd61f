// What single images say of movements by whole components, and what becomes of it for the flight.
import { expect, it } from "vitest";
import { flightEvidence, type Said } from "./flight-evidence.ts";
import type { Point } from "./place-window.ts";

const shifts: Point[] = [
  [1, 0],
  [0, 6],
];

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
