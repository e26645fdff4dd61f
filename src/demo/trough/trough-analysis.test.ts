import { describe, expect, it } from "vitest";
import { MISSING_U8, type ColumnValues } from "../../domain/column/column.ts";
import { isCoverageKeyFigure } from "../../domain/key-figure/key-figure-coverage.ts";
import { keyFigureByKey, keyFiguresOf } from "../../domain/key-figure/key-figure.ts";
import { roundToStep } from "../../domain/key-figure/severity.ts";
import { levelOf } from "../draft.fixture.ts";
import { glassClass, heatLoss } from "../../domain/evaluation/tube/receiver-heat.ts";
import { scaModels } from "./sca-model.ts";
import type { AnalysisColumns, AnalysisConditions } from "../analysis.ts";
import { generateTroughField } from "./trough-field.ts";
import { analyseTrough, type TroughHistory } from "./trough-analysis.ts";

const model = scaModels.eurotrough_et150;
const draft = generateTroughField({ origin: [-3.1, 37.2], loops: 60, model });
const history: TroughHistory = {
  receiverRepairs: [{ year: 12, share: 0.9 }],
  trackingCorrection: { year: 12, share: 1 },
};
const first: AnalysisConditions = {
  seed: 5,
  flight: 0,
  year: 10,
  ambient: 24,
  wind: 2,
  dni: 850,
  daysSinceCleaning: 12,
};

function columnsAt(changes: Partial<AnalysisConditions> = {}, past = history): AnalysisColumns {
  return analyseTrough(draft, model, { ...first, ...changes }, past);
}

/** What only an evaluation by the product itself brings, besides the coverage. */
const evaluated = [
  "heat_loss_over_intact",
  "heat_loss_over_intact_uncertainty",
  "tube_energy_loss_uncertainty",
];
/** What a result file brings. */
const surveyed = keyFiguresOf("parabolic_trough").filter(
  ({ id, key }) => !isCoverageKeyFigure(id) && !evaluated.includes(key),
);

function column(columns: AnalysisColumns, key: string): ColumnValues {
  const values = columns.get(keyFigureByKey(key)?.id ?? -1);
  if (values === undefined) throw new Error(`no column ${key}`);
  return values;
}

function count(values: ColumnValues, test: (value: number, row: number) => boolean): number {
  let found = 0;
  for (const [row, value] of values.entries()) if (test(value, row)) found += 1;
  return found;
}

