import { describe, expect, it } from "vitest";
import { namesFrom } from "../column/column.fixture.ts";
import { componentDirectory } from "../component/component-directory.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import { valueFault } from "./result-collector.ts";
import { resultFileSchema } from "./result-file.ts";
import { resultTextReader } from "./result-text.fixture.ts";

const directory = componentDirectory([
  { type: "tracker", names: namesFrom(["t-0"], ["T0"]), exists: null },
  { type: "module", names: namesFrom(["m-0", "m-1", "m-2"], ["A", "B", "B"]), exists: null },
]);
const ofModules = keyFigures.filter(({ component_type }) => component_type === "module");
const measured = ofModules.find(({ kind }) => kind === "f32")!;
const other = ofModules.findLast(({ kind }) => kind === "f32")!;
const classified = ofModules.find(({ kind }) => kind === "u8")!;
const [low, high] = measured.range;

const { read, problemsOf } = resultTextReader(directory, "photovoltaic");
/** Each entry on a line of its own, the first on line 2. */
const entries = (...all: object[]) =>
  `{"format":"analysis-result","version":1,"values":[\n${all.map((one) => JSON.stringify(one)).join(",\n")}]}`;
const blocks = (...all: object[]) => entries(...all).replace('"values"', '"columns"');
const good = { dt_id: "m-0", key_figure_id: measured.id, value: low };
const file = "a.txt";

describe("a problem of a JSON file", () => {
  it("has the file, the line, the entry, the field and the value", () => {
    const problems = problemsOf(
      entries(
        good,
        { ...good, dt_id: "n".repeat(90) },
        { ...good, dt_id: undefined, pcs: "B" },
        { ...good, dt_id: "t-0" },
        { ...good, dt_id: "m-1", value: high + 1 },
        { ...good, dt_id: "m-1", key_figure_id: classified.id, value: 250 },
        good,
        { ...good, dt_id: "m-2", pcs: "A" },
        { ...good, key_figure_id: 9999 },
      ),
      "json",
    );
    const at = (entry: number) => ({ file, line: entry + 1, feature: entry });
    expect(problems).toEqual([
      {
        reason: "component_unknown",
        values: { name: `${"n".repeat(79)}…` },
        field: "dt_id",
        ...at(2),
      },
      { reason: "pcs_ambiguous", values: { name: "B" }, field: "pcs", ...at(3) },
      {
        reason: "component_of_other_type",
        values: { key_figure: measured.key, component_type: "tracker" },
        field: "value",
        ...at(4),
      },
      {
        reason: "value_out_of_range",
        values: { value: high + 1, least: low, greatest: high, unit: measured.unit },
        field: "value",
        ...at(5),
      },
      { reason: "value_not_a_class", values: { value: 250 }, field: "value", ...at(6) },
      { reason: "value_twice", values: { key_figure: measured.key }, field: "value", ...at(7) },
      { reason: "names_disagree", field: "pcs", ...at(8) },
      { reason: "key_figure_unknown", values: { name: 9999 }, field: "key_figure_id", ...at(9) },
    ]);
  });

  it("of a block has the place of the value in it", () => {
    const block = {
      key_figure_id: measured.id,
      dt_ids: ["m-0", "x", "m-1"],
      values: [low, low, null],
    };
    expect(problemsOf(blocks(block), "json")).toEqual([
      {
        reason: "component_unknown",
        values: { name: "x" },
        field: "dt_id",
        file,
        line: 2,
        feature: 2,
      },
    ]);
    const far = { ...block, dt_ids: ["m-0", "m-1"], values: [low, high + 1] };
    expect(problemsOf(blocks(far), "json")).toMatchObject([
      { reason: "value_out_of_range", line: 2, feature: 2 },
    ]);
    expect(problemsOf(blocks({ ...far, values: [low] }), "json")).toEqual([
      {
        reason: "lengths_differ",
        field: "values",
        values: { names: 2, values: 1 },
        file,
        line: 2,
        feature: 1,
      },
    ]);
  });

  it("that stops the reader has the missing field", () => {
    const fieldOf = (text: string) =>
      problemsOf(text, "json").map(({ reason, field }) => [reason, field]);
    const { key_figure_id, value } = good;
    expect(fieldOf(entries({ dt_id: "m-0", value }))).toEqual([["field_missing", "key_figure_id"]]);
    expect(fieldOf(entries({ dt_id: "m-0", key_figure_id }))).toEqual([["field_missing", "value"]]);
    expect(fieldOf(entries({ key_figure_id, value }))).toEqual([["field_missing", "dt_id"]]);
    expect(fieldOf(blocks({ key_figure_id, values: [] }))).toEqual([["field_missing", "dt_ids"]]);
    expect(fieldOf(blocks({ key_figure_id, dt_ids: [] }))).toEqual([["field_missing", "values"]]);
    expect(fieldOf(blocks({ dt_ids: [], values: [] }))).toEqual([
      ["field_missing", "key_figure_id"],
    ]);
    const unknown = "u".repeat(100);
    expect(fieldOf(entries({ ...good, [unknown]: 1 }))).toEqual([
      ["field_unknown", "u".repeat(80)],
    ]);
    expect(fieldOf(entries({ ...good, "": 1 }))).toEqual([["field_unknown", undefined]]);
  });

  it("is counted up to ten thousand, where the reader stops", () => {
    const bad = { ...good, dt_id: "x" };
    const rest = (count: number) =>
      problemsOf(entries(...Array.from({ length: count }, () => bad)), "json").at(-1);
    const more = (count: number) => {
      const values = { count, of: "component_unknown" };
      return { reason: "more_problems", field: "dt_id", values };
    };
    expect(rest(10_000)).toEqual(more(9800));
    expect(rest(10_500)).toEqual(more(9801));
    expect(problemsOf(entries(...Array.from({ length: 200 }, () => bad)), "json")).toHaveLength(
      200,
    );
  });
});

