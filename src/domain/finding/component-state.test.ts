// What is settled at a component, by hand.
import { describe, expect, it } from "vitest";
import { NO_SEVERITY } from "../column/column-severity.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { isOfFinding, isSettled, settledAt, statesAt, type StatedLife } from "./component-state.ts";
import type { FindingStatus } from "./finding-status.ts";

const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
const HOTSPOT = classOf("fault_type", "hotspot");
const GLASS = classOf("fault_type", "glass_broken");
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

type Seen = Parameters<typeof statesAt>[1];
const hot = { fault_type: HOTSPOT, severity: 2 };
/** What is listed of a module, and of which key figures nothing is left to do. */
function listed(lives: StatedLife[], seen: Seen) {
  const states = statesAt(lives, seen, DAY);
  const place = { component_type: "module", row: 4 } as const;
  const is = settledAt(
    states.map(({ life: { fault_type }, ...state }) => ({ ...place, fault_type, ...state })),
  );
  const keys = ["hotspots", "glass_breakage", "class_of_abnormality"];
  return {
    states: states.map((one) => [one.life.fault_type, one.is_settled]),
    settled: keys.filter((key) => is("module", 4, key)),
  };
}

describe("at a component", () => {
  const CLASS = "class_of_abnormality";
  const [GLASS_KEY, HOT_KEY] = ["glass_breakage", "hotspots"] as const;
  type Listed = [fault_type: number, is_settled: boolean];
  it.each<[string, StatedLife[], Seen, Listed[], string[]]>([
    ["nothing was decided", [], hot, [], []],
    [
      "the shown fault is dismissed",
      [life(HOTSPOT, "dismissed")],
      hot,
      [[HOTSPOT, true]],
      [HOT_KEY, CLASS],
    ],
    [
      "another fault is dismissed: the shown one is not, nor the component",
      [life(GLASS, "dismissed")],
      hot,
      [[GLASS, true]],
      [GLASS_KEY],
    ],
    ["one without a name is", [life(0, "dismissed")], hot, [[0, true]], [CLASS]],
    [
      "another one is still to do",
      [life(GLASS, "open"), life(HOTSPOT, "done")],
      hot,
      [
        [HOTSPOT, true],
        [GLASS, false],
      ],
      [HOT_KEY],
    ],
    [
      "one without a name is still to do: it may be each fault",
      [life(0, "open"), life(GLASS, "dismissed")],
      hot,
      [
        [0, false],
        [GLASS, true],
      ],
      [],
    ],
    [
      "another one was repaired before the flight: that says nothing of the shown one",
      [life(GLASS, "verified", "2026-05-09"), life(HOTSPOT, "dismissed")],
      hot,
      [[HOTSPOT, true]],
      [HOT_KEY, CLASS],
    ],
    [
      "the repair of the shown fault did not hold",
      [life(HOTSPOT, "done", "2026-05-09"), life(GLASS, "dismissed")],
      hot,
      [
        [HOTSPOT, false],
        [GLASS, true],
      ],
      [GLASS_KEY],
    ],
    [
      "all are done and none is shown",
      [life(HOTSPOT, "done"), life(GLASS, "dismissed")],
      null,
      [
        [HOTSPOT, true],
        [GLASS, true],
      ],
      [HOT_KEY, GLASS_KEY, CLASS],
    ],
    [
      "it was not measured",
      [life(HOTSPOT, "done")],
      { ...hot, severity: NO_SEVERITY },
      [[HOTSPOT, true]],
      [HOT_KEY, CLASS],
    ],
  ])("where %s", (_, lives, seen, states, settled) => {
    expect(listed(lives, seen)).toEqual({ states, settled });
  });

  it("the shown fault comes first, and what is unfinished before what is settled", () => {
    const four = [
      life(classOf("fault_type", "connection"), "dismissed"),
      life(GLASS, "assigned"),
      life(0, "dismissed"),
      life(HOTSPOT, "in_work"),
    ];
    expect(listed(four, hot).states).toEqual([
      [HOTSPOT, false],
      [0, true],
      [GLASS, false],
      [classOf("fault_type", "connection"), true],
    ]);
  });
});

it("tells of what the fault is measured by, and of no other fault of the component", () => {
  const of = (fault_type: number) => ({ component_type: "module" as const, fault_type });
  expect(isOfFinding(of(GLASS), "glass_breakage")).toBe(true);
  expect(isOfFinding(of(GLASS), "bypass_diode")).toBe(false);
  expect(isOfFinding(of(HOTSPOT), "glass_breakage")).toBe(false);
  expect(isOfFinding(of(HOTSPOT), "class_of_abnormality")).toBe(true);
});

it("settles what the fault is measured by, and no other fault of the component", () => {
  const state = { component_type: "module", row: 4, is_settled: true, open_faults: [] } as const;
  const is = settledAt([
    { ...state, fault_type: HOTSPOT },
    { ...state, row: 5, fault_type: HOTSPOT, is_settled: false },
  ]);
  expect(is("module", 4, "hotspots")).toBe(true);
  expect(is("module", 4, "class_of_abnormality")).toBe(true);
  expect(is("module", 4, "glass_breakage")).toBe(false);
  expect(is("module", 4, "bypass_diode")).toBe(false);
  expect(is("module", 5, "hotspots")).toBe(false);
  expect(is("absorber_tube", 4, "hotspots")).toBe(false);
});
