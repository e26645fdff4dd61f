import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { valueAt } from "../column/column.ts";
import { namesFrom } from "../column/column.fixture.ts";
import { storedValue } from "../column/column-codec.ts";
import { componentDirectory } from "../component/component-directory.ts";
import { csvRow } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import { resultCollector, type CollectedResult } from "./result-collector.ts";
import { resultCsvReader } from "./result-csv.ts";
import { resultFileShape } from "./result-file.ts";
import { resultJsonReader } from "./result-json.ts";

const modules = Array.from({ length: 40 }, (_, row) => `module-${row}`);
const trackers = ["tracker-0", "tracker-1"];
const directory = componentDirectory([
  { type: "tracker", names: namesFrom(trackers, ["T", "T"]), exists: null },
  {
    type: "module",
    names: namesFrom(
      modules,
      modules.map((_, row) => `T.${row}`),
    ),
    exists: Uint8Array.from(modules, (_, row) => (row === 39 ? 0 : 1)),
  },
]);
const figures = keyFigures.filter(({ component_type }) => component_type === "module");
const measured = figures.find(({ kind }) => kind === "f32")!;
const classified = figures.find(({ kind }) => kind === "u8")!;
const ofTrough = keyFigures.find(({ technology }) => technology === "parabolic_trough")!;

function readResult(text: string, form: "json" | "csv", size = 11): CollectedResult {
  const collector = resultCollector(directory, "photovoltaic", "file");
  const make = form === "json" ? resultJsonReader : resultCsvReader;
  const reader = make(collector, "file");
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  return collector.finish();
}

function problemsOf(text: string, form: "json" | "csv" = "json"): readonly Problem[] {
  try {
    readResult(text, form);
    return [];
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    expect(cause.code).toBe("FILE_REFUSED");
    return cause.problems;
  }
}

const json = (rest: object) => JSON.stringify({ format: "analysis-result", version: 1, ...rest });
const entry = (more: object) =>
  json({
    values: [{ dt_id: "module-1", key_figure_id: measured.id, value: measured.range[0], ...more }],
  });

/** Some values, each component at most once per key figure. */
const drawnValues = fc.uniqueArray(
  fc
    .record({
      row: fc.nat({ max: 38 }),
      keyFigure: fc.constantFrom(...figures),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      isNull: fc.integer({ min: 0, max: 5 }).map((drawn) => drawn === 0),
    })
    .map(({ row, keyFigure, share, isNull }) => {
      const { classes, range } = keyFigure;
      const value =
        keyFigure.kind === "u8"
          ? classes[Math.floor(share * 0.99 * classes.length)]!.value
          : range[0] + share * (range[1] - range[0]);
      return { row, keyFigure, value: isNull ? null : value };
    }),
  { selector: ({ row, keyFigure }) => `${row} ${keyFigure.id}`, maxLength: 60 },
);
type Drawn = typeof drawnValues extends fc.Arbitrary<infer T> ? T : never;

function expectValues(result: CollectedResult, drawn: Drawn): void {
  expect(result.value_count).toBe(drawn.filter(({ value }) => value !== null).length);
  for (const { row, keyFigure, value } of drawn) {
    const column = result.columns.get(keyFigure.id);
    expect(column?.given[row]).toBe(1);
    const read = column && valueAt(column.values, row);
    expect(read).toEqual(value === null ? NaN : storedValue(keyFigure, value));
  }
}

