import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isMissing, valueAt } from "./column.ts";
import { columnOf } from "./column.fixture.ts";
import { groupStatistics } from "./column-group.ts";
import { NO_SEVERITY, severityCountsOf } from "./column-severity.ts";
import { classSharesOf, histogramOf, summariseColumn } from "./column-statistics.ts";
import { valueDistribution, valueStatistics } from "./value-statistics.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";

const rows = 40;
const drawn = fc.constantFrom(...keyFigures).chain((keyFigure) =>
  fc.record({
    keyFigure: fc.constant(keyFigure),
    values: columnOf(keyFigure, rows),
    mask: fc.uint8Array({ min: 0, max: 1, minLength: rows, maxLength: rows }),
  }),
);
const limits = [10, 20, 30];
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** The median by its definition: half of the numbers are no greater, half no less. */
function expectMedian(median: number | null, numbers: readonly number[]) {
  if (numbers.length === 0) return expect(median).toBeNull();
  const sorted = numbers.toSorted((a, b) => a - b);
  const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  expect(median).toBeCloseTo((sorted[low]! + sorted[high]!) / 2, 4);
}

describe("statistics of the masked rows", () => {
  it("agree with computing them value by value", () => {
    fc.assert(
      fc.property(drawn, ({ keyFigure, values, mask }) => {
        const passing = Array.from(values, (_, row) => valueAt(values, row)).filter(
          (_, row) => mask[row] === 1,
        );
        const present = passing.filter((value) => !isMissing(value));
        const own = keyFigure.kind === "u8" ? keyFigure.limits : limits;
        const severities = [0, 0, 0, 0];
        for (const value of present) severities[severityOf(keyFigure, value, own)]! += 1;
        const statistics = valueStatistics(values, keyFigure, own, mask);
        expect(statistics.key_figure_id).toBe(keyFigure.id);
        expect(statistics.count).toBe(present.length);
        expect(statistics.missing).toBe(passing.length - present.length);
        expect(statistics.min).toBe(present.length ? Math.min(...present) : null);
        expect(statistics.max).toBe(present.length ? Math.max(...present) : null);
        expect(statistics.severities).toEqual(severities);
        expectMedian(statistics.median, present);
        const [least, most] = keyFigure.range;
        const spread = valueDistribution(values, keyFigure, own, mask, [least, most]);
        expect(spread).toMatchObject({ severities, count: present.length });
        expect(spread.missing).toBe(passing.length - present.length);
        expect(sum([...spread.histogram])).toBe(present.length);
        if (keyFigure.kind === "u8") {
          const counts = Array.from(
            { length: 255 },
            (_, one) => present.filter((v) => v === one).length,
          );
          expect([...statistics.classes]).toEqual(counts);
          expect([...spread.histogram]).toEqual(counts);
        } else {
          expect(statistics.classes).toHaveLength(0);
          expect(spread.histogram).toEqual(histogramOf(values, mask, { min: least, max: most }));
        }
      }),
      { numRuns: 200 },
    );
  });

  it("bin values by their distance from the lower bound, those beyond at the ends", () => {
    const values = Float32Array.of(-20, -10, -9.5, 21.9, 22, 53.9, 54, 99);
    const bins = histogramOf(values, null, { min: -10, max: 54 });
    const filled = [...bins].flatMap((count, bin) => (count > 0 ? [[bin, count]] : []));
    expect(filled).toEqual([
      [0, 3],
      [31, 1],
      [32, 1],
      [63, 3],
    ]);
    for (const bounds of [
      { min: null, max: 54 },
      { min: -10, max: null },
    ]) {
      expect(sum([...histogramOf(values, null, bounds)])).toBe(0);
    }
  });

  it("count classes of masked rows only, up to the greatest requested class", () => {
    const classes = Uint8Array.of(1, 1, 2, 2, 3, 255);
    const mask = Uint8Array.of(1, 0, 1, 1, 1, 1);
    expect([...histogramOf(classes, mask, { min: 0, max: 2 })]).toEqual([0, 1, 2]);
    expect(histogramOf(classes, mask, { min: 0, max: null })).toHaveLength(0);
  });

  it("of nothing are empty, not zero", () => {
    const [measured, classified] = ["f32", "u8"].map((kind) =>
      keyFigures.find((one) => one.kind === kind)!,
    );
    expect(summariseColumn(Float32Array.of(NaN, NaN), measured!)).toMatchObject({
      row_count: 2,
      value_count: 0,
      min: null,
      max: null,
      mean: null,
    });
    const shares = classSharesOf(Uint8Array.of(255, 255), classified!);
    expect(shares.map(({ count, share }) => [count, share])).toEqual(shares.map(() => [0, 0]));
  });

  it("leave out rows outside the mask in severities and groups", () => {
    fc.assert(
      fc.property(drawn, ({ keyFigure, values, mask }) => {
        const hidden = values.map((value, row) =>
          mask[row] === 1 ? value : values instanceof Uint8Array ? 255 : NaN,
        ) as typeof values;
        expect(severityCountsOf(values, keyFigure, undefined, mask)).toEqual(
          severityCountsOf(hidden, keyFigure),
        );
        const group = Uint32Array.from(values, (_, row) => row % 4);
        const shown = groupStatistics(values, group, 3, keyFigure, undefined, mask);
        expect(shown).toEqual(groupStatistics(hidden, group, 3, keyFigure));
        // The fourth group is beyond the count, so its rows are in no group.
        const own = [0, 1, 2].flatMap((one) =>
          severityCountsOf(hidden.filter((_, row) => row % 4 === one) as typeof values, keyFigure),
        );
        expect([...shown.severities]).toEqual(own);
      }),
      { numRuns: 100 },
    );
    expect(NO_SEVERITY).toBe(255);
  });
});