describe("trough analysis", () => {
  const columns = columnsAt();

  it("has a column for every trough key figure, as long as its level", () => {
    const figures = surveyed;
    expect([...columns.keys()].toSorted((a, b) => a - b)).toEqual(figures.map((one) => one.id));
    for (const figure of figures) {
      expect(columns.get(figure.id), figure.key).toHaveLength(
        levelOf(draft, figure.component_type).count,
      );
    }
  });

  it("holds values inside the range, rounded to the step, classes of the catalogue", () => {
    for (const figure of surveyed) {
      const values = column(columns, figure.key);
      const classes = new Set([MISSING_U8, ...figure.classes.map((one) => one.value)]);
      const isSound = (value: number) =>
        figure.kind === "u8"
          ? classes.has(value)
          : Number.isNaN(value) ||
            (value >= figure.range[0] &&
              value <= figure.range[1] &&
              Math.abs(value - roundToStep(figure, value)) < 1e-3 * figure.step);
      expect(
        count(values, (value) => !isSound(value)),
        figure.key,
      ).toBe(0);
    }
  });

  it("depends only on the seed", () => {
    expect(columnsAt()).toEqual(columns);
    expect(column(columnsAt({ seed: 6 }), "heat_loss")).not.toEqual(column(columns, "heat_loss"));
  });

  it("classifies tubes by their ratio r, and tubes without glass as the worst", () => {
    const ratio = column(columns, "heat_loss_ratio");
    const classes = column(columns, "glass_tube_temperature");
    const missing = column(columns, "missing_glass_tube");
    let checked = 0;
    for (const [row, value] of classes.entries()) {
      expect(value === 5).toBe(missing[row] === 1);
      const r = ratio[row] ?? NaN;
      const atLimit = [0.15, 0.4, 0.8].some((limit) => Math.abs(r - limit) < 0.006);
      if (value === MISSING_U8 || value === 5 || atLimit) continue;
      expect(value).toBe(glassClass(r));
      checked += 1;
    }
    expect(checked).toBeGreaterThan(8000);
  });

  it("has mostly intact tubes with a heat loss near the reference", () => {
    const classes = column(columns, "glass_tube_temperature");
    const good = count(classes, (value) => value === 1);
    expect(good / classes.length).toBeGreaterThan(0.85);
    expect(good / classes.length).toBeLessThan(0.99);
    const loss = column(columns, "heat_loss");
    const perLoop = 144;
    let deviation = 0;
    for (const [row, value] of classes.entries()) {
      if (value !== 1) continue;
      const fluid = 293 + (100 * ((row % perLoop) + 0.5)) / perLoop;
      deviation += (loss[row] ?? 0) / heatLoss("vacuum", fluid, first) - 1;
    }
    // One flight has one assumed emissivity, so its mean is off by up to the stated uncertainty.
    expect(Math.abs(deviation / good)).toBeLessThan(0.18);
  });

  it("fills the hot half of the loops with hydrogen first, and in clusters", () => {
    const hydrogen = column(
      columnsAt({ year: 13 }, { ...history, receiverRepairs: [] }),
      "hydrogen",
    );
    const isBad = (value: number) => value > 50;
    const hot = count(hydrogen, (value, row) => row % 144 >= 72 && isBad(value));
    const cold = count(hydrogen, (value, row) => row % 144 < 72 && isBad(value));
    expect(hot).toBeGreaterThan(cold * 2);
    const all = count(hydrogen, isBad);
    const beside = count(hydrogen, (value, row) => isBad(value) && isBad(hydrogen[row - 1] ?? 0));
    expect(beside / all).toBeGreaterThan(4 * (all / hydrogen.length));
  });

  it("gets worse over the years and better after repairs", () => {
    const bad = (columns: AnalysisColumns) =>
      count(column(columns, "heat_loss_ratio"), (value) => value > 0.4);
    const unrepaired = { ...history, receiverRepairs: [] };
    const years = [10, 11, 12.1].map((year) => bad(columnsAt({ year }, unrepaired)));
    expect(years).toEqual(years.toSorted((a, b) => a - b));
    expect(years.at(-1)).toBeGreaterThan((years[0] ?? 0) * 1.1);
    expect(bad(columnsAt({ year: 12.1 }))).toBeLessThan((years.at(-1) ?? 0) * 0.6);
  });

  it("sums the tubes' heat loss to the loop's", () => {
    const loss = column(columns, "heat_loss");
    const loops = column(columns, "loop_heat_loss");
    for (let loop = 0; loop < loops.length; loop += 7) {
      const own = loss.subarray(loop * 144, (loop + 1) * 144);
      let sum = 0;
      let seen = 0;
      for (const value of own) {
        if (Number.isNaN(value)) continue;
        sum += value;
        seen += 1;
      }
      if (seen < 144) continue;
      expect(Math.abs((sum * 4.06) / 1000 - (loops[loop] ?? 0))).toBeLessThan(1.5);
    }
  });

  it("corrects the tracking of assemblies with an offset", () => {
    const off = (columns: AnalysisColumns) =>
      count(column(columns, "tracking_state"), (value) => value === 1);
    expect(off(columnsAt({ year: 12.5 }))).toBeLessThan(
      off(columnsAt({ year: 12.5 }, { ...history, trackingCorrection: null })),
    );
  });

  it("states the cleanliness of mirrors, its class and how sure it is", () => {
    const [clean, unsure, classes] = [
      "mirror_cleanliness",
      "mirror_cleanliness_uncertainty",
      "mirror_soiling",
    ].map((key) => column(columns, key)) as [ColumnValues, ColumnValues, ColumnValues];
    const { limits } = keyFigureByKey("mirror_cleanliness")!;
    for (const [row, value] of clean.entries()) {
      expect(Number.isNaN(value)).toBe(classes[row] === MISSING_U8);
      if (Number.isNaN(value)) continue;
      const stated = Math.round(value * 10) / 10;
      expect(classes[row]).toBe(limits.filter((limit) => stated <= limit).length);
      // 1 % of brightness is 0.7 % of light; 30 % of the value come on top, both twice.
      const least = 2 * Math.hypot(0.66, 0.3 * (100 - stated));
      expect(unsure[row]! - least).toBeGreaterThan(-0.06);
      expect(unsure[row]! - least).toBeLessThan(0.2);
    }
    const angles = column(columns, "tracking_deviation_uncertainty");
    expect(Math.min(...angles)).toBeGreaterThan(1);
    expect(Math.max(...angles)).toBeLessThan(2.5);
  });

  it("gets dirtier every day", () => {
    const mean = (days: number) => {
      const values = column(columnsAt({ daysSinceCleaning: days }), "cleanliness");
      let sum = 0;
      for (const value of values) sum += value;
      return sum / values.length;
    };
    expect(mean(3)).toBeGreaterThan(mean(20) + 2);
  });
});
