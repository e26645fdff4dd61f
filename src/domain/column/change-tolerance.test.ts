import { describe, expect, it } from "vitest";
import { changeTolerance } from "./change-tolerance.ts";

const measured = { kind: "f32", step: 0.1, direction: "higher_is_worse" } as const;

describe("the change tolerance", () => {
  it("is a quarter of the narrowest severity band", () => {
    expect(changeTolerance(measured, [100, 120, 160])).toBe(5);
    expect(changeTolerance(measured, [100, 140, 160])).toBe(5);
    // Limits descend if low values are worse.
    expect(changeTolerance({ ...measured, direction: "lower_is_worse" }, [90, 80, 60])).toBe(2.5);
  });

  it("is at least the rounding of two values that are subtracted", () => {
    expect(changeTolerance(measured, [1, 1.2, 1.4])).toBeCloseTo(0.1414, 4);
    expect(changeTolerance({ ...measured, step: 10 }, [100, 120, 160])).toBeCloseTo(14.142, 3);
  });

  it("is only the rounding with fewer than two limits", () => {
    expect(changeTolerance(measured, [])).toBeCloseTo(0.1414, 4);
    expect(changeTolerance(measured, [100])).toBeCloseTo(0.1414, 4);
  });

  it("counts the good band from zero if both ends are bad", () => {
    const both = { ...measured, direction: "both" } as const;
    expect(changeTolerance(both, [2, 6, 12])).toBe(0.5);
    expect(changeTolerance(both, [4])).toBe(1);
  });

  it("is zero for classes, which are the same or not", () => {
    expect(changeTolerance({ ...measured, kind: "u8", step: 1 }, [1, 2, 3])).toBe(0);
  });
});
