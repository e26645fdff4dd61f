import { expect, it } from "vitest";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { findingCourse } from "./finding-course.ts";

const over = (...severities: number[]) =>
  findingCourse(severities.map((severity, at) => ({ severity, flown_at: `202${at}-01-01` })));

it.each([
  [[0, 0], null],
  [[2], null],
  [[], null],
  [[0, 1], { course: "new", since: "2021-01-01" }],
  [[0, 2, 1, 3], { course: "persisting", since: "2021-01-01" }],
  [[3, 1], { course: "persisting", since: "2020-01-01" }],
  [[2, 0], { course: "resolved", since: "2021-01-01" }],
  [[2, 0, 0], { course: "resolved", since: "2021-01-01" }],
  [[2, 0, 1], { course: "returned", since: "2022-01-01" }],
  [[2, NO_SEVERITY], { course: "unmeasured", since: "2020-01-01" }],
  [[2, NO_SEVERITY, 1], { course: "persisting", since: "2020-01-01" }],
  [[2, NO_SEVERITY, 0], { course: "resolved", since: "2022-01-01" }],
  [[0, NO_SEVERITY], null],
])("says of %j what became of the finding", (severities, expected) => {
  expect(over(...severities)).toEqual(expected);
});
