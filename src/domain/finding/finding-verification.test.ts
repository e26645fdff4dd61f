// What a new survey makes of findings: a table counted by hand.
import { describe, expect, it } from "vitest";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { undecided } from "./finding-life.ts";
import { findingStatuses, statusRefusal, type FindingStatus } from "./finding-status.ts";
import { decidedAfter, verdictOf, type Verdict } from "./finding-verification.ts";

const HOTSPOT = 10;
const DIODE = 6;

/** What the survey sees, then the verdict for each status in the order of `statuses`. */
const statuses = ["open", "assigned", "in_work", "done", "verified", "dismissed"] as const;
const rows: [string, { fault_type: number; severity: number }, string][] = [
  ["healthy", { fault_type: 0, severity: 0 }, "same same same verified same same"],
  ["not measured", { fault_type: 0, severity: NO_SEVERITY }, "same same same same same same"],
  [
    "the same, milder",
    { fault_type: HOTSPOT, severity: 1 },
    "same same same returned returned same",
  ],
  ["the same", { fault_type: HOTSPOT, severity: 2 }, "same same same returned returned same"],
  [
    "the same, worse",
    { fault_type: HOTSPOT, severity: 3 },
    "same same same returned returned worse",
  ],
  ["another fault", { fault_type: DIODE, severity: 3 }, "same same same same same same"],
  [
    "a fault without a name",
    { fault_type: 0, severity: 2 },
    "same same same returned returned same",
  ],
];
const cells = rows.flatMap(([name, seen, verdicts]) =>
  verdicts
    .split(" ")
    .map((verdict, at) => [name, statuses[at]!, seen, verdict as Verdict] as const),
);

describe("a survey", () => {
  it.each(cells)("that sees it %s, where it was %s", (_, status, seen, verdict) => {
    expect(verdictOf({ status, fault_type: HOTSPOT, severity: 2 }, seen)).toBe(verdict);
  });

  it("that sees any fault where the one before had no name says that it returned", () => {
    const before = { status: "done", fault_type: 0, severity: 2 } as const;
    expect(verdictOf(before, { fault_type: DIODE, severity: 1 })).toBe("returned");
  });

  it("that was the first to measure a dismissed one opens it for any severity", () => {
    const before = { status: "dismissed", fault_type: HOTSPOT, severity: null } as const;
    expect(verdictOf(before, { fault_type: HOTSPOT, severity: 1 })).toBe("worse");
  });

  it("makes no change that a survey may not make", () => {
    for (const [, status, seen] of cells) {
      const before = { ...undecided, status: status as FindingStatus, reason: null };
      const verdict = verdictOf({ status, fault_type: HOTSPOT, severity: 2 }, seen);
      const now = decidedAfter(before, verdict);
      expect(statusRefusal(status, now.status, "survey")).toBeNull();
      expect(findingStatuses).toContain(now.status);
    }
  });

  it("keeps who repaired it and by when, and drops the reason of a dismissed one", () => {
    const done = { ...undecided, status: "done", crew: "North", due_on: "2026-12-01" } as const;
    expect(decidedAfter(done, "verified")).toEqual({ ...done, status: "verified" });
    expect(decidedAfter(done, "returned")).toEqual({ ...done, status: "open" });
    const dismissed = { ...undecided, status: "dismissed", reason: "Bird" } as const;
    expect(decidedAfter(dismissed, "worse")).toEqual(undecided);
    expect(decidedAfter(dismissed, "same")).toBe(dismissed);
  });
});
