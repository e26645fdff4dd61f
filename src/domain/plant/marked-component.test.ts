import { expect, it } from "vitest";
import type { MarkFilter } from "../column/column-filter.ts";
import type { FindingLife } from "../finding/finding-life.ts";
import type { RepairState } from "../finding/finding-status.ts";
import { markedBy, type KnownLists } from "./marked-component.ts";

const none: KnownLists = { images: null, observations: null, findings: null };
const property: Extract<MarkFilter, { kind: "property" }> = {
  kind: "property",
  property_id: 4,
  values: [],
  min: null,
  max: null,
  text: null,
};

const seen = (dt_id: string, day: number, value?: unknown) => ({
  component_type: "module" as const,
  dt_id,
  observed_at: `2026-11-${String(day).padStart(2, "0")}T10:00:00+01:00`,
  column_values: value === undefined ? [] : [{ column_id: "ccp_4", value }],
});

it("a list that is not there means nothing, not that nothing has it", () => {
  for (const thing of ["image", "observation"] as const) {
    expect(markedBy({ kind: "known", of: thing, present: false }, none)).toBeUndefined();
  }
  expect(markedBy({ kind: "repair", values: ["open"] }, none)).toBeUndefined();
  expect(markedBy(property, none)).toBeUndefined();
});

it("components with images or observations are named once, by type", () => {
  const lists: KnownLists = {
    ...none,
    images: [
      { component_type: "module", dt_id: "m1" },
      { component_type: "tracker", dt_id: "t1" },
      { component_type: "module", dt_id: "m1" },
    ],
    observations: [seen("m2", 1)],
  };
  expect(markedBy({ kind: "known", of: "image", present: true }, lists)).toEqual([
    { component_type: "module", dt_ids: ["m1"] },
    { component_type: "tracker", dt_ids: ["t1"] },
  ]);
  const observed = { kind: "known", of: "observation", present: false } as const;
  expect(markedBy(observed, lists)).toEqual([{ component_type: "module", dt_ids: ["m2"] }]);
});

it("of a custom property the newest value counts", () => {
  const observations = [
    seen("bent", 3, "o1"),
    seen("bent", 5),
    seen("repaired", 2, "o1"),
    seen("repaired", 6, "o2"),
    seen("other", 1, "o10"),
  ];
  const named = (filter: Partial<typeof property> | object, of = observations) =>
    markedBy({ ...property, ...filter }, { ...none, observations: of })?.flatMap(
      ({ dt_ids }) => dt_ids ?? [],
    );
  expect(named({ values: ["o1"] })).toEqual(["bent"]);
  expect(named({})).toEqual(["bent", "repaired", "other"]);
  expect(named({ text: "O1" })).toEqual(["bent", "other"]);
  const places = [seen("norte", 1, "Sección Norte"), seen("sur", 1, "seccion sur")];
  expect(named({ text: "SECCIÓN" }, places)).toEqual(["norte", "sur"]);
  const numbers = [
    seen("low", 1, 11.9),
    seen("edge", 1, 12),
    seen("high", 1, 30),
    seen("no", 1, true),
  ];
  expect(named({ min: 12 }, numbers)).toEqual(["edge", "high"]);
  expect(named({ min: 12, max: 12 }, numbers)).toEqual(["edge"]);
  expect(named({ values: ["true"] }, numbers)).toEqual(["no"]);
});

it("a finding without a decision is open; one whose component has left the twin is ignored", () => {
  const life = (
    fault_type: number,
    row: number | null,
    status: FindingLife["status"],
    work_order: number | null = null,
  ) =>
    ({ component_type: "module", fault_type, row, status, severity: 2, work_order }) as FindingLife;
  const findings = {
    survey: [
      { component_type: "module", row: 5, fault_type: 1, severity: 3, is_dangerous: false },
      { component_type: "module", row: 6, fault_type: 1, severity: 3, is_dangerous: false },
    ] as const,
    lives: [
      life(1, 6, "done", 3),
      life(2, 7, "verified"),
      life(2, null, "open", 3),
      life(2, 8, "assigned", 4),
    ],
  };
  const rows = (values: RepairState[]) =>
    markedBy({ kind: "repair", values }, { ...none, findings })?.map((one) => [...one.rows!]);
  expect(rows(["open"])).toEqual([[5]]);
  expect(rows(["done", "verified"])).toEqual([[6, 7]]);
  expect(rows(["dismissed"])).toEqual([]);
  expect(rows(["in_work_order"])).toEqual([[6, 8]]);
  expect(rows(["verified", "in_work_order"])).toEqual([[6, 7, 8]]);
});
