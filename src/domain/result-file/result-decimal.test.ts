// Decimal points and commas in results: what a number means is proven by the others of the file, or it is refused.
import { expect, it } from "vitest";
import { valueAt } from "../column/column.ts";
import { namesFrom } from "../column/column.fixture.ts";
import { componentDirectory } from "../component/component-directory.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import { resultTextReader } from "./result-text.fixture.ts";

const names = ["m-0", "m-1", "m-2"];
const directory = componentDirectory([
  { type: "module", names: namesFrom(names, ["A", "B", "C"]), exists: null },
]);
const measured = keyFigures.find((one) => one.component_type === "module" && one.kind === "f32")!;
const { read, problemsOf } = resultTextReader(directory, "photovoltaic");
const table = (texts: readonly string[]) =>
  `dt_id;${measured.key}\n${texts.map((text, at) => `m-${at};${text}\n`).join("")}`;

it.each([
  ["commas", ["1,125", "1,25", "0,5"]],
  ["points", ["1.125", "1.25", "0.5"]],
  ["commas in quotation marks", ['"1,125"', '"1,25"', '"0,5"']],
])("a file may have decimal %s in all its numbers", (_, texts) => {
  const { values } = read(table(texts), "csv").columns.get(measured.id)!;
  expect([0, 1, 2].map((row) => valueAt(values, row))).toEqual([1.125, 1.25, 0.5]);
});

it.each([
  ["nothing proves its comma", ["1,500"], "1,500"],
  ["a point stands among commas", ["1.500", "0,5"], "1.500"],
  ["points and commas stand beside it", ["1,500", "0,5", "0.5"], "1,500"],
])("a number is refused where %s", (_, texts, text) => {
  expect(problemsOf(table(texts), "csv")).toEqual([
    {
      reason: "number_ambiguous",
      values: { text, one: 1.5, other: 1500 },
      field: measured.key,
      line: 2,
      file: "a.txt",
    },
  ]);
});

it("the head may stand below titles, whose lines count", () => {
  const text = `Results, of May\n\n${table(["x"])}`;
  expect(problemsOf(text, "csv")[0]).toMatchObject({ reason: "not_a_number", line: 4 });
});