describe("a JSON file", () => {
  it("may name both names of a component, and images of any number of components", () => {
    const images = Array.from({ length: 50 }, (_, at) => `${at}.jpg`);
    const result = read(
      entries(
        { ...good, pcs: "A", images },
        { ...good, dt_id: "m-1", images: ["x".repeat(300)] },
        { ...good, dt_id: "m-2", value: null },
      ),
      "json",
    );
    expect(result.images.map(({ component, file_name }) => [component.row, file_name])).toEqual([
      ...images.map((name) => [0, name]),
      [1, "x".repeat(300)],
    ]);
    const column = result.columns.get(measured.id);
    expect([...column!.given]).toEqual([1, 1, 1]);
    expect(column!.values[2]).toBeNaN();
    expect([result.value_count, result.empty_count]).toEqual([2, 1]);
    expect(problemsOf(entries({ ...good, images: ["x".repeat(301)] }), "json")[0]?.reason).toBe(
      "wrong_type",
    );
  });

  it("may have entries and blocks in any order", () => {
    const block = {
      key_figure_id: other.id,
      dt_ids: ["m-2", "m-0"],
      values: [null, other.range[0]],
    };
    const text = `{"columns":[${JSON.stringify(block)}],"version":1,"values":[${JSON.stringify(good)}],"format":"analysis-result"}`;
    const { columns, value_count, empty_count } = read(text, "json");
    expect([value_count, empty_count]).toEqual([2, 1]);
    expect([...columns.get(other.id)!.given]).toEqual([1, 0, 1]);
    expect([...columns.get(measured.id)!.given]).toEqual([1, 0, 0]);
  });

  it("has a published schema with its own address", () => {
    expect(resultFileSchema()).toMatchObject({
      $id: "/api/schemas/analysis-result.json",
      type: "object",
      required: ["format", "version"],
      additionalProperties: false,
    });
    expect(resultFileSchema()["description"]).toContain(`1 to ${keyFigures.length}`);
  });
});

