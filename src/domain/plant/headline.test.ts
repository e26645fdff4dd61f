import { expect, test } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { lossDefaults as loss } from "../loss/loss-settings.ts";
import { findingCount, findingShare, leadIn, leadOf, type Headline } from "./headline.ts";

const figure = (key_figure_id: number, severity_counts: number[]) => ({
  key_figure_id,
  severity_counts,
  class_counts: [],
  value_count: severity_counts.reduce((sum, count) => sum + count, 0),
  component_count: 100,
});
const survey = (...figures: ReturnType<typeof figure>[]) => ({
  analysis_id: 1,
  name: "Analysis 1",
  flown_at: "2026-01-01T10:00:00Z",
  figures,
  lost_energy: null,
});

test("findings are of severity watch or worse, as a share of the measured components", () => {
  expect(findingCount(figure(1, [70, 10, 6, 4]))).toBe(20);
  expect(findingShare(figure(1, [70, 10, 6, 4]))).toBeCloseTo(20 / 90, 12);
  expect(findingShare(figure(1, [0, 0, 0, 0]))).toBe(null);
});

test("the lead is the first judged key figure, with the survey before where it measured it", () => {
  // 3 is for experts only, 6 is not judged.
  const now = survey(figure(3, [1]), figure(6, [1]), figure(4, [9, 1]), figure(5, [10]));
  const headline: Headline = {
    ...now,
    previous: survey(figure(4, [8, 2])),
    withheld: [],
    evaluation: null,
    loss,
  };
  expect(leadOf(headline)).toMatchObject({
    keyFigure: { id: 4 },
    figure: { severity_counts: [9, 1] },
    before: { severity_counts: [8, 2] },
  });
  expect(
    leadOf({ ...now, previous: survey(figure(5, [10])), withheld: [], evaluation: null, loss })
      ?.before,
  ).toBe(undefined);
  expect(leadOf({ ...survey(), previous: null, withheld: [], evaluation: null, loss })).toBe(
    undefined,
  );
});

test("there is no lead where temperatures alone were measured: they tell no good from ill", () => {
  const ids = ["module_temperature", "module_inspection_validity"].map(
    (key) => keyFigureByKey(key)!.id,
  );
  expect(leadIn(ids)).toBe(undefined);
  expect(leadIn([...ids, keyFigureByKey("hotspots")!.id])?.key).toBe("hotspots");
});

test("there is no lead where only the inspection itself is judged: nothing was found", () => {
  const { id } = keyFigureByKey("module_inspection_validity")!;
  const headline = {
    ...survey(figure(id, [0, 100])),
    previous: null,
    withheld: [],
    evaluation: null,
    loss,
  };
  expect(leadOf(headline)).toBe(undefined);
});
