import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import type { DrawnBars } from "../../map/drawn-bars.ts";
import { allBarsWords, barWords, dotsWords, drawnBarsWords, fewDotsWords } from "./bar-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const collectors: DrawnBars = {
  component_type: "sca",
  part_type: "absorber_tube",
  aggregate: "worst",
  parts: [36, 36],
  count: 605,
  missing: 3,
  filtered: null,
  classes: [0, 500, 60, 33, 12],
  few: 0,
  dots: 0,
  fewDots: 0,
};

test("the legend says what each bar stands for, by every aggregate", () => {
  expect(barWords(collectors)).toBe("Each SCA: worst of 36 absorber tubes");
  const trackers = { ...collectors, component_type: "tracker", part_type: "module" } as const;
  const words = (["notable", "mean", "share"] as const).map((aggregate) =>
    barWords({ ...trackers, parts: [8, 56], aggregate }),
  );
  expect(words).toEqual([
    "Each tracker: severity that 10% of 8–56 modules reach",
    "Each tracker: average of 8–56 modules",
    "Each tracker: share of poor among 8–56 modules",
  ]);
});

test("of changes the legend says which one stands for the parts", () => {
  const trackers = { ...collectors, component_type: "tracker", part_type: "module" } as const;
  const words = (["notable", "worst", "share"] as const).map((aggregate) =>
    barWords({ ...trackers, parts: [60, 60], aggregate, isChange: true }),
  );
  expect(words).toEqual([
    "Each tracker: change of at least 10% of 60 modules, otherwise the most frequent",
    "Each tracker: worse if one of 60 modules is, otherwise better if one is, otherwise the most frequent",
    "Each tracker: share of 60 modules that became worse",
  ]);
});

test("of a few parts the worst is always relevant, and said so", () => {
  const elements = { ...collectors, component_type: "sce", aggregate: "notable" } as const;
  expect(barWords({ ...elements, parts: [3, 3] })).toBe("Each SCE: worst of 3 absorber tubes");
  expect(barWords({ ...elements, parts: [3, 11] })).toContain("10% of 3–11 absorber tubes");
});

test("kinds of fault have no order: the legend says which of them a bar shows", () => {
  const trackers = { ...collectors, component_type: "tracker", part_type: "module" } as const;
  const words = (aggregate: "notable" | "worst", kinds: "graded" | "plain") =>
    barWords({ ...trackers, parts: [60, 60], aggregate, kinds });
  expect(words("notable", "graded")).toBe(
    "Each tracker: the most frequent kind among the most severe that 10% of 60 modules have",
  );
  expect(words("worst", "graded")).toBe(
    "Each tracker: the most frequent kind among the most severe of 60 modules",
  );
  expect(words("notable", "plain")).toBe("Each tracker: the most frequent kind among 60 modules");
});

test("bars that too few parts colour are counted apart, and their parts as dots", () => {
  const few = { ...collectors, few: 9, fewDots: 1 };
  expect(allBarsWords(few)).toBe(
    "617 SCAs drawn in view · 9 not coloured: fewer than 10% match the filters · 3 not measured",
  );
  expect(fewDotsWords(few, true)).toBe(
    "Dots: 1 absorber tube that matches the filters, in a bar that is not coloured",
  );
  expect(fewDotsWords(few, false)).toMatch(/^1 absorber tube that .* Its dot is hidden\.$/);
});

test("bars are counted in the word of their type", () => {
  expect(drawnBarsWords(collectors, 12)).toBe("drawn: 12 SCAs");
  expect(drawnBarsWords({ ...collectors, component_type: "tracker" }, 1)).toBe("drawn: 1 tracker");
  expect(allBarsWords(collectors)).toBe("608 SCAs drawn in view · 3 not measured");
  expect(allBarsWords({ ...collectors, count: 1, missing: 0 })).toBe("1 SCA drawn in view");
  expect(allBarsWords({ ...collectors, filtered: 1200 })).toBe(
    "1,808 SCAs drawn in view · 1,200 filtered out · 3 not measured",
  );
});

test("single urgent parts are counted as dots", () => {
  expect(dotsWords({ ...collectors, dots: 1240 }, true)).toBe(
    "Dots: 1,240 absorber tubes “Act now” in bars of lower severity",
  );
  expect(dotsWords({ ...collectors, dots: 1 }, true)).toContain("1 absorber tube ");
  expect(dotsWords({ ...collectors, dots: 1240 }, false)).toBe(
    "1,240 absorber tubes “Act now” in bars of lower severity. Their dots are hidden.",
  );
});
