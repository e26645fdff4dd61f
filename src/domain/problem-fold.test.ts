import { expect, it } from "vitest";
import { foldProblems } from "./problem-fold.ts";

const at = (reason: string, feature: number, field?: string) => ({
  reason,
  feature,
  ...(field !== undefined && { field }),
});

it("folds problems with the same reason and field, the first ones first", () => {
  const problems = [
    at("crosses", 1),
    at("too_long", 2, "pcs"),
    at("crosses", 3),
    at("too_long", 4, "dt_id"),
    at("crosses", 9),
  ];
  expect(foldProblems(problems)).toEqual([
    { problems: [at("crosses", 1), at("crosses", 3), at("crosses", 9)], count: 3 },
    { problems: [at("too_long", 2, "pcs")], count: 1 },
    { problems: [at("too_long", 4, "dt_id")], count: 1 },
  ]);
  expect(foldProblems([])).toEqual([]);
});

it("takes the counts of those that are not listed", () => {
  const counts = [
    { reason: "crosses", count: 640 },
    { reason: "too_long", field: "dt_id", count: 2 },
  ];
  const folded = foldProblems([at("crosses", 1), at("too_long", 2, "pcs")], counts);
  expect(folded.map(({ count }) => count)).toEqual([640, 1]);
});

it("adds the entry that stands for equal problems beyond the list", () => {
  const more = (of: string, count: number) => ({ reason: "more_problems", values: { of, count } });
  const problems = [at("unknown", 1), at("unknown", 2), more("unknown", 300), more("other", 5)];
  expect(foldProblems(problems)).toEqual([
    { problems: [at("unknown", 1), at("unknown", 2)], count: 302 },
    { problems: [more("other", 5)], count: 1 },
  ]);
});
