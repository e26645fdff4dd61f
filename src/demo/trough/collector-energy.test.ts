import { describe, expect, it } from "vitest";
import { interceptFactor } from "./collector-energy.ts";

describe("intercept factor", () => {
  it("has the values of the reference", () => {
    expect(interceptFactor(0, 4.5)).toBeCloseTo(0.999, 6);
    expect(interceptFactor(-6, 5.5)).toBeCloseTo(0.995 * 0.968, 6);
    expect(interceptFactor(10, 6.5)).toBeCloseTo(0.984 * 0.853, 6);
    expect(interceptFactor(15, 4.5)).toBeCloseTo(0.999 * 0.65, 6);
  });

  it("falls with the offset until no light is left", () => {
    let before = 2;
    for (let offset = 0; offset <= 30; offset += 0.5) {
      const now = interceptFactor(offset, 5.1);
      expect(now).toBeLessThanOrEqual(before);
      before = now;
    }
    expect(interceptFactor(40, 5)).toBe(0);
  });

  it("loses 0.8 % over an assembly with 5 mrad of linear torsion", () => {
    const elements = Array.from({ length: 6 }, (_, i) => interceptFactor((5 * (i + 0.5)) / 6, 5.5));
    const mean = elements.reduce((sum, one) => sum + one, 0) / 6 / interceptFactor(0, 5.5);
    expect(1 - mean).toBeGreaterThan(0.006);
    expect(1 - mean).toBeLessThan(0.0095);
  });
});
