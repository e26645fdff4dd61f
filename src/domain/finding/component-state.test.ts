// What is settled at a component, by hand.
import { describe, expect, it } from "vitest";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import {
  isOfFinding,
  isSettled,
  settledAt,
  stateAt,
  statesAt,
  type StatedLife,
} from "./component-state.ts";
import type { FindingStatus } from "./finding-status.ts";

const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
const [HOTSPOT, GLASS] = ["hotspot", "glass_broken"].map((name) => classOf("fault_type", name));
const life = (fault_type: number, status: FindingStatus, done_on: string | null = null) =>
  ({
    component_type: "module",
    dt_id: "M1",
    fault_type,
    status,
    done_on,
    assignee_id: null,
    crew: null,
    due_on: null,
  }) satisfies StatedLife;
const DAY = "2026-05-10";

describe("a finding is settled", () => {
  it.each([
    ["open", null, false],
    ["assigned", null, false],
    ["in_work", null, false],
    ["dismissed", null, true],
    // Done before anybody stated days.
    ["done", null, true],
    ["done", "2026-05-10", true],
    ["done", "2026-06-01", true],
    ["verified", "2026-06-01", true],
    // The survey was flown after the repair and shows the fault.
    ["done", "2026-05-09", false],
    ["verified", "2026-05-09", false],
  ] as const)("%s on %s: %s", (status, done_on, is) => {
    expect(isSettled({ status, done_on }, DAY)).toBe(is);
  });
});

describe("at a component", () => {
  const hot = { fault_type: HOTSPOT!, severity: 2 };
  it.each<[string, StatedLife[], Parameters<typeof stateAt>[1], boolean | null]>([
    ["nothing was decided", [], hot, null],
    ["the shown fault is dismissed", [life(HOTSPOT!, "dismissed")], hot, true],
    ["another fault is dismissed", [life(GLASS!, "dismissed")], hot, null],
    ["one without a name is", [life(0, "dismissed")], hot, true],
    ["another one is still to do", [life(HOTSPOT!, "done"), life(GLASS!, "open")], hot, false],
    ["all are done and none is shown", [life(HOTSPOT!, "done")], null, true],
    ["it was not measured", [life(HOTSPOT!, "done")], { ...hot, severity: NO_SEVERITY }, true],
  ])("where %s", (_, lives, seen, is) => {
    expect(stateAt(lives, seen, DAY)?.is_settled ?? null).toBe(is);
  });
});

it("is the decision about the shown fault, before one about another", () => {
  const both = [life(GLASS!, "assigned"), life(HOTSPOT!, "in_work")];
  const of = (fault_type: number) => stateAt(both, { fault_type, severity: 2 }, DAY)?.life.status;
  expect([of(GLASS!), of(HOTSPOT!)]).toEqual(["assigned", "in_work"]);
  // What was not decided about has the work of another fault: the component is not settled.
  expect(of(classOf("fault_type", "connection"))).toBe("assigned");
});

it("tells all that is unfinished at a component, first of the shown fault", () => {
  const three = [life(GLASS!, "assigned"), life(HOTSPOT!, "in_work"), life(0, "dismissed")];
  const of = (lives: StatedLife[]) =>
    statesAt(lives, { fault_type: HOTSPOT!, severity: 2 }, DAY).map((one) => [
      one.life.fault_type,
      one.is_settled,
    ]);
  expect(of(three)).toEqual([
    [HOTSPOT, false],
    [GLASS, false],
  ]);
  expect(of([life(HOTSPOT!, "dismissed"), life(GLASS!, "verified")])).toEqual([[HOTSPOT, true]]);
  expect(of([])).toEqual([]);
});

it("tells of what the fault is measured by, and of no other fault of the component", () => {
  const of = (fault_type: number) => ({ component_type: "module" as const, fault_type });
  expect(isOfFinding(of(GLASS!), "glass_breakage")).toBe(true);
  expect(isOfFinding(of(GLASS!), "bypass_diode")).toBe(false);
  expect(isOfFinding(of(HOTSPOT!), "glass_breakage")).toBe(false);
  expect(isOfFinding(of(HOTSPOT!), "class_of_abnormality")).toBe(true);
});

it("settles what the fault is measured by, and no other fault of the component", () => {
  const state = { component_type: "module", row: 4, is_settled: true } as const;
  const is = settledAt([
    { ...state, fault_type: HOTSPOT! },
    { ...state, row: 5, fault_type: HOTSPOT!, is_settled: false },
  ]);
  expect(is("module", 4, "hotspots")).toBe(true);
  expect(is("module", 4, "class_of_abnormality")).toBe(true);
  expect(is("module", 4, "glass_breakage")).toBe(false);
  expect(is("module", 4, "bypass_diode")).toBe(false);
  expect(is("module", 5, "hotspots")).toBe(false);
  expect(is("absorber_tube", 4, "hotspots")).toBe(false);
});
