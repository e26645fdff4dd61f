import { expect, it } from "vitest";
import { afterLoss, noLosses, type Losses } from "./recovery.ts";

const MOST = 3;
const minutes = (count: number) => count * 60_000;
const after = (...times: readonly number[]): Losses =>
  times.reduce((before, now) => afterLoss(before, now, MOST), noLosses);

it("counts losses that follow each other, and makes another canvas for each", () => {
  expect(after(minutes(1), minutes(2), minutes(3))).toMatchObject({ generation: 3, count: 3 });
});

it("counts the losses of two maps beside each other once", () => {
  expect(after(minutes(1), minutes(1) + 40)).toMatchObject({ generation: 1, count: 1 });
});

it("begins again once the map was drawn for a while", () => {
  const [first, second] = [minutes(1), minutes(2)];
  expect(after(first, second, minutes(30))).toMatchObject({ generation: 3, count: 1 });
});

it("makes no other canvas once it is given up", () => {
  const given = after(minutes(1), minutes(2), minutes(3), minutes(4));
  expect(given).toMatchObject({ generation: MOST, count: MOST + 1 });
});
