import { describe, expect, it } from "vitest";
import { namesFrom } from "../column/column.fixture.ts";
import { componentDirectory } from "../component/component-directory.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { type CollectedResult } from "./result-collector.ts";
import { resultTextReader } from "./result-text.fixture.ts";

const tubes = ["t-0", "t-1", "t-2"];
const directory = componentDirectory([
  { type: "sca", names: namesFrom(["s-0", "s-1"], ["A", "B"]), exists: null },
  { type: "absorber_tube", names: namesFrom(tubes, tubes), exists: null },
]);
const temperature = keyFigureByKey("glass_surface_temperature")!;
const cleanliness = keyFigureByKey("cleanliness")!;
const classes = keyFigureByKey("glass_tube_temperature")!;

const { read, problemsOf } = resultTextReader(directory, "parabolic_trough");
const file = (part: "values" | "columns", ...all: object[]) =>
  `{"format":"analysis-result","version":1,"${part}":[\n${all.map((one) => JSON.stringify(one)).join(",\n")}]}`;
const column = (found: CollectedResult, id: number) =>
  Array.from(found.columns.get(id)?.values ?? [], (value) => Math.round(value * 10) / 10);

describe("a result file with units", () => {
  it("gives the same values in any unit and any form", () => {
    const id = temperature.id;
    const expected = [100, 61.5, -12.3];
    for (const [unit, values] of [
      [undefined, [100, 61.5, -12.3]],
      ["°C", [100, 61.5, -12.3]],
      ["K", [373.15, 334.65, 260.85]],
      ["°F", [212, 142.7, 9.86]],
    ] as const) {
      const block = { key_figure_id: id, unit, dt_ids: tubes, values };
      expect(column(read(file("columns", block), "json"), id)).toEqual(expected);
      const entries = tubes.map((dt_id, i) => ({
        dt_id,
        key_figure_id: id,
        value: values[i],
        unit,
      }));
      expect(column(read(file("values", ...entries), "json"), id)).toEqual(expected);
      for (const name of [temperature.key, String(id)]) {
        const headings = unit === undefined ? [name] : [`${name} [${unit}]`, `${name}(${unit})`];
        for (const heading of headings) {
          const rows = tubes.map((dt_id, i) => `${dt_id},${values[i]}`);
          const text = ["dt_id," + heading, ...rows].join("\n");
          expect(column(read(text, "csv"), id), heading).toEqual(expected);
        }
      }
    }
  });

  it("has a unit in a cell, where it does not contradict the head", () => {
    const one = (head: string, cell: string) => `dt_id,${head}\nt-0,${cell}`;
    // By the definition of both scales: water boils at 100 °C and 212 °F.
    for (const [head, cell] of [
      [temperature.key, "212 °F"],
      [temperature.key, "373.15 K"],
      [`${temperature.key} [°F]`, "212 °F"],
      [temperature.key, "100 °C"],
    ] as const) {
      expect(column(read(one(head, cell), "csv"), temperature.id)[0], cell).toBe(100);
    }
    for (const text of [one(`${temperature.key} [°F]`, "100 °C"), one(temperature.key, "1 bar")]) {
      expect(problemsOf(text, "csv")).toMatchObject([{ reason: "not_a_number", line: 2 }]);
    }
  });

  it("keeps an entry without a value, and judges the range after the conversion", () => {
    const entry = { dt_id: "t-0", key_figure_id: temperature.id, unit: "K" };
    const { columns, value_count } = read(file("values", { ...entry, value: null }), "json");
    expect([...columns.get(temperature.id)!.given]).toEqual([1, 0, 0]);
    expect(value_count).toBe(0);
    const [, greatest] = temperature.range;
    expect(problemsOf(file("values", { ...entry, value: greatest + 273 }), "json")).toEqual([]);
    const [problem] = problemsOf(file("values", { ...entry, value: greatest + 274 }), "json");
    expect(problem).toMatchObject({ reason: "value_out_of_range", line: 2 });
  });

  it("is refused for an unknown unit, with its place and the units to choose from", () => {
    const values = { unit: "°Re", key_figure: temperature.key, offered: "°C, K, °F" };
    const problem = { reason: "unit_unknown", values, field: "unit", file: "a.txt" };
    const good = { dt_id: "t-0", key_figure_id: temperature.id, value: 20 };
    expect(
      problemsOf(file("values", good, { ...good, dt_id: "t-1", unit: "°Re" }), "json"),
    ).toEqual([{ ...problem, line: 3, feature: 2 }]);
    const block = { key_figure_id: temperature.id, unit: "°Re", dt_ids: tubes, values: [1, 2, 3] };
    expect(problemsOf(file("columns", block), "json")).toEqual([
      { ...problem, line: 2, feature: 1 },
    ]);
    expect(problemsOf(`dt_id,${temperature.key} [°Re]\nt-0,20`, "csv")).toEqual([
      { ...problem, line: 1 },
    ]);
    const ofClass = { dt_id: "t-0", key_figure_id: classes.id, value: 1, unit: "%" };
    expect(problemsOf(file("values", ofClass), "json")).toMatchObject([
      { reason: "unit_not_expected", line: 2 },
    ]);
  });

  it("asks about a percentage that never exceeds 1, unless its unit is stated", () => {
    const csv = (heading: string, ...values: number[]) =>
      [`dt_id,${heading}`, ...values.map((value, i) => `s-${i},${value}`)].join("\n");
    const asked = (heading: string, ...values: number[]) =>
      read(csv(heading, ...values), "csv").warnings;
    const { key } = cleanliness;
    expect(asked(key, 0.97, 0.912)).toEqual([
      { reason: "percentage_like_fraction", field: key, values: { greatest: 0.97 } },
    ]);
    expect(asked(key, 0.97, 1)).toHaveLength(1);
    expect(asked(key, 0.97, 91.2)).toEqual([]);
    expect(asked(key, 0, 0)).toEqual([]);
    expect(asked(`${key} [%]`, 0.97, 0.912)).toEqual([]);
    expect(asked(`${key} [fraction]`, 0.97, 0.912)).toEqual([]);
    expect(column(read(csv(`${key} [fraction]`, 0.97, 0.912), "csv"), cleanliness.id)).toEqual([
      97, 91.2,
    ]);
  });
});
