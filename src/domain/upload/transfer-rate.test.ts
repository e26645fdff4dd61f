import { expect, test } from "vitest";
import { addSample, secondsLeft, speedOf, type RateSample } from "./transfer-rate.ts";

/** The bytes sent after `ms`, by adding up every millisecond: 2 MB/s, and 0.5 MB/s from second 20 on. */
function sentAfter(ms: number): number {
  let sent = 0;
  for (let at = 0; at < ms; at += 1) sent += at < 20_000 ? 2000 : 500;
  return sent;
}

function measured(until: number, every = 250): RateSample[] {
  let samples: RateSample[] = [];
  for (let at = 0; at <= until; at += every) {
    samples = addSample(samples, { at, sent: sentAfter(at) });
  }
  return samples;
}

test("the speed is that of the last ten seconds", () => {
  expect(speedOf(measured(5000))).toBeCloseTo(2_000_000);
  // Half of the window at each speed: their mean.
  expect(speedOf(measured(25_000))).toBeCloseTo((2_000_000 + 500_000) / 2);
  expect(speedOf(measured(40_000))).toBeCloseTo(500_000);
});

test("the time left is what a clock would show", () => {
  const size = 100_000_000;
  const speed = speedOf(measured(5000));
  // At 2 MB/s the file takes 50 s, of which 5 have gone.
  expect(secondsLeft(size - sentAfter(5000), speed)).toBeCloseTo(45);
  expect(secondsLeft(0, speed)).toBe(0);
});

test("nothing is said while too little is known, or nothing moves", () => {
  expect(speedOf([])).toBeNull();
  expect(speedOf([{ at: 0, sent: 5 }])).toBeNull();
  expect(speedOf(measured(250))).toBeNull();
  expect(secondsLeft(10, null)).toBeNull();
  expect(secondsLeft(10, 0)).toBeNull();
});

test("a chunk that was sent in vain starts the measurement again", () => {
  const samples = addSample(measured(5000), { at: 6000, sent: 1000 });
  expect(samples).toEqual([{ at: 6000, sent: 1000 }]);
  expect(speedOf(addSample(samples, { at: 8000, sent: 5000 }))).toBe(2000);
});

test("samples do not pile up", () => {
  expect(measured(60_000).length).toBeLessThanOrEqual(42);
});
