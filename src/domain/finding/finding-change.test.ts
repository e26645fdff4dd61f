import { describe, expect, it } from "vitest";
import type { Permission } from "../account/permission.ts";
import {
  changed,
  decisionRefusal,
  differences,
  findingChangeRefusal,
  removeCommentRefusal,
  undoStepRefusal,
  withDoneDay,
} from "./finding-change.ts";
import { undecided, type Decided, type FindingFields } from "./finding-life.ts";

const of = (more: Partial<Decided>): Decided => ({ ...undecided, ...more });
const may = (...names: Permission[]) => ({ permissions: new Set(names) });

describe("a change of a finding", () => {
  it.each<[string, Partial<Decided>, FindingFields, Partial<Decided>]>([
    ["a user", {}, { assignee_id: 7 }, { assignee_id: 7, status: "assigned" }],
    ["a crew", {}, { crew: "North" }, { crew: "North", status: "assigned" }],
    ["a day alone", {}, { due_on: "2026-12-01" }, { due_on: "2026-12-01", status: "open" }],
    [
      "not assigned any more",
      { status: "assigned", crew: "North" },
      { crew: null },
      { status: "open" },
    ],
    // A survey has opened it again, or a person: who had it keeps it until it is given to others.
    [
      "returned, to another crew",
      { crew: "North" },
      { crew: "South" },
      { status: "assigned", crew: "South" },
    ],
    [
      "returned, to the same crew",
      { crew: "North" },
      { crew: "North" },
      { status: "assigned", crew: "North" },
    ],
    [
      "returned, to a user beside its crew",
      { crew: "North" },
      { assignee_id: 7 },
      { status: "assigned", crew: "North", assignee_id: 7 },
    ],
    [
      "returned, and one of both taken from it",
      { crew: "North", assignee_id: 7 },
      { assignee_id: null },
      { status: "open", crew: "North" },
    ],
    [
      "returned, with another day",
      { crew: "North" },
      { due_on: "2026-12-01" },
      { crew: "North", due_on: "2026-12-01" },
    ],
    [
      "another one",
      { status: "in_work", crew: "North" },
      { assignee_id: 7 },
      { status: "in_work", assignee_id: 7, crew: "North" },
    ],
    [
      "open again, but still somebody's",
      { status: "assigned", crew: "North" },
      { status: "open" },
      { status: "open", crew: "North" },
    ],
    [
      "a reason",
      {},
      { status: "dismissed", reason: "Bird droppings" },
      { status: "dismissed", reason: "Bird droppings" },
    ],
    ["parts while it is open", {}, { parts: "1 × Diode" }, { parts: "1 × Diode" }],
    [
      "a day of repair",
      { status: "done", done_on: "2026-11-01" },
      { done_on: "2026-10-30" },
      { status: "done", done_on: "2026-10-30" },
    ],
    [
      "no day of repair any more, but its parts",
      { status: "done", done_on: "2026-11-01", parts: "1 × Diode" },
      { status: "open" },
      { status: "open", parts: "1 × Diode" },
    ],
    ["no reason any more", { status: "dismissed", reason: "Bird" }, { status: "open" }, {}],
  ])("%s", (_, before, fields, after) => {
    expect(changed(of(before), fields)).toEqual(of(after));
  });

  it("gets the day of its repair once, and loses it with the repair", () => {
    const dayOf = (before: Partial<Decided>, now: Partial<Decided>) =>
      withDoneDay(of(before), of(now), "2026-11-05").done_on;
    const done_on = "2026-11-01";
    expect(dayOf({}, { status: "done" })).toBe("2026-11-05");
    expect(dayOf({}, { status: "done", done_on })).toBe(done_on);
    // One that was done before there were days keeps none: which day it was is not known.
    expect(dayOf({ status: "done" }, { status: "done" })).toBeNull();
    expect(dayOf({ status: "done", done_on }, { status: "verified", done_on })).toBe(done_on);
    expect(dayOf({ status: "done", done_on }, { status: "open", done_on })).toBeNull();
  });

  it.each<[string, Partial<Decided>, FindingFields, string | null]>([
    ["assigned without a user or a crew", {}, { status: "assigned" }, "finding_without_assignee"],
    ["assigned to a crew", {}, { status: "assigned", crew: "North" }, null],
    ["dismissed without a reason", {}, { status: "dismissed" }, "finding_without_reason"],
    ["verified", { status: "done" }, { status: "verified" }, "finding_verified_by_survey"],
    ["a verified one done", { status: "verified" }, { status: "done" }, "finding_from_verified"],
    ["a day of repair of an open one", {}, { done_on: "2026-11-01" }, "finding_day_without_done"],
    ["done on a day", {}, { status: "done", done_on: "2026-11-01" }, null],
    ["the day of a verified one", { status: "verified" }, { done_on: "2026-11-01" }, null],
    ["the due day of a verified one", { status: "verified" }, { due_on: "2026-12-01" }, null],
  ])("is refused or not: %s", (_, before, fields, reason) => {
    expect(decisionRefusal(of(before), fields)?.reason ?? null).toBe(reason);
  });

  it("is kept as the fields that differ", () => {
    const now = changed(of({}), { assignee_id: 7, due_on: "2026-12-01" });
    expect(differences(of({}), now)).toEqual([
      { field: "status", old_value: "open", new_value: "assigned" },
      { field: "assignee_id", old_value: null, new_value: "7" },
      { field: "due_on", old_value: null, new_value: "2026-12-01" },
    ]);
    expect(differences(now, now)).toEqual([]);
  });

  it("that assigns needs the permission to assign", () => {
    const before = [undecided];
    const reason = (viewer: ReturnType<typeof may>, set: FindingFields) =>
      findingChangeRefusal(viewer, { before, set })?.reason ?? null;
    expect(reason(may(), { status: "done" })).toBeNull();
    for (const set of [{ crew: "North" }, { assignee_id: null }, { due_on: null }]) {
      expect(reason(may(), set)).toBe("permission_missing");
      expect(reason(may("ASSIGN_FINDING"), set)).toBeNull();
    }
  });

  it("is refused as a whole for one that stands against it", () => {
    const before = [of({}), of({ status: "verified" }), of({})];
    const set = { status: "done" } as const;
    expect(findingChangeRefusal(may(), { before, set })?.reason).toBe("finding_from_verified");
  });
});