describe("the result file", () => {
  test("puts every value in its row, as JSON entries, blocks or CSV", () => {
    fc.assert(
      fc.property(drawnValues, fc.integer({ min: 1, max: 90 }), (drawn, size) => {
        const values = drawn.map(({ row, keyFigure, value }, i) => ({
          ...(i % 3 === 0 ? { pcs: `T.${row}` } : { dt_id: `module-${row}` }),
          key_figure_id: keyFigure.id,
          value,
        }));
        expectValues(readResult(json({ values }), "json", size), drawn);
        const ids = [...new Set(drawn.map(({ keyFigure }) => keyFigure.id))];
        const columns = ids.map((key_figure_id) => {
          const own = drawn.filter(({ keyFigure }) => keyFigure.id === key_figure_id);
          const dt_ids = own.map(({ row }) => `module-${row}`);
          return { values: own.map(({ value }) => value), dt_ids, key_figure_id };
        });
        expectValues(readResult(json({ columns }), "json", size), drawn);
        if (ids.length === 0) return;
        const given = drawn.filter(({ value }) => value !== null);
        const rows = modules
          .slice(0, 39)
          .map((name, row) => [
            name,
            ...ids.map(
              (id) =>
                given.find((one) => one.row === row && one.keyFigure.id === id)?.value ?? null,
            ),
          ]);
        const text = csvRow(["dt_id", ...ids.map(String)]) + rows.map(csvRow).join("");
        expectValues(readResult(text, "csv", size), given);
      }),
      { numRuns: 300 },
    );
  });

  test("can list a component's images, and have keys as CSV headers", () => {
    const result = readResult(entry({ images: ["a_T.jpg"] }), "json");
    expect(result.images).toEqual([
      { component: { type: "module", row: 1 }, file_name: "a_T.jpg" },
    ]);
    const csv = readResult(
      `pcs;dt_id;${classified.key}\nx;module-3;${classified.classes[0]?.value}\n`,
      "csv",
    );
    expect(csv.columns.get(classified.id)?.given[3]).toBe(1);
  });

  test.each([
    ["an unknown component", entry({ dt_id: "module-99" }), "component_unknown", "dt_id"],
    ["a removed component", entry({ dt_id: "module-39" }), "component_unknown", "dt_id"],
    ["an unknown key figure", entry({ key_figure_id: 99 }), "key_figure_unknown", "key_figure_id"],
    [
      "a key figure of the other technology",
      entry({ key_figure_id: ofTrough.id }),
      "key_figure_other_technology",
      "key_figure_id",
    ],
    [
      "a component of another type",
      entry({ dt_id: "tracker-0" }),
      "component_of_other_type",
      "value",
    ],
    [
      "a value out of range",
      entry({ value: measured.range[1] + 1 }),
      "value_out_of_range",
      "value",
    ],
    [
      "an infinite value",
      entry({}).replace(/"value":[^}]+/, '"value":1e400'),
      "value_out_of_range",
      "value",
    ],
    [
      "a class that is none",
      entry({ key_figure_id: classified.id, value: 1.5 }),
      "value_not_a_class",
      "value",
    ],
    ["a number as text", entry({ value: "12" }), "wrong_type", "value"],
    ["a truth value", entry({ value: true }), "wrong_type", "value"],
    ["an object for a value", entry({ value: {} }), "wrong_type", "value"],
    ["a fraction for an id", entry({ key_figure_id: 1.5 }), "wrong_type", "key_figure_id"],
    ["a name of 201 letters", entry({ dt_id: "m".repeat(201) }), "wrong_type", "dt_id"],
    ["an unknown field", entry({ hello: 1 }), "field_unknown", "hello"],
    [
      "__proto__",
      entry({}).replace('"value"', '"__proto__":{"a":1},"value"'),
      "field_unknown",
      "__proto__",
    ],
    ["constructor", entry({ constructor: 1 }), "field_unknown", "constructor"],
    ["a field twice", entry({}).replace('"value"', '"value":1,"value"'), "field_twice", "value"],
    ["no value", entry({ value: undefined }), "field_missing", "value"],
    ["no name", entry({ dt_id: undefined }), "field_missing", "dt_id"],
    ["an ambiguous name", entry({ dt_id: undefined, pcs: "T" }), "pcs_ambiguous", "pcs"],
    ["two names that disagree", entry({ pcs: "T.2" }), "names_disagree", "pcs"],
    ["too many images", entry({ images: Array(51).fill("a.jpg") }), "too_many_images", "images"],
    ["an image that is no name", entry({ images: [1] }), "wrong_type", "images"],
    ["another format", '{"format":"other","version":1}', "wrong_format", "format"],
    ["another version", '{"format":"analysis-result","version":2}', "wrong_format", "version"],
    ["no format", "{}", "wrong_format", "format"],
    ["an array at the top", "[]", "wrong_type", undefined],
    ["a number at the top", "1", "wrong_type", undefined],
    ["an object for values", json({ values: {} }), "wrong_type", "values"],
    ["a number for an entry", json({ values: [1] }), "wrong_type", undefined],
    [
      "unequal lengths",
      json({ columns: [{ key_figure_id: measured.id, dt_ids: ["module-1"], values: [] }] }),
      "lengths_differ",
      "values",
    ],
    ["deep nesting", `{"values":${"[".repeat(100_000)}`, "wrong_type", undefined],
    ["deep objects", `{"values":[${'{"images":['.repeat(100_000)}`, "wrong_type", "images"],
    ["an early end", json({ values: [] }).slice(0, -1), "json_ends_early", undefined],
    ["nothing", "", "json_ends_early", undefined],
    ["words", "hello", "json_syntax", undefined],
  ])("as JSON is refused for %s", (_, text, reason, field) => {
    const [first] = problemsOf(text);
    expect(first?.reason).toBe(reason);
    if (field !== undefined) expect(first?.field).toBe(field);
    expect(first?.line).toBeGreaterThan(0);
  });

  test("reports the entry of an error", () => {
    const good = { dt_id: "module-1", key_figure_id: measured.id, value: measured.range[0] };
    const problems = problemsOf(json({ values: [good, { ...good, dt_id: "x" }, good] }));
    expect(problems.map(({ reason, feature }) => [reason, feature])).toEqual([
      ["component_unknown", 2],
      ["value_twice", 3],
    ]);
  });

  test("lists the first errors and counts the rest", () => {
    const values = Array.from({ length: 500 }, () => ({
      dt_id: "x",
      key_figure_id: measured.id,
      value: 1,
    }));
    const problems = problemsOf(json({ values }));
    expect(problems.length).toBe(201);
    expect(problems.at(-1)?.values).toEqual({ count: 300, of: "component_unknown" });
  });

  const id = measured.id;
  test.each([
    ["no names", `${id}\n1\n`, "csv_header_without_names", 1],
    ["no key figures", "dt_id,pcs\n", "csv_header_without_key_figures", 1],
    ["an unknown heading", "dt_id,hello\n", "key_figure_unknown", 1],
    ["a heading twice", `dt_id,${id},${measured.key}\n`, "field_twice", 1],
    ["a missing cell", `dt_id,${id}\nmodule-1\n`, "csv_field_count", 2],
    ["a cell too many", `dt_id,${id}\nmodule-1,1,1\n`, "csv_field_count", 2],
    ["no name in a line", `dt_id,${id}\n,1\n`, "field_missing", 2],
    ["an unknown component", `dt_id,${id}\n\nx,1\n`, "component_unknown", 3],
    ["a word", `dt_id,${id}\nmodule-1,hot\n`, "not_a_number", 2],
    ["a hexadecimal number", `dt_id,${id}\nmodule-1,0x10\n`, "not_a_number", 2],
    ["an infinite number", `dt_id,${id}\nmodule-1,1e400\n`, "value_out_of_range", 2],
    ["a formula", `dt_id,${id}\nmodule-1,=1+1\n`, "not_a_number", 2],
    [
      "a component twice",
      `dt_id,${id}\nmodule-1,${measured.range[0]}\nmodule-1,${measured.range[0]}\n`,
      "value_twice",
      3,
    ],
    ["a class that is none", `dt_id,${classified.id}\nmodule-1,200\n`, "value_not_a_class", 2],
    ["a head between that is blank", `dt_id,,${id}\nmodule-1,,1\n`, "key_figure_unknown", 1],
  ])("as CSV is refused for %s", (_, text, reason, line) => {
    const [first] = problemsOf(text, "csv");
    expect([first?.reason, first?.line]).toEqual([reason, line]);
  });

  test("is accepted exactly if it fits its published schema", () => {
    const scalar = fc.oneof(
      fc.constantFrom<unknown>("module-1", measured.id, 1, null, true, "x".repeat(201), "a.jpg"),
      fc.array(fc.constantFrom<unknown>("module-2", 1, null), { maxLength: 2 }),
    );
    const shapeOf = (known: readonly string[]) =>
      fc.dictionary(fc.constantFrom(...known, "hello"), scalar, { maxKeys: 5 });
    const entries = fc.array(shapeOf(["dt_id", "pcs", "key_figure_id", "value", "images"]));
    const blocks = fc.array(shapeOf(["key_figure_id", "dt_ids", "values"]));
    const document = fc.record(
      {
        format: fc.constantFrom("analysis-result", "other"),
        version: fc.constantFrom(1, 2),
        values: fc.oneof(entries, scalar),
        columns: fc.oneof(blocks, scalar),
      },
      { requiredKeys: [] },
    );
    // Faults of the form; what else the reader finds, it finds in files of the right form.
    const ofForm = /^(wrong_type|wrong_format|field_unknown|field_missing)$/;
    fc.assert(
      fc.property(document, (drawn) => {
        const text = JSON.stringify(drawn);
        const problems = problemsOf(text);
        const isNameless = problems.some(
          ({ reason, field }) => reason === "field_missing" && field === "dt_id",
        );
        if (isNameless) return;
        const isRead = !problems.some(({ reason }) => ofForm.test(reason));
        const stopped = problems.some(({ reason }) => reason === "lengths_differ");
        if (stopped) return;
        expect(isRead).toBe(resultFileShape.safeParse(JSON.parse(text)).success);
      }),
      { numRuns: 3000 },
    );
  });
});
