import { expect, test } from "vitest";
import { decisionRefusal } from "./finding-change.ts";
import { undecided, type Decided, type FindingLife } from "./finding-life.ts";
import { moveOf } from "./finding-move.ts";
import { findingStatuses, type FindingStatus } from "./finding-status.ts";

const card = (decided: Partial<Decided>) => {
  const life = { ...undecided, ...decided } as FindingLife;
  return { status: life.status, life };
};
/** What a column does with a card: "now", what it asks, or why it does not take it. */
const outcome = (decided: Partial<Decided>, to: FindingStatus) => {
  const move = moveOf([card(decided)], to);
  if (move === null) return "same";
  return move.kind === "refused" ? move.refusal.reason : move.kind;
};

test("an open finding is begun and done at once; who repairs it, and why it is dismissed, is asked", () => {
  expect(findingStatuses.map((to) => outcome({}, to))).toEqual([
    "same",
    "assign",
    "change",
    "change",
    "finding_verified_by_survey",
    "dismiss",
  ]);
  expect(moveOf([{ status: "open", life: null }], "assigned")?.kind).toBe("assign");
});

test("one with a crew becomes assigned without a question", () => {
  expect(outcome({ status: "in_work", crew: "North" }, "assigned")).toBe("change");
  expect(outcome({ status: "in_work" }, "assigned")).toBe("assign");
});

test("what is dismissed or verified is reopened first", () => {
  const dismissed = { status: "dismissed", reason: "Soiling" } as const;
  expect(outcome(dismissed, "done")).toBe("finding_from_dismissed");
  expect(outcome(dismissed, "open")).toBe("change");
  expect(outcome({ status: "verified" }, "in_work")).toBe("finding_from_verified");
  expect(outcome({ status: "done" }, "dismissed")).toBe("finding_from_done");
});

test("of several, those go that can; the question is asked where one of them needs it", () => {
  const [free, taken, verified] = [
    card({}),
    card({ status: "in_work", crew: "North" }),
    card({ status: "verified" }),
  ];
  expect(moveOf([free, taken, verified], "done")).toEqual({
    kind: "change",
    findings: [free, taken],
    set: { status: "done" },
  });
  expect(moveOf([free, taken, verified], "assigned")).toMatchObject({
    kind: "assign",
    findings: [free, taken],
  });
  expect(moveOf([verified, card({ status: "dismissed" })], "done")).toEqual({
    kind: "refused",
    refusal: { reason: "finding_from_verified", field: "set.status" },
  });
});

test("what is set keeps the rules of a change, from each status to each", () => {
  for (const from of findingStatuses) {
    for (const to of findingStatuses) {
      const one = card({ status: from, reason: from === "dismissed" ? "Soiling" : null });
      const move = moveOf([one], to);
      if (move === null || move.kind === "refused") continue;
      expect(decisionRefusal(one.life, move.set)).toBeNull();
    }
  }
});
