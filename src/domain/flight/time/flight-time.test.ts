import { describe, expect, it } from "vitest";
import { dampingOf, legTime, pathTime, restToRest, type PathPoint } from "./flight-time.ts";

const vertical = { climb: 6, descent: 5 };

/** Corners of right angles, back and forth, with legs of these lengths. */
function zigzag(legs: readonly number[], speed: number, curves: boolean): PathPoint[] {
  let [x, y] = [0, 0];
  const spots = [[0, 0]];
  for (const [i, leg] of legs.entries()) {
    if (i % 2 === 0) x += i % 4 === 0 ? leg : -leg;
    else y += leg;
    spots.push([x, y]);
  }
  return spots.map(([px = 0, py = 0], i) => {
    const [before, after] = [legs[i - 1], legs[i]];
    const isPassed = curves && before !== undefined && after !== undefined;
    return { x: px, y: py, z: 0, speed, damping: isPassed ? dampingOf(before, after) : 0 };
  });
}

describe("the time model", () => {
  // Durations that DJI's own software wrote into route files; decisions/flight-sources.md.
  it("gives the duration of a Pilot 2 route within 0.2 %", () => {
    expect(restToRest(121.03, 15) / 14.056).toBeCloseTo(1, 2);
  });

  it("gives the duration of the MSDK sample within 0.5 %", () => {
    // Its legs are not published one by one; three equal ones have the same time, as each reaches 7 m/s.
    const seconds = pathTime(zigzag([64.094, 64.094, 64.094], 7, false), vertical);
    expect(Math.abs(seconds / 35.836 - 1)).toBeLessThan(0.005);
  });

  it("gives the duration of a patrol with four curves within 2 %", () => {
    const seconds = pathTime(zigzag([130.1, 20.1, 10, 108.1, 172.7], 15, true), vertical);
    expect(Math.abs(seconds / 40.981 - 1)).toBeLessThan(0.02);
  });

  it("adds up what it takes to accelerate, cruise and brake", () => {
    // 0 to 10 m/s in 4 s and 20 m, 60 m in 6 s, 20 m in 4 s
    expect(restToRest(100, 10)).toBeCloseTo(14, 9);
    expect(legTime(100, 0, 0, 10)).toBeCloseTo(14, 9);
    // a short leg never reaches the speed
    expect(legTime(10, 0, 0, 10)).toBeCloseTo(2 * Math.sqrt(10 / 2.5), 9);
    expect(restToRest(10, 10)).toBeCloseTo(4, 9);
  });

  it("takes the climb where that is slower than the leg", () => {
    const [from, to] = zigzag([10], 10, false);
    expect(pathTime([from!, { ...to!, z: 60 }], vertical)).toBeCloseTo(10, 9);
  });

  it("never passes a corner faster than it can brake for", () => {
    const long = zigzag([200, 1, 200], 15, true);
    expect(pathTime(long, vertical)).toBeGreaterThan(restToRest(401, 15));
  });
});
