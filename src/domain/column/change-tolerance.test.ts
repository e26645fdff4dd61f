import { describe, expect, it } from "vitest";
import { keyFigureById, keyFigures } from "../key-figure/key-figure.ts";
import { isWithinUncertainty, toleranceSteps, uncertaintyOf } from "./change-tolerance.ts";

const measured = { kind: "f32", step: 0.1, direction: "higher_is_worse" } as const;

describe("the tolerance of a change, in steps", () => {
  it("is a quarter of the narrowest severity band", () => {
    expect(toleranceSteps(measured, [100, 120, 160])).toBe(50);
    expect(toleranceSteps(measured, [100, 140, 160])).toBe(50);
    expect(toleranceSteps(measured, [4, 10, 20])).toBe(15);
    // Limits descend if low values are worse.
    const falling = { ...measured, direction: "lower_is_worse" } as const;
    expect(toleranceSteps(falling, [90, 80, 60])).toBe(25);
  });

  it("is at least the rounding of two values that are subtracted, and what the method states", () => {
    expect(toleranceSteps(measured, [1, 1.2, 1.4])).toBe(1);
    expect(toleranceSteps({ ...measured, step: 10 }, [100, 120, 160])).toBe(1);
    const doubtful = { ...measured, uncertainty: { absolute: 2, relative: 0 } };
    expect(toleranceSteps(doubtful, [1, 1.2, 1.4])).toBe(28);
    expect(toleranceSteps(doubtful, [100, 120, 160])).toBe(50);
  });

  it("is only the rounding with fewer than two limits", () => {
    expect(toleranceSteps(measured, [])).toBe(1);
    expect(toleranceSteps(measured, [100])).toBe(1);
  });

  it("counts the good band from zero if both ends are bad", () => {
    const both = { ...measured, direction: "both" } as const;
    expect(toleranceSteps(both, [2, 6, 12])).toBe(5);
    expect(toleranceSteps(both, [4])).toBe(10);
  });

  it("is zero for classes, which are the same or not", () => {
    expect(toleranceSteps({ ...measured, kind: "u8", step: 1 }, [1, 2, 3])).toBe(0);
  });
});

describe("the uncertainty of a value", () => {
  it("is a fixed part and a share of its size", () => {
    expect(uncertaintyOf({ absolute: 2, relative: 0.1 }, -50)).toBe(7);
  });

  it("of two values adds up as a sum of squares", () => {
    expect([4.9, 5, -5, 5.1].map((change) => isWithinUncertainty(change, 3, 4))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it("is stated only for measured key figures, by one of the same unit and component", () => {
    for (const { key, kind, uncertainty, uncertainty_by, unit, component_type } of keyFigures) {
      if (uncertainty) expect(kind, key).toBe("f32");
      if (uncertainty_by === undefined) continue;
      expect(keyFigureById(uncertainty_by), key).toMatchObject({ unit, component_type });
    }
  });
});
