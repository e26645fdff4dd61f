import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aggregateColumn } from "./aggregate.ts";
import { HISTOGRAM_BINS, isMissing, valueAt } from "./column.ts";
import { columnOf } from "./column.fixture.ts";
import { ancestorRows, groupStatistics } from "./column-group.ts";
import { NO_SEVERITY, severitiesOf, severityCountsOf } from "./column-severity.ts";
import { classSharesOf, histogramOf, summariseColumn } from "./column-statistics.ts";
import { NO_ROW } from "../component/component-index.ts";
import { keyFigures } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";

const rows = 60;
const drawnColumn = fc
  .constantFrom(...keyFigures)
  .chain((keyFigure) =>
    fc.record({ keyFigure: fc.constant(keyFigure), values: columnOf(keyFigure, rows) }),
  );

describe("statistics of a column", () => {
  test("agree with counting each value", () => {
    fc.assert(
      fc.property(drawnColumn, ({ keyFigure, values }) => {
        const present = Array.from(values, (_, row) => valueAt(values, row)).filter(
          (value) => !isMissing(value),
        );
        const summary = summariseColumn(values, keyFigure);
        expect(summary.value_count).toBe(present.length);
        expect(summary.min).toBe(present.length ? Math.min(...present) : null);
        expect(summary.max).toBe(present.length ? Math.max(...present) : null);
        const sum = present.reduce((total, value) => total + value, 0);
        if (present.length > 0) expect(summary.mean).toBeCloseTo(sum / present.length, 3);
        const counted = summary.histogram.reduce((total, count) => total + count, 0);
        expect(counted).toBe(present.length);
        if (keyFigure.kind === "f32") expect(summary.histogram.length).toBe(HISTOGRAM_BINS);
        else
          summary.histogram.forEach((count, one) =>
            expect(count).toBe(present.filter((value) => value === one).length),
          );
        const severities = severitiesOf(values, keyFigure);
        const counts = [0, 0, 0, 0];
        values.forEach((_, row) => {
          const value = valueAt(values, row);
          const expected = isMissing(value) ? NO_SEVERITY : severityOf(keyFigure, value);
          expect(severities[row]).toBe(expected);
          if (expected < 4) counts[expected]! += 1;
        });
        expect(severityCountsOf(values, keyFigure)).toEqual(counts);
      }),
      { numRuns: 400 },
    );
  });

  test("bin only the masked rows, over the given bounds", () => {
    const values = Float32Array.of(0, 1, 2, 3, NaN, 64);
    const bins = histogramOf(values, Uint8Array.of(1, 1, 0, 1, 1, 1), { min: 0, max: 64 });
    expect([bins[0], bins[1], bins[2], bins[3], bins[63]]).toEqual([1, 1, 0, 1, 1]);
    expect([...histogramOf(Uint8Array.of(1, 4, 255), null, { min: 1, max: 4 })]).toEqual([
      0, 1, 0, 0, 1,
    ]);
    expect([...histogramOf(Float32Array.of(5, 5), null, { min: 5, max: 5 })].slice(0, 2)).toEqual([
      2, 0,
    ]);
  });

  test("give every class of the catalogue its share", () => {
    const tube = keyFigures.find(({ key }) => key === "glass_tube_temperature");
    if (!tube) throw new Error("the catalogue lacks the glass tube temperature");
    const shares = classSharesOf(Uint8Array.of(1, 1, 2, 255), tube);
    expect(shares.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0]);
    expect(shares[0]?.share).toBeCloseTo(2 / 3);
  });
});

describe("groups of a column", () => {
  test("agree with collecting each group alone", () => {
    const group = fc.array(fc.constantFrom(0, 1, 2, 3, NO_ROW), {
      minLength: rows,
      maxLength: rows,
    });
    fc.assert(
      fc.property(drawnColumn, group, ({ keyFigure, values }, drawn) => {
        const into = Uint32Array.from(drawn);
        const statistics = groupStatistics(values, into, 5, keyFigure);
        const worst = aggregateColumn(values, into, 5, {
          aggregate: "worst",
          direction: keyFigure.direction,
          limit: 0,
          severity: Int8Array.from({ length: 256 }, (_, one) => severityOf(keyFigure, one)),
        });
        for (let one = 0; one < 5; one++) {
          const members = Array.from(values, (_, row) => valueAt(values, row)).filter(
            (value, row) => into[row] === one && !isMissing(value),
          );
          expect(statistics.count[one]).toBe(members.length);
          const mean = members.reduce((sum, value) => sum + value, 0) / members.length;
          const severities = members.map((value) => severityOf(keyFigure, value));
          const gravest = Math.max(...severities);
          if (members.length === 0) {
            expect(statistics.mean[one]).toBeNaN();
            expect(isMissing(valueAt(worst, one))).toBe(true);
            continue;
          }
          expect(statistics.mean[one]).toBeCloseTo(mean, 6);
          expect(statistics.min[one]).toBe(Math.min(...members));
          expect(statistics.max[one]).toBe(Math.max(...members));
          if (keyFigure.direction !== "neutral") {
            expect(severityOf(keyFigure, worst[one] as number)).toBe(gravest);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test("follow parents upwards and stop without a parent", () => {
    const modules = Uint32Array.of(0, 0, 1, NO_ROW, 2);
    const trackers = Uint32Array.of(5, NO_ROW);
    expect([...ancestorRows([modules, trackers], 5)]).toEqual([5, 5, NO_ROW, NO_ROW, NO_ROW]);
  });
});
