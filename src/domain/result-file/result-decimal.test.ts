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

const tubes = componentDirectory([
  { type: "absorber_tube", names: namesFrom(names, ["A", "B", "C"]), exists: null },
]);
const heat = resultTextReader(tubes, "parabolic_trough");
const rows = (head: string, separator: string, texts: readonly string[]) =>
  [`dt_id${separator}${head}`, ...texts.map((text, at) => `m-${at}${separator}${text}`)].join("\n");
const lossesOf = (text: string) => {
  const { columns } = heat.read(text, "csv");
  const [column] = columns.values();
  return [0, 1, 2].map((row) => valueAt(column!.values, row));
};

// Excel in Spanish writes 850, 1012 and 1250 W/m so, with thousands shown.
it.each([
  ["a semicolon separates", ";", ["850", "1.012", "1.250"], "1.012", 3],
  ["a semicolon separates numbers of one shape", ";", ["1.012", "1.250", "1.113"], "1.012", 2],
  ["a tab separates", "\t", ["1.250", "1.012", "1.113"], "1.250", 2],
  ["whole numbers stand beside it", ",", ["850", "1.012", "1.250"], "1.012", 3],
])("a point that may mark thousands is refused where %s", (_, separator, texts, text, line) => {
  expect(heat.problemsOf(rows("heat_loss", separator, texts), "csv")).toEqual([
    {
      reason: "number_ambiguous",
      values: { text, one: Number(text), other: Number(text) * 1000 },
      field: "heat_loss",
      line,
      file: "a.txt",
    },
  ]);
});

it.each([
  ["a number with other decimals", ";", ["850", "1.012", "1.25"], [850, 1.012, 1.25]],
  ["a number below one", ";", ["0.850", "1.012", "1.250"], [0.85, 1.012, 1.25]],
  ["a comma between the fields", ",", ["1.012", "1.250", "1.113"], [1.012, 1.25, 1.113]],
  [
    "a number that thousands make too large",
    ";",
    ["850", "1.012", "170.250"],
    [850, 1.012, 170.25],
  ],
])("a point marks decimals where the file has %s", (_, separator, texts, values) => {
  const found = lossesOf(rows("heat_loss", separator, texts));
  for (const [at, value] of values.entries()) expect(found[at]).toBeCloseTo(value, 4);
});

it("judges the number in the unit of the key figure", () => {
  // 1,012 °F are 544.4 °C, more than a glass tube has.
  const text = rows("glass_surface_temperature [°F]", ";", ["1.012", "1.250", "1.113"]);
  expect(heat.problemsOf(text, "csv")).toEqual([]);
});
