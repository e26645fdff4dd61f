import { expect, test } from "vitest";
import { motionCost } from "./motion-cost.ts";

/** What is drawn smoothly of frames with these milliseconds between them. */
const drawn = (between: readonly number[]) => {
  const cost = motionCost();
  let at = 1000;
  return [cost.frame(at), ...between.map((ms) => cost.frame((at += ms)))];
};

test("frames that come in time are smooth, also on a display of 144 Hz", () => {
  expect(drawn([16, 17, 16, 18])).toEqual(Array(5).fill(true));
  expect(drawn([7, 7, 7])).toEqual(Array(4).fill(true));
});

test("after the second late frame the rest of the movement is plain", () => {
  expect(drawn([16, 33, 16, 33, 16, 16])).toEqual([true, true, true, true, false, false, false]);
});

test("a picture that rests is smooth, and so is the next movement until it is late itself", () => {
  expect(drawn([33, 33, 16, 150, 16, 33, 33])).toEqual([
    true,
    true,
    false,
    false,
    true,
    true,
    true,
    false,
  ]);
});
