import { describe, expect, it } from "vitest";
import { MISSING_U8, type ColumnValues } from "../../domain/column/column.ts";
import { isCoverageKeyFigure } from "../../domain/key-figure/key-figure-coverage.ts";
import { keyFigureByKey, keyFiguresOf } from "../../domain/key-figure/key-figure.ts";
import { levelOf } from "../draft.fixture.ts";
import { generatePhotovoltaicPlant } from "./photovoltaic-plant.ts";
import { analysePhotovoltaic } from "./photovoltaic-analysis.ts";
import type { AnalysisColumns, AnalysisConditions } from "../analysis.ts";

const draft = generatePhotovoltaicPlant({
  origin: [-5.9, 38.2],
  modules: 28_000,
  mounting: "tracked",
});
const tableShape = { modulesAlong: 28, mounting: "tracked" } as const;
const history = { hailYear: 5, repairs: [{ year: 6, share: 0.9 }] };
const first: AnalysisConditions = {
  seed: 3,
  flight: 0,
  year: 4,
  ambient: 26,
  wind: 2,
  dni: 900,
  daysSinceCleaning: 30,
};

function columnsAt(changes: Partial<AnalysisConditions> = {}, past = history): AnalysisColumns {
  return analysePhotovoltaic(draft, tableShape, { ...first, ...changes }, past);
}

/** All but the coverage, which the product computes from the images. */
const surveyed = keyFiguresOf("photovoltaic").filter(({ id }) => !isCoverageKeyFigure(id));

function column(columns: AnalysisColumns, key: string): ColumnValues {
  const values = columns.get(keyFigureByKey(key)?.id ?? -1);
  if (values === undefined) throw new Error(`no column ${key}`);
  return values;
}

function sum(values: ColumnValues): number {
  let total = 0;
  for (const value of values) total += Number.isNaN(value) || value === MISSING_U8 ? 0 : value;
  return total;
}

