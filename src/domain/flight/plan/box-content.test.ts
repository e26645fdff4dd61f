import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../../tests/fixtures/random.ts";
import type { Box } from "../area/flight-target.ts";
import { mostContent } from "./box-content.ts";

const rowsOf = (count: number, pitch: number, width: number, rotation = 0): Box[] =>
  Array.from({ length: 3 * count }, (_, i) => {
    const [along, across] = [(i % 3) * 42, Math.floor(i / 3) * pitch];
    const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
    return {
      row: i,
      x: along * cos - across * sin,
      y: along * sin + across * cos,
      length: 40,
      width,
      rotation,
    };
  });

/** Metres of rows in the window of so many metres that holds most, found by trying. */
function tried(count: number, pitch: number, width: number, band: number): number {
  let most = 0;
  for (let from = -band; from < count * pitch; from += 0.05) {
    let inside = 0;
    for (let row = 0; row < count; row++) {
      const [low, high] = [row * pitch - width / 2, row * pitch + width / 2];
      inside += Math.max(0, Math.min(high, from + band) - Math.max(low, from));
    }
    most = Math.max(most, inside);
  }
  return most;
}

describe("what a band shows of rows", () => {
  it("is never less than any window holds, and not much more", () => {
    const random = randomFrom(7);
    for (let round = 0; round < 40; round++) {
      const width = 1 + 4 * random();
      const pitch = width * (1.1 + 2.5 * random());
      const band = 5 + 30 * random();
      const most = mostContent(rowsOf(40, pitch, width, 3 * random()), band);
      const found = tried(40, pitch, width, band);
      expect(most).toBeGreaterThan(found - 0.06);
      expect(most).toBeLessThan(found + width);
    }
  });

  it("is the row alone where there is one, and the band where rows touch", () => {
    expect(mostContent(rowsOf(1, 6, 2.2), 20)).toBeCloseTo(2.2, 6);
    expect(mostContent(rowsOf(20, 2.2, 2.2), 20)).toBeCloseTo(20, 6);
    expect(mostContent([], 20)).toBe(0);
  });
});
