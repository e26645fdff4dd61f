// Which values an observation must have, and which it cannot: conditions against a table of all answers.
import { describe, expect, it } from "vitest";
import type { CustomComponentProperty } from "../plant/custom-component-property.ts";
import { conditionRefusal, dependantRefusal } from "../plant/property-condition.ts";
import {
  columnBlockedBy,
  missingValueProblems,
  observationColumns,
  observationValueProblems,
} from "./observation-column.ts";
import type { ColumnValue } from "./observation.ts";

const property = (
  id: number,
  name: string,
  data_type: CustomComponentProperty["data_type"],
  more: Partial<CustomComponentProperty> = {},
): CustomComponentProperty => ({
  id,
  plant_id: 1,
  component_type: "tracker",
  name,
  data_type,
  relation_type: "time",
  options: null,
  number_ranges: null,
  is_required: false,
  condition: null,
  position: id,
  ...more,
});
const options = ["stuck", "torn"].map((id) => ({ id, label: id }));
const works = property(1, "Works", "true_false", { is_required: true });
const fault = property(2, "Fault", "options", {
  options,
  is_required: true,
  condition: { property_id: 1, values: [false] },
});
const torn = property(3, "Torn where", "text", {
  is_required: true,
  condition: { property_id: 2, values: ["torn"] },
});
const cleaned = property(4, "Cleaned", "checkbox");
const reason = property(5, "Why not cleaned", "text", {
  condition: { property_id: 4, values: [false] },
});
const ofSurvey = property(6, "Of the survey", "text", {
  relation_type: "analysis",
  is_required: true,
});
const all = [works, fault, torn, cleaned, reason, ofSurvey];
const columns = new Map(
  observationColumns(all, "photovoltaic").map((column) => [column.id, column]),
);
type Said = Readonly<Record<number, ColumnValue>>;
const valuesOf = (said: Said) =>
  Object.entries(said).map(([id, value]) => ({ column_id: `ccp_${id}`, value }));
const about = { component_type: "tracker", analysis_id: null } as const;
const missing = (said: Said, before: Said | null = null, analysis_id: number | null = null) =>
  missingValueProblems(
    valuesOf(said),
    { ...about, analysis_id },
    columns,
    before && valuesOf(before),
  ).map(({ field }) => field);

describe("a required property", () => {
  it.each<[string, Said, readonly string[]]>([
    ["nothing said", {}, ["ccp_1"]],
    ["it works", { 1: true }, []],
    ["it does not", { 1: false }, ["ccp_2"]],
    ["stuck", { 1: false, 2: "stuck" }, []],
    ["torn", { 1: false, 2: "torn" }, ["ccp_3"]],
    ["torn, and where", { 1: false, 2: "torn", 3: "east" }, []],
    // A value of a chain that ends earlier asks for nothing more.
    ["torn before it worked", { 1: true, 2: "torn" }, []],
  ])("is asked for where it applies: %s", (_, said, fields) => {
    expect(missing(said)).toEqual(fields);
  });

  it("of an analysis is asked for with one", () => {
    expect(missing({ 1: true }, null, 7)).toEqual(["ccp_6"]);
  });

  it("is not asked for again where it lacked before, but cannot be taken away", () => {
    expect(missing({}, {})).toEqual([]);
    expect(missing({}, { 1: true })).toEqual(["ccp_1"]);
    expect(missing({ 1: false }, { 1: true })).toEqual(["ccp_2"]);
  });

  it("of other components is never asked for", () => {
    const module = { component_type: "module", analysis_id: null } as const;
    expect(missingValueProblems([], module, columns, null)).toEqual([]);
  });
});

describe("a property with a condition", () => {
  it.each<[string, Said, string | null]>([
    ["is blocked where its question has no answer", { 2: "stuck" }, "Works"],
    ["is blocked by another answer", { 1: true, 2: "stuck" }, "Works"],
    ["applies with the answer", { 1: false, 2: "stuck" }, null],
  ])("%s", (_, said, name) => {
    expect(columnBlockedBy(columns.get("ccp_2")!, valuesOf(said), columns)?.name ?? null).toBe(
      name,
    );
  });

  it("reads a box without a tick as not ticked", () => {
    const column = columns.get("ccp_5")!;
    expect(columnBlockedBy(column, [], columns)).toBeNull();
    expect(columnBlockedBy(column, valuesOf({ 4: true }), columns)).toBe(cleaned);
  });

  it("takes no value where it does not apply, but keeps one that is stored", () => {
    const said = valuesOf({ 1: true, 2: "stuck" });
    expect(observationValueProblems(said, about, columns)).toEqual([
      { reason: "observation_value_unasked", field: "ccp_2", values: { name: "Works" } },
    ]);
    expect(observationValueProblems(said, about, columns, said)).toEqual([]);
  });

  it("has a condition that can be met", () => {
    const judged = (changes: Partial<CustomComponentProperty>, others = all) =>
      conditionRefusal(
        { ...torn, ...changes },
        others.filter(({ id }) => id !== (changes.id ?? torn.id)),
      )?.reason ?? null;
    expect(judged({})).toBeNull();
    expect(judged({ condition: null })).toBeNull();
    expect(conditionRefusal({ ...torn, id: undefined }, all)).toBeNull();
    expect(judged({ condition: { property_id: 99, values: [true] } })).toBe(
      "property_condition_unknown",
    );
    expect(judged({ component_type: "module" })).toBe("property_condition_unknown");
    expect(judged({ condition: { property_id: 5, values: ["x"] } })).toBe(
      "property_condition_type",
    );
    expect(judged({ condition: { property_id: 2, values: ["gone"] } })).toBe(
      "property_condition_value",
    );
    expect(judged({ condition: { property_id: 2, values: [true] } })).toBe(
      "property_condition_value",
    );
    expect(judged({ data_type: "checkbox" })).toBe("property_checkbox_required");
    // Works → Fault → Torn → Works.
    const round = all.map((one) =>
      one === torn ? property(3, "Torn where", "true_false", { condition: torn.condition }) : one,
    );
    const closing = { ...works, condition: { property_id: 3, values: [true] } };
    expect(
      conditionRefusal(
        closing,
        round.filter((one) => one !== works),
      )?.reason,
    ).toBe("property_condition_circle");
  });

  it("keeps the property and the options that it names", () => {
    const judged = (changed: Partial<CustomComponentProperty> | null) =>
      dependantRefusal(2, changed && { ...fault, ...changed }, all)?.reason ?? null;
    expect(judged(null)).toBe("property_in_condition");
    expect(judged({ options: options.slice(1) })).toBeNull();
    expect(judged({ options: options.slice(0, 1) })).toBe("property_option_in_condition");
    expect(dependantRefusal(5, null, all)).toBeNull();
  });
});
