import { describe, expect, it, vi } from "vitest";
import {
  besideSummary,
  isOverdue,
  isUrgent,
  listedFindings,
  listedKey,
  noFilter,
  passesFilter,
  sortedFindings,
  type FindingFilter,
  type FindingSort,
} from "./finding-list.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { undecided, type Evidence, type FindingLife } from "./finding-life.ts";

const TODAY = "2026-11-28";
const evidence: Evidence[] = [
  { component_type: "module", row: 7, fault_type: 10, severity: 2, is_dangerous: false },
  { component_type: "module", row: 3, fault_type: 6, severity: 3, is_dangerous: false },
  { component_type: "tracker", row: 3, fault_type: 6, severity: 1, is_dangerous: true },
];
const life = (more: Partial<FindingLife>): FindingLife => ({
  ...undecided,
  id: 1,
  component_type: "module",
  dt_id: "a",
  row: 7,
  fault_type: 10,
  assignee_name: null,
  severity: 2,
  analysis_id: 1,
  is_dangerous: false,
  returned: false,
  work_order: null,
  comments: 0,
  revision: 1,
  updated_by: null,
  updated_at: "2026-11-01T00:00:00Z",
  ...more,
});
const lives = [
  life({ id: 1, status: "assigned", crew: "North", due_on: "2026-11-27" }),
  // Another fault of the same module, which the survey does not show.
  life({ id: 2, fault_type: 6, status: "verified", severity: 0, assignee_id: 5 }),
  life({ id: 3, row: null, dt_id: "gone", status: "open", returned: true, due_on: "2026-12-01" }),
];
const all = listedFindings(evidence, lives);

it("a dangerous fault is urgent however severe it was measured, until it is verified or dismissed", () => {
  const at = { component_type: "module", row: 3, fault_type: 8, severity: 1 } as const;
  const place = { ...at, is_dangerous: true };
  const listed = (status?: FindingLife["status"]) =>
    listedFindings([place], status ? [life({ ...place, status })] : [])[0]!;
  expect(
    [undefined, "open", "verified", "dismissed"].map((one) => isUrgent(listed(one as "open"))),
  ).toEqual([true, true, false, false]);
  const soiled = { ...at, fault_type: 13, is_dangerous: false };
  expect(isUrgent(listedFindings([soiled], [])[0]!)).toBe(false);
  expect(isUrgent(listedFindings([soiled], [life({ ...soiled, status: "open" })])[0]!)).toBe(false);
  expect(isUrgent(listedFindings([soiled], [life({ ...soiled, status: "done" })])[0]!)).toBe(true);
});

describe("the list of findings", () => {
  it("has what the survey shows, then what was decided before", () => {
    expect(all.map((one) => [listedKey(one), one.status, one.isShown])).toEqual([
      ["module 10 7", "assigned", true],
      ["module 6 3", "open", true],
      ["tracker 6 3", "open", true],
      ["module 6 7", "verified", false],
      ["life 3", "open", false],
    ]);
    expect(all.map((one) => one.life?.id ?? null)).toEqual([1, null, null, 2, 3]);
  });

  it.each<[Partial<FindingFilter>, number[]]>([
    [{}, [0, 1, 2, 3, 4]],
    [{ status: "to_do" }, [0, 1, 2, 4]],
    [{ status: "verified" }, [3]],
    [{ status: "returned" }, [4]],
    [{ assignee: { crew: "North" } }, [0]],
    [{ assignee: { user: 5 } }, [3]],
    [{ assignee: "unassigned" }, [1, 2, 4]],
    [{ due: "overdue" }, [0]],
    [{ due: "week" }, [4]],
    [{ due: "none" }, [1, 2, 3]],
    [{ fault: { component_type: "module", fault_type: 6 } }, [1, 3]],
    [{ severity: 2 }, [0, 1, 4]],
    // Assigned, to act on now, small but dangerous, brought back by a survey; not what is verified.
    [{ urgent: true }, [0, 1, 2, 4]],
    [{ severity: 2, status: "to_do", assignee: "unassigned" }, [1, 4]],
  ])("passes by %j: %j", (filter, places) => {
    const passing = all.filter((one) => passesFilter(one, { ...noFilter, ...filter }, TODAY));
    expect(passing.map((one) => all.indexOf(one))).toEqual(places);
  });

  it.each<[FindingSort, number[]]>([
    ["severity", [1, 0, 4, 2, 3]],
    ["safety", [2, 1, 0, 4, 3]],
    ["due", [0, 4, 1, 2, 3]],
    ["status", [1, 4, 2, 0, 3]],
    ["changed", [0, 4, 3, 1, 2]],
    ["name", [2, 1, 3, 0, 4]],
  ])("is sorted by %s", (by, places) => {
    const names = ["M10", "M2", "M1", "M9", "M11"];
    const sorted = sortedFindings(all, by, (one) => names[all.indexOf(one)]!);
    expect(sorted.map((one) => all.indexOf(one))).toEqual(places);
  });

  it("calls overdue what is past its day and still to be done", () => {
    const due_on = "2026-11-27";
    const of = (status: FindingLife["status"]) => ({ status, life: life({ status, due_on }) });
    expect(isOverdue(of("in_work"), TODAY)).toBe(true);
    expect(isOverdue(of("done"), TODAY)).toBe(false);
    expect(isOverdue(of("in_work"), due_on)).toBe(false);
  });
});

it("asks for the name of each of 10,000 findings once", () => {
  const asked = vi.fn((one: { row: number | null }) => `L${one.row! % 117}.E${one.row}`);
  const all = Array.from({ length: 10_000 }, (_, row) => ({ row, severity: 1 }) as never);
  expect(sortedFindings(all, "name", asked)).toHaveLength(all.length);
  expect(asked).toHaveBeenCalledTimes(all.length);
});

describe("beside the summary of a survey", () => {
  const classes = keyFigureByKey("class_of_abnormality")!;
  const seen = (component_type: Evidence["component_type"], row: number, fault_type: number) => ({
    component_type,
    row,
    fault_type,
    severity: 2,
    is_dangerous: false,
  });

  it("counts what is named although the class is good, other components, and what was decided before", () => {
    const evidence = [seen("module", 1, 8), seen("module", 2, 8), seen("tracker", 1, 1)];
    const before = life({ id: 9, row: null });
    const all = listedFindings(evidence, [before]);
    expect(besideSummary(all, classes, 1)).toEqual({ named: 1, others: 1, earlier: 1 });
    expect(besideSummary(all, classes, 2)).toMatchObject({ named: 0 });
  });

  it("is not said of a key figure that judges no findings", () => {
    expect(besideSummary([], keyFigureByKey("soiling")!, 3)).toBeNull();
  });
});