describe("photovoltaic analysis", () => {
  const columns = columnsAt();

  it("has a column for every photovoltaic key figure, as long as its level", () => {
    const figures = surveyed;
    expect([...columns.keys()].toSorted((a, b) => a - b)).toEqual(figures.map((one) => one.id));
    for (const figure of figures) {
      expect(columns.get(figure.id), figure.key).toHaveLength(
        levelOf(draft, figure.component_type).count,
      );
    }
  });

  it("holds classes of the catalogue and values inside the range", () => {
    for (const figure of surveyed) {
      const classes = new Set([MISSING_U8, ...figure.classes.map((one) => one.value)]);
      const strange = column(columns, figure.key).findIndex((value) =>
        figure.kind === "u8"
          ? !classes.has(value)
          : value < figure.range[0] || value > figure.range[1],
      );
      expect(strange, figure.key).toBe(-1);
    }
  });

  it("depends only on the seed", () => {
    expect(columnsAt()).toEqual(columns);
    expect(column(columnsAt({ seed: 4 }), "delta_t_normalised")).not.toEqual(
      column(columns, "delta_t_normalised"),
    );
  });

  it("opens whole strings", () => {
    const open = column(columnsAt({ year: 5.9 }), "open_string");
    let strings = 0;
    for (let string = 0; string < open.length; string += 28) {
      const own = new Set(open.subarray(string, string + 28));
      own.delete(MISSING_U8);
      expect(own.size).toBeLessThan(2);
      strings += own.has(1) ? 1 : 0;
    }
    expect(strings).toBeGreaterThan(0);
  });

  it("loses a third of the power by a bypassed substring and all of it by an open string", () => {
    const loss = column(columns, "performance_loss");
    const soiling = column(columns, "soiling");
    const bypass = column(columns, "bypass_diode");
    const open = column(columns, "open_string");
    let checked = 0;
    for (const [row, value] of loss.entries()) {
      if (open[row] === 1) expect(value).toBe(100);
      if (bypass[row] !== 1 || open[row] === 1) continue;
      const alone = 100 * (1 - (2 / 3) * (1 - (soiling[row] ?? 0) / 100));
      expect(value).toBeGreaterThan(alone - 0.2);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(10);
  });

  it("warms a bypassed substring no more than an open module, both by 3 to 5 K", () => {
    const excess = column(columns, "delta_t_normalised");
    const others = [
      "hot_cell_count",
      "pid",
      "diode_overheated",
      "junction_box",
      "interconnect_fault",
    ]
      .concat(["glass_breakage", "edge_heating", "cell_cracking", "open_string", "vegetation"])
      .concat(["soiling_pattern"])
      .map((key) => column(columns, key));
    const middleOf = (key: string, state: number) => {
      const own = column(columns, key);
      const found = [...excess]
        .filter(
          (_, row) =>
            own[row] === state &&
            others.every(
              (other) => (other[row] ?? 0) < 3 && (other === others.at(-1) || other[row] === 0),
            ),
        )
        .toSorted((a, b) => a - b);
      expect(found.length, key).toBeGreaterThan(2);
      return found[found.length >> 1]!;
    };
    const [bypassed, open] = [middleOf("bypass_diode", 1), middleOf("module_offline", 1)];
    expect(bypassed).toBeLessThan(open);
    // The noise of the measurement adds half a kelvin.
    for (const kelvin of [bypassed, open]) {
      expect(kelvin).toBeGreaterThan(3);
      expect(kelvin).toBeLessThan(5.6);
    }
  });

  it("computes the trackers' loss from their modules", () => {
    const loss = column(columns, "performance_loss");
    const trackers = column(columns, "tracker_power_loss");
    const angles = column(columns, "tracker_angle_deviation");
    for (let tracker = 0; tracker < 400; tracker += 13) {
      const own = loss.subarray(tracker * 56, (tracker + 1) * 56);
      if (own.some(Number.isNaN) || Math.abs(angles[tracker] ?? 9) > 1) continue;
      expect(Math.abs(sum(own) / 56 - (trackers[tracker] ?? NaN))).toBeLessThan(0.2);
    }
  });

  it("states how sure the angles and the soiling are", () => {
    const angles = column(columns, "tracker_angle_uncertainty");
    // 4 mm of 2.3 m at 40 degrees are 0.155 degrees.
    expect(Math.min(...angles)).toBeGreaterThanOrEqual(0.2);
    expect(Math.max(...angles)).toBeLessThanOrEqual(0.5);
    const [soiling, unsure] = [column(columns, "soiling"), column(columns, "soiling_uncertainty")];
    let checked = 0;
    for (const [row, value] of soiling.entries()) {
      expect(Number.isNaN(unsure[row])).toBe(Number.isNaN(value));
      if (Number.isNaN(value)) continue;
      expect(unsure[row]).toBeGreaterThanOrEqual(0.6 * value - 0.1);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(1000);
  });

  it("has hail cracks only after the storm", () => {
    expect(sum(column(columnsAt({ year: 4.9 }), "cell_cracking"))).toBe(0);
    expect(sum(column(columnsAt({ year: 5.1 }), "cell_cracking"))).toBeGreaterThan(0);
  });

  it("gets worse over the years and better after repairs", () => {
    const unrepaired = { ...history, repairs: [] };
    const open = [4, 5, 6.1].map((year) =>
      sum(column(columnsAt({ year }, unrepaired), "open_string")),
    );
    expect(open).toEqual(open.toSorted((a, b) => a - b));
    expect(sum(column(columnsAt({ year: 6.1 }), "open_string"))).toBeLessThan(open[2] ?? 0);
    const hot = [4, 6].map((year) => sum(column(columnsAt({ year }), "hot_cell_count")));
    expect(hot[1]).toBeGreaterThan((hot[0] ?? 0) * 1.2);
  });

  it("has no angles for fixed tables", () => {
    const fixed = analysePhotovoltaic(draft, { ...tableShape, mounting: "fixed" }, first, history);
    expect(fixed.has(keyFigureByKey("tracker_angle_deviation")?.id ?? -1)).toBe(false);
    expect(fixed.has(keyFigureByKey("tracker_angle_uncertainty")?.id ?? -1)).toBe(false);
    expect(fixed.has(keyFigureByKey("tracker_power_loss")?.id ?? -1)).toBe(true);
  });
});
