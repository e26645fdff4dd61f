// Series made by hand: a saw-tooth as garbage collectors make it, a leak below it, a cache that fills once.
import { describe, expect, it } from "vitest";
import { isLeak, slopeOf, type Sample } from "./slope.ts";

/** Six samples a minute for half an hour. */
const series = (valueAt: (minute: number) => number): Sample[] =>
  Array.from({ length: 180 }, (_, at) => ({ minute: at / 6, value: valueAt(at / 6) }));
/** Rises by 60 MB and falls again, every 70 seconds. */
const sawTooth = (minute: number) => (60 * ((minute * 60) % 70)) / 70;

describe("the slope of memory", () => {
  it("is none of a saw-tooth", () => {
    const slope = slopeOf(
      series((minute) => 400 + sawTooth(minute)),
      5,
    )!;
    expect(Math.abs(slope.perHour)).toBeLessThan(20);
    expect(isLeak(slope)).toBe(false);
  });

  it("is that of a leak below a saw-tooth", () => {
    const slope = slopeOf(
      series((minute) => 400 + sawTooth(minute) + (60 * minute) / 60),
      5,
    )!;
    expect(slope.perHour).toBeGreaterThan(40);
    expect(slope.perHour).toBeLessThan(80);
    expect(isLeak(slope)).toBe(true);
  });

  it("leaves out what fills at the start", () => {
    const filled = (minute: number) => 300 + Math.min(minute, 5) * 40;
    const slope = slopeOf(
      series((minute) => filled(minute) + sawTooth(minute) / 10),
      5,
    )!;
    expect(isLeak(slope)).toBe(false);
    expect(isLeak(slopeOf(series(filled), 0)!)).toBe(true);
  });

  it("equals the line that the values lie on", () => {
    const slope = slopeOf(
      series((minute) => 100 + 2 * Math.floor(minute)),
      0,
    )!;
    expect(slope.perHour).toBeCloseTo(120, 9);
    expect(slope.error).toBeCloseTo(0, 9);
    expect(slope.minutes).toBe(30);
  });

  it("needs three minutes", () => {
    expect(slopeOf(series(() => 1).slice(0, 12), 0)).toBeNull();
  });
});