describe("an undo", () => {
  const step = {
    kind: "person" as const,
    undone_at: null,
    work_order: null,
    changed_again: false,
    fields: ["status"] as const,
  };
  it.each<[string, Partial<Parameters<typeof undoStepRefusal>[1]>, Permission[], string | null]>([
    ["a step that holds", {}, [], null],
    ["one that was undone", { undone_at: "2026-11-28T00:00:00Z" }, [], "finding_step_undone"],
    ["one below a later one", { changed_again: true }, [], "finding_changed_again"],
    ["the verdict of a survey", { kind: "survey" }, [], "finding_step_of_analysis"],
    ["a step of an order", { work_order: 12 }, [], "finding_step_of_work_order"],
    ["one of a hidden order", { work_order: "hidden" }, [], "finding_step_of_hidden_order"],
    ["an assignment", { fields: ["status", "crew"] }, [], "permission_missing"],
    ["an assignment by who may", { fields: ["status", "crew"] }, ["ASSIGN_FINDING"], null],
  ])("of %s", (_, more, permissions, reason) => {
    const refusal = undoStepRefusal(may(...permissions), { ...step, ...more });
    expect(refusal?.reason ?? null).toBe(reason);
  });
});

it("a comment is deleted by its author or by staff", () => {
  const reason = (account_id: number, is_admin: boolean) =>
    removeCommentRefusal({ account_id, is_admin }, { account_id: 7 })?.reason ?? null;
  expect(reason(7, false)).toBeNull();
  expect(reason(8, true)).toBeNull();
  expect(reason(8, false)).toBe("comment_not_own");
});
