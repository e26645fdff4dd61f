import { expect, test } from "vitest";
import { plantCondition } from "./plant-condition.ts";

const surveyed = (...shares: number[]) => ({
  setup_phase: false,
  worst_key_figures: shares.map((poor_share, at) => ({
    key_figure_id: at + 1,
    poor_share,
    poor_count: 1,
  })),
});

test("the worst key figure decides, in any order", () => {
  expect(plantCondition(surveyed(0.001, 0.06))).toBe("poor");
  expect(plantCondition(surveyed(0.05))).toBe("poor");
  expect(plantCondition(surveyed(0.049, 0.001))).toBe("watch");
  expect(plantCondition(surveyed(0.01))).toBe("watch");
  expect(plantCondition(surveyed(0.0099))).toBe("good");
});

test("a plant without data is not good", () => {
  expect(plantCondition(surveyed())).toBe("unknown");
  expect(plantCondition({ ...surveyed(), setup_phase: true })).toBe("setup");
});
