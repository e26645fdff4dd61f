import { describe, expect, it } from "vitest";
import { BETTER, differenceColumn, SAME, UNKNOWN, WORSE } from "./difference.ts";

const before = Float32Array.of(40, 40, 40, NaN, 40);
const after = Float32Array.of(45, 40.4, 30, 40, NaN);

describe("differenceColumn", () => {
  it("classifies worse, same and better by direction and tolerance", () => {
    const request = { direction: "higher_is_worse", tolerance: 0.5 } as const;
    expect([...differenceColumn(before, after, request)]).toEqual([
      WORSE,
      SAME,
      BETTER,
      UNKNOWN,
      UNKNOWN,
    ]);
    const lower = { direction: "lower_is_worse", tolerance: 0.5 } as const;
    expect([...differenceColumn(before, after, lower)].slice(0, 3)).toEqual([BETTER, SAME, WORSE]);
  });

  it("compares distances from zero where both ends are bad", () => {
    const request = { direction: "both", tolerance: 0 } as const;
    const from = Float32Array.of(-5, 2, -1);
    const to = Float32Array.of(3, -4, 1);
    expect([...differenceColumn(from, to, request)]).toEqual([BETTER, WORSE, SAME]);
  });

  it("compares classes by severity, also for a neutral key figure", () => {
    const severity = Int8Array.of(0, 3, 1);
    const from = Uint8Array.of(0, 1, 2, 255, 9);
    const to = Uint8Array.of(1, 2, 2, 0, 0);
    const request = { direction: "neutral", tolerance: 0, severity } as const;
    expect([...differenceColumn(from, to, request)]).toEqual([
      WORSE,
      BETTER,
      SAME,
      UNKNOWN,
      // Class 9 is in no catalogue, so the difference is unknown.
      UNKNOWN,
    ]);
  });

  it("treats a change of exactly the tolerance as none, and missing classes as unknown", () => {
    const request = { direction: "lower_is_worse", tolerance: 2 } as const;
    const to = Float32Array.of(38, 42, 37.9, 40, 40);
    expect([...differenceColumn(before, to, request)]).toEqual([SAME, SAME, WORSE, UNKNOWN, SAME]);
    const classes = { direction: "higher_is_worse", tolerance: 9 } as const;
    // Without severities the numbers themselves are compared; the tolerance is for measured values.
    const [from, next] = [Uint8Array.of(0, 255, 2, 1), Uint8Array.of(255, 0, 0, 2)];
    expect([...differenceColumn(from, next, classes)]).toEqual([UNKNOWN, UNKNOWN, BETTER, WORSE]);
    const severity = Int8Array.of(0, 1);
    expect([
      ...differenceColumn(Uint8Array.of(0, 7), Uint8Array.of(7, 0), { ...classes, severity }),
    ]).toEqual([UNKNOWN, UNKNOWN]);
  });

  it("is unknown for a changed neutral value", () => {
    const request = { direction: "neutral", tolerance: 1 } as const;
    expect([...differenceColumn(before, after, request)].slice(0, 2)).toEqual([UNKNOWN, SAME]);
  });

  it("has a row for components that are in only one analysis", () => {
    const request = { direction: "higher_is_worse", tolerance: 0 } as const;
    const result = differenceColumn(before.slice(0, 1), after, request);
    expect([...result]).toEqual([WORSE, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]);
  });
});
