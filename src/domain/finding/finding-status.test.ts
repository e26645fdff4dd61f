import { describe, expect, it } from "vitest";
import { findingStatuses, statusChoices, statusRefusal } from "./finding-status.ts";

/** Written by hand: rows are the present status, columns the next one, in the order of `order`. */
const order = ["open", "assigned", "in_work", "done", "verified", "dismissed"] as const;
const people = `
open      | = y y y . y
assigned  | y = y y . y
in_work   | y y = y . y
done      | y y y = . .
verified  | y . . . = .
dismissed | y . . . . =`;
const survey = `
open      | = . . . . .
assigned  | . = . . . .
in_work   | . . = . . .
done      | y . . = y .
verified  | y . . . = .
dismissed | y . . . . =`;

const cells = (table: string) =>
  table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [from = "", marks = ""] = line.split("|");
      return marks
        .trim()
        .split(" ")
        .map((mark, at) => [from.trim(), order[at]!, mark !== "."] as const);
    });

describe("the status of a finding", () => {
  it("has the statuses of the table", () => expect([...findingStatuses]).toEqual([...order]));

  it.each(cells(people))("set by people: %s, %s: %s", (from, to, may) => {
    expect(statusRefusal(from as (typeof order)[number], to) === null).toBe(may);
    expect(statusChoices(from as (typeof order)[number]).includes(to)).toBe(may);
  });

  it.each(cells(survey))("set by a survey: %s, %s: %s", (from, to, may) => {
    expect(statusRefusal(from as (typeof order)[number], to, "survey") === null).toBe(may);
  });

  it("says that a survey verifies, and not people", () => {
    expect(statusRefusal("done", "verified")).toEqual({ reason: "finding_verified_by_survey" });
    expect(statusRefusal("dismissed", "done")).toEqual({ reason: "finding_from_dismissed" });
  });
});
