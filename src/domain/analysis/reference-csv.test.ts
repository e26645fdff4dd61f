// Numbers of a reference file in both notations; what the server does with the file is tested over HTTP.
import { expect, it } from "vitest";
import { finish } from "../steps.ts";
import { readReferenceCsv } from "./reference-csv.ts";

const read = (lines: readonly string[]) => {
  const text = ["dt_id;measured_at;heat_loss", ...lines, ";;"].join("\n");
  const { rows, problems } = finish(
    readReferenceCsv(new TextEncoder().encode(text), () => "absorber_tube"),
  );
  return { values: rows.map(({ values }) => values[0]?.value), problems };
};
const line = (value: string) => `L1;2026-06-01T10:00:00Z;${value}`;

it.each([
  [
    ["182,5", "1,012"],
    [182.5, 1.012],
  ],
  [
    ["182.5", "1,012"],
    [182.5, 1012],
  ],
  [
    ["1.182,25", "12"],
    [1182.25, 12],
  ],
])("reads %j as the whole file says", (texts, values) => {
  expect(read(texts.map(line))).toEqual({ values, problems: [] });
});

it("refuses a number that has two meanings, and a number without decimals left over", () => {
  expect(read([line("1,012")]).problems).toEqual([
    {
      reason: "number_ambiguous",
      field: "heat_loss",
      values: { text: "1,012", one: 1.012, other: 1012 },
      line: 2,
    },
  ]);
  const text = "dt_id,measured_at,heat_loss\nL1,2026-06-01T10:00:00Z,182,5\n";
  const { problems } = finish(
    readReferenceCsv(new TextEncoder().encode(text), () => "absorber_tube"),
  );
  expect(problems).toEqual([
    { reason: "csv_field_count", values: { expected: 3, found: 4 }, line: 2 },
  ]);
});

it("reads the unit that a head names, and refuses one that it does not know", () => {
  const of = (head: string, value: string) =>
    finish(
      readReferenceCsv(
        new TextEncoder().encode(`dt_id;measured_at;${head}\nL1;2026-06-01T10:00:00Z;${value}\n`),
        () => "absorber_tube",
      ),
    );
  expect(of("heat_loss [kW/m]", "0.25").rows[0]?.values[0]?.value).toBe(250);
  expect(of("heat_loss (W/m)", "250").rows[0]?.values[0]?.value).toBe(250);
  expect(of("heat_loss [bar]", "250").problems).toMatchObject([
    { reason: "reference_unit", line: 1, values: { name: "heat_loss [bar]" } },
  ]);
});