describe("a CSV file of results", () => {
  it("counts blank cells as a JSON file counts nulls, but erases nothing", () => {
    const ids = ["m-0", "m-1", "m-2"];
    const block = { key_figure_id: measured.id, dt_ids: ids, values: [low, null, null] };
    const text = JSON.stringify({ format: "analysis-result", version: 1, columns: [block] });
    const json = read(text, "json");
    const csv = read(`dt_id,${measured.id}\nm-0,${low}\nm-1,\nm-2,null\n`, "csv");
    for (const { value_count, empty_count } of [json, csv]) {
      expect([value_count, empty_count]).toEqual([1, 2]);
    }
    expect([json.erased_count, csv.erased_count]).toEqual([2, 0]);
    expect([...csv.columns.get(measured.id)!.given]).toEqual([1, 0, 0]);
  });

  it("is read with spaces, any case of its name column and every form of a number", () => {
    const { columns, value_count, empty_count } = read(
      ` DT_ID , ${measured.id} ,${classified.key}\n m-0 , ${low}. ,\nm-1,${low}e0,NaN\nm-2,null,nan\n`,
      "csv",
    );
    expect([value_count, empty_count]).toEqual([2, 4]);
    expect([...columns.get(measured.id)!.given]).toEqual([1, 1, 0]);
    expect(columns.get(classified.id)).toBeUndefined();
  });

  it("prefers the dt_id over the pcs, wherever they stand", () => {
    for (const text of [
      `pcs,dt_id,${measured.id}\nA,m-1,${low}`,
      `dt_id,pcs,${measured.id}\nm-1,A,${low}`,
    ]) {
      expect([...read(text, "csv").columns.get(measured.id)!.given]).toEqual([0, 1, 0]);
    }
    const byPcs = read(`${measured.key},PCS\n${low},A`, "csv");
    expect([...byPcs.columns.get(measured.id)!.given]).toEqual([1, 0, 0]);
  });

  it("is refused with the place and the text of each problem", () => {
    const id = measured.id;
    const long = "9x".repeat(30);
    const cells = `dt_id;${id}\nm-0;1,500\nm-1;${long}\n;1\n${"n".repeat(201)};1\nm-2;1_0\n`;
    const field = measured.key;
    expect(problemsOf(cells, "csv")).toEqual([
      { reason: "not_a_number", values: { text: long.slice(0, 40) }, field, line: 3, file },
      { reason: "field_missing", field: "dt_id", line: 4, file },
      { reason: "field_missing", field: "dt_id", line: 5, file },
      { reason: "not_a_number", values: { text: "1_0" }, field, line: 6, file },
      {
        reason: "number_ambiguous",
        values: { text: "1,500", one: 1.5, other: 1500 },
        field,
        line: 2,
        file,
      },
    ]);
    expect(problemsOf(`dt_id,${id}\nm-0,1,2\n`, "csv")).toEqual([
      { reason: "csv_field_count", values: { expected: 2, found: 3 }, line: 2, file },
    ]);
    const twice = `${"k".repeat(90)}`;
    expect(problemsOf(`dt_id,${twice},${twice}\n`, "csv")).toEqual([
      { reason: "field_twice", field: "k".repeat(80), line: 1, file },
    ]);
    expect(problemsOf(`name,${id}\n`, "csv")).toEqual([
      { reason: "csv_header_without_names", line: 1, file },
    ]);
    expect(problemsOf(`dt_id,pcs\n`, "csv")).toEqual([
      { reason: "csv_header_without_key_figures", line: 1, file },
    ]);
    expect(problemsOf(`dt_id,1234567\n`, "csv")[0]).toMatchObject({
      reason: "key_figure_unknown",
      values: { name: "1234567" },
    });
  });
});

describe("a value", () => {
  it("can be stored at both ends of the range, and not beyond or without an end", () => {
    expect([low, high].map((value) => valueFault(measured, value))).toEqual([null, null]);
    for (const [value, shown] of [
      [low - 1, low - 1],
      [Infinity, "∞"],
      [-Infinity, "-∞"],
    ] as const) {
      expect(valueFault(measured, value)).toEqual({
        reason: "value_out_of_range",
        values: { value: shown, least: low, greatest: high, unit: measured.unit },
      });
    }
    expect(valueFault(classified, classified.classes[0]!.value)).toBeNull();
  });
});
