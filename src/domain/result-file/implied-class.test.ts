import { describe, expect, it } from "vitest";
import { classTexture } from "../colour/severity-colour.ts";
import { MISSING_U8 } from "../column/column.ts";
import { namesFrom } from "../column/column.fixture.ts";
import { evaluateFilters } from "../column/column-filter.ts";
import { classSharesOf } from "../column/column-statistics.ts";
import { valueDistribution, valueStatistics } from "../column/value-statistics.ts";
import { componentDirectory } from "../component/component-directory.ts";
import { findingsOf } from "../key-figure/finding.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { resultTextReader } from "./result-text.fixture.ts";

const tubes = ["t-0", "t-1", "t-2", "t-3", "t-4", "t-5"];
const names = namesFrom(tubes, tubes);
const directory = componentDirectory([{ type: "absorber_tube", names, exists: null }]);
const glass = keyFigureByKey("glass_tube_temperature")!;
const missing = keyFigureByKey("missing_glass_tube")!;
const { read } = resultTextReader(directory, "parabolic_trough");

/** Good; no class and no glass; no class; severe; a class stated although the glass is missing; not inspected. */
const csv = [
  "dt_id,glass_tube_temperature,missing_glass_tube",
  "t-0,1,0",
  "t-1,,1",
  "t-2,,0",
  "t-3,4,0",
  "t-4,2,1",
].join("\n");

describe("a tube without glass", () => {
  it("has the class of its own where the file states none, and is given by the file", () => {
    const column = read(csv, "csv").columns.get(glass.id)!;
    expect([...column.values]).toEqual([1, 5, MISSING_U8, 4, 2, MISSING_U8]);
    expect([...column.given]).toEqual([1, 1, 0, 1, 1, 0]);
  });

  it("is said in JSON by a null too, and in a file without the other key figure by nothing", () => {
    const values = [
      { dt_id: "t-1", key_figure_id: glass.id, value: null },
      { dt_id: "t-1", key_figure_id: missing.id, value: 1 },
    ];
    const text = (list: object[]) =>
      JSON.stringify({ format: "analysis-result", version: 1, values: list });
    expect(read(text(values), "json").columns.get(glass.id)!.values[1]).toBe(5);
    expect(read(text(values.slice(1)), "json").columns.has(glass.id)).toBe(false);
    const own = read(text([{ dt_id: "t-2", key_figure_id: glass.id, value: 5 }]), "json");
    expect(own.columns.get(glass.id)!.values[2]).toBe(5);
  });

  it("is the worst in counts, statistics, filters, findings and colours alike", () => {
    const { values } = read(csv, "csv").columns.get(glass.id)! as { values: Uint8Array };
    const all = new Uint8Array(tubes.length).fill(1);
    const severe = valueDistribution(values, glass, [], all, [0, 1]);
    // One good, one watch, two to be acted on, two not measured: counted by hand.
    expect([severe.severities, severe.missing]).toEqual([[1, 1, 0, 2], 2]);
    expect(severe.histogram[5]).toBe(1);
    const statistics = valueStatistics(values, glass, [], all);
    expect([statistics.severities, statistics.missing]).toEqual([[1, 1, 0, 2], 2]);
    expect(classSharesOf(values, glass).map(({ count }) => count)).toEqual([1, 1, 0, 1, 1]);
    const level = { row_count: 6, names, parent: new Uint32Array(6), exists: null };
    const source = {
      levels: new Map([["absorber_tube", level] as const]),
      columns: new Map([[glass.id, values]]),
    };
    const filtered = (by: "class" | "severity", value: number) => [
      ...evaluateFilters(
        [{ kind: "classes", key_figure_id: glass.id, values: [value], by }],
        "absorber_tube",
        source,
      ),
    ];
    expect(filtered("class", 5)).toEqual([0, 1, 0, 0, 0, 0]);
    expect(filtered("severity", 3)).toEqual([0, 1, 0, 1, 0, 0]);
    const { rows, counts } = findingsOf(values, glass, [], all);
    expect([[...rows], counts]).toEqual([
      [1, 3, 4],
      [0, 1, 0, 2],
    ]);
    const texture = classTexture(glass, "light");
    const colour = (value: number) => [...texture.subarray(value * 4, value * 4 + 4)];
    expect(colour(5)[3]).toBe(255);
    expect(colour(5)).not.toEqual(colour(4));
  });
});
