import { describe, expect, it } from "vitest";
import { keyFigureByKey, type KeyFigure } from "./key-figure.ts";
import { limitsRefusal, roundToStep, severityOf } from "./severity.ts";

function figure(key: string): KeyFigure {
  const found = keyFigureByKey(key);
  if (found === undefined) throw new Error(`no key figure ${key}`);
  return found;
}

describe("severity", () => {
  it("counts the limits a rising value has reached, a value at a limit included", () => {
    const ratio = figure("heat_loss_ratio");
    expect([0, 0.14, 0.15, 0.39, 0.4, 0.8, 2].map((r) => severityOf(ratio, r))).toEqual([
      0, 0, 1, 1, 2, 3, 3,
    ]);
  });

  it("judges a falling value against descending limits", () => {
    const cleanliness = figure("cleanliness");
    expect([100, 97, 95, 94, 90, 60].map((c) => severityOf(cleanliness, c))).toEqual([
      0, 1, 1, 2, 3, 3,
    ]);
  });

  it("judges a deviation both ways by its size", () => {
    const deviation = figure("tracking_deviation");
    expect([-12, -6, -2.9, 0, 3, 10].map((mrad) => severityOf(deviation, mrad))).toEqual([
      3, 2, 0, 0, 1, 3,
    ]);
  });

  it("is the severity of the class", () => {
    const glass = figure("glass_tube_temperature");
    expect([1, 2, 3, 4, 5].map((value) => severityOf(glass, value))).toEqual([0, 1, 2, 3, 3]);
  });

  it("is good if a value is missing, a class unknown or the key figure has no limits", () => {
    expect(severityOf(figure("heat_loss"), NaN)).toBe(0);
    expect(severityOf(figure("cleanliness"), NaN)).toBe(0);
    expect(severityOf(figure("glass_tube_temperature"), 255)).toBe(0);
    expect(severityOf(figure("module_temperature"), 200)).toBe(0);
  });

  it("uses a plant's own limits instead of the catalogue's", () => {
    expect(severityOf(figure("heat_loss"), 250)).toBe(0);
    expect(severityOf(figure("heat_loss"), 250, [200, 300, 400])).toBe(1);
  });

  it("refuses limits that are too few, disordered, outside or without meaning", () => {
    const loss = figure("heat_loss");
    expect(limitsRefusal(loss, [100, 200, 300])).toBeNull();
    expect(limitsRefusal(loss, [100, 200])).toBe("limits_count");
    expect(limitsRefusal(loss, [300, 200, 100])).toBe("limits_order");
    expect(limitsRefusal(loss, [100, 200, 9000])).toBe("limits_out_of_range");
    expect(limitsRefusal(loss, [100, NaN, 300])).toBe("limits_out_of_range");
    expect(limitsRefusal(figure("torsion"), [-1, 2, 3])).toBe("limits_out_of_range");
    expect(limitsRefusal(figure("cleanliness"), [90, 94, 97])).toBe("limits_order");
    expect(limitsRefusal(figure("mirror_damage"), [1, 2, 3])).toBe("limits_not_applicable");
    expect(limitsRefusal(figure("module_temperature"), [])).toBe("limits_not_applicable");
  });

  it("takes limits at both ends of the range, and no two that are equal", () => {
    const loss = figure("heat_loss");
    const [low, high] = loss.range;
    expect(limitsRefusal(loss, [low, 200, high])).toBeNull();
    expect(limitsRefusal(loss, [100, 100, 300])).toBe("limits_order");
    const [least, greatest] = figure("cleanliness").range;
    expect(limitsRefusal(figure("cleanliness"), [greatest, 94, least])).toBeNull();
    expect(limitsRefusal(figure("cleanliness"), [97, 94, 94])).toBe("limits_order");
    const below = { ...loss, range: [-50, 50] as const };
    expect(limitsRefusal(below, [-10, 0, 10])).toBeNull();
    expect(limitsRefusal(below, [-51, 0, 10])).toBe("limits_out_of_range");
    expect(limitsRefusal(figure("torsion"), [0, 1, figure("torsion").range[1]])).toBeNull();
  });

  it("rounds to the step without binary noise", () => {
    expect(roundToStep({ step: 0.1 }, 12.3456)).toBe(12.3);
    expect(roundToStep({ step: 0.1 }, 0.31)).toBe(0.3);
    expect(roundToStep({ step: 5 }, 1012.6)).toBe(1015);
    expect(roundToStep({ step: 0.01 }, 0.1 + 0.2)).toBe(0.3);
    expect(roundToStep({ step: 0.5 }, -3.3)).toBe(-3.5);
    expect(roundToStep({ step: 0.1 }, NaN)).toBeNaN();
    expect(roundToStep({ step: 0.1 }, -0.01)).toBe(0);
  });
});
