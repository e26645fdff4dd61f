// Which survey another one is compared with, by hand.
import { expect, test } from "vitest";
import { coverageKeyFigures } from "../key-figure/key-figure-coverage.ts";
import { earlierSurvey, isOlder, newestFirst } from "./survey-order.ts";

const [LEAD, OTHER] = [36, 50];
const coverage = coverageKeyFigures[0]!.id;
const survey = (id: number, day: string, ...key_figure_ids: number[]) => ({
  id,
  flown_at: `2026-${day}T10:00:00Z`,
  key_figure_ids,
});
const all = [
  survey(1, "01-01", LEAD),
  survey(2, "02-01", LEAD, OTHER),
  survey(3, "03-01", OTHER),
  survey(4, "04-01", coverage),
  survey(5, "05-01", LEAD),
  survey(6, "06-01", LEAD),
];

test("is the newest earlier one with the same key figure, over others without it", () => {
  expect(earlierSurvey(all, all[4]!, LEAD)?.id).toBe(2);
  expect(earlierSurvey(all.toReversed(), all[5]!, LEAD)?.id).toBe(5);
});

test("is the newest earlier one with results where none has it", () => {
  expect(earlierSurvey(all, all[4]!, 38)?.id).toBe(3);
  expect(earlierSurvey(all, all[3]!, null)?.id).toBe(3);
  expect(earlierSurvey(all, all[0]!, LEAD)).toBeNull();
});

test("of two of one moment the one that was created first is the earlier", () => {
  const twin = survey(7, "05-01", LEAD);
  expect(earlierSurvey([...all, twin], twin, LEAD)?.id).toBe(5);
  expect(earlierSurvey([...all, twin], all[4]!, LEAD)?.id).toBe(2);
  expect([isOlder(all[4]!, twin), isOlder(twin, all[4]!), isOlder(twin, twin)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([all[0]!, twin, all[4]!].toSorted(newestFirst).map(({ id }) => id)).toEqual([7, 5, 1]);
});

test("times are compared, not their texts", () => {
  const east = { ...survey(8, "05-01", LEAD), flown_at: "2026-05-01T11:00:00+02:00" };
  expect(isOlder(east, all[4]!)).toBe(true);
});
