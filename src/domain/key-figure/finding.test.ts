import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MISSING_U8 } from "../column/column.ts";
import { findingsOf, partsWorstFirst, worstFirst } from "./finding.ts";
import { keyFigureById, keyFigureByKey } from "./key-figure.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const tubeClass = keyFigureById(1)!;
const orientation = keyFigureById(15)!;

test("findings are ordered by severity, worst first, without good and unmeasured components", () => {
  const values = Uint8Array.of(1, 2, 4, 3, MISSING_U8, 4);
  const { rows, counts } = findingsOf(values, tubeClass, [], new Uint8Array(6).fill(1));
  expect([...rows]).toEqual([2, 5, 3, 1]);
  expect(counts).toEqual([0, 1, 1, 2]);
});

test("components of one class are ordered by the key figure that ranks them", () => {
  const values = Uint8Array.of(4, 4, 3, 4, 3);
  const heatLoss = Float32Array.of(900, 1400, 5000, NaN, 600);
  const { rows } = findingsOf(values, tubeClass, [], new Uint8Array(5).fill(1), heatLoss);
  expect([...rows]).toEqual([1, 0, 3, 2, 4]);
});

test("deviations count by size, and filtered components are left out", () => {
  const values = Float32Array.of(-12, 4, 11, -30, 0);
  const mask = Uint8Array.of(1, 1, 1, 0, 1);
  const { rows } = findingsOf(values, orientation, orientation.limits, mask);
  expect([...rows]).toEqual([0, 2, 1]);
});

test.skipIf(isEveryday)(
  "findings are in the order that sorting by hand gives, for every direction",
  () => {
    const falling = keyFigureByKey("cleanliness")!;
    const rising = keyFigureByKey("heat_loss")!;
    const cases = fc.constantFrom(
      { figure: rising, limits: [2, 4, 6], isWorse: (a: number, b: number) => b - a },
      { figure: falling, limits: [6, 4, 2], isWorse: (a: number, b: number) => a - b },
      {
        figure: orientation,
        limits: [2, 4, 6],
        isWorse: (a: number, b: number) => Math.abs(b) - Math.abs(a),
      },
    );
    const row = fc.record({
      value: fc.constantFrom(NaN, -7, -5, -3, 0, 1, 2, 3, 4, 5, 6, 7),
      mask: fc.constantFrom(0, 1, 1),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), cases, (all, { figure, limits, isWorse }) => {
        const severityOf = (value: number) =>
          limits.filter((limit) => isWorse(limit, value) >= 0).length;
        const expected = all
          .map(({ value, mask }, at) => ({ value, mask, at, severity: severityOf(value) }))
          .filter(({ mask, severity }) => mask === 1 && severity > 0)
          .toSorted((a, b) => b.severity - a.severity || isWorse(a.value, b.value));
        const { rows, counts } = findingsOf(
          Float32Array.from(all, ({ value }) => value),
          figure,
          limits,
          Uint8Array.from(all, ({ mask }) => mask),
        );
        expect([...rows]).toEqual(expected.map(({ at }) => at));
        expect(counts).toEqual(
          [0, 1, 2, 3].map(
            (step) => expected.filter(({ severity }) => severity === step && step > 0).length,
          ),
        );
      }),
      { numRuns: 300 },
    );
  },
);

test("the ranking never moves a component past another class, whatever its scale", () => {
  const rank = fc.constantFrom(NaN, -900, -2, 0, 0.5, 3, 4000);
  const row = fc.record({ value: fc.constantFrom(1, 2, 3, 4), rank });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (all) => {
      const ranking = Float32Array.from(all, (one) => one.rank);
      const values = Uint8Array.from(all, ({ value }) => value);
      const everything = new Uint8Array(all.length).fill(1);
      const { rows } = findingsOf(values, tubeClass, [], everything, ranking);
      // A component without a rank comes last of its class, as the smallest rank does.
      const least = Math.min(...all.map((one) => one.rank).filter((one) => !Number.isNaN(one)));
      const rankOf = (at: number) => (Number.isNaN(all[at]!.rank) ? least : all[at]!.rank);
      const classAt = (at: number) => all[at]!.value;
      const expected = all
        .flatMap(({ value }, at) => (value > 1 ? [at] : []))
        .toSorted((a, b) => classAt(b) - classAt(a) || rankOf(b) - rankOf(a) || 0);
      expect([...rows].map((at) => [classAt(at), rankOf(at)])).toEqual(
        expected.map((at) => [classAt(at), rankOf(at)]),
      );
    }),
    { numRuns: 300 },
  );
});

test("equal findings follow each other by place, and the worst-first order lists everything once", () => {
  const heat = keyFigureByKey("heat_loss")!;
  const limits = [2, 4, 6];
  const severityOf = (value: number) => limits.filter((limit) => value >= limit).length;
  const row = fc.record({
    value: fc.constantFrom(NaN, 0, 1, 2, 3, 5, 7, 8),
    mask: fc.constantFrom(0, 1, 1),
    place: fc.nat({ max: 1000 }),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 25 }), (all) => {
      const byPlace = (rows: Uint32Array) =>
        rows.toSorted((a, b) => all[a]!.place - all[b]!.place || a - b);
      const values = Float32Array.from(all, ({ value }) => value);
      const mask = Uint8Array.from(all, (one) => one.mask);
      const known = (value: number) => (Number.isNaN(value) ? -1 : value);
      const expected = all
        .map((one, at) => ({ ...one, at }))
        .filter((one) => one.mask === 1)
        .toSorted((a, b) => known(b.value) - known(a.value) || a.place - b.place || a.at - b.at);
      const listed = expected.filter(({ value }) => severityOf(value) > 0);
      const rows = worstFirst(values, heat, limits, mask, undefined, byPlace);
      expect([...rows]).toEqual(expected.map(({ at }) => at));
      const findings = findingsOf(values, heat, limits, mask, undefined, byPlace);
      expect([...findings.rows]).toEqual(listed.map(({ at }) => at));
    }),
  );
});

test("components that came after the survey are last in the worst-first order", () => {
  const heat = keyFigureByKey("heat_loss")!;
  const rows = worstFirst(Float32Array.of(1, 9), heat, [2, 4, 6], Uint8Array.of(1, 1, 1, 0, 1));
  expect([...rows]).toEqual([1, 0, 2, 4]);
});

test("the parts of a component are in the order of the findings, with the good ones after them", () => {
  const heatLoss = keyFigureByKey("heat_loss")!;
  const parts = Uint32Array.of(1, 2, 3, 4, 6);
  const classes = Uint8Array.of(4, 1, 4, MISSING_U8, 4, 3, 2);
  const ranking = Float32Array.of(0, 90, 700, 0, 1400, 0, 300);
  expect([...partsWorstFirst(parts, classes, tubeClass, [], ranking)]).toEqual([4, 2, 6, 1]);
  expect([...partsWorstFirst(parts, classes, tubeClass, [])]).toEqual([2, 4, 6, 1]);
  const number = fc.constantFrom(NaN, -700, 0, 100, 335, 400, 535, 855, 1200);
  fc.assert(
    fc.property(fc.array(number, { maxLength: 12 }), (all) => {
      const values = Float32Array.from(all);
      const rows = Uint32Array.from(all, (_, row) => row);
      const { limits } = heatLoss;
      const ordered = [...partsWorstFirst(rows, values, heatLoss, limits)];
      const { rows: findings } = findingsOf(values, heatLoss, limits, new Uint8Array(12).fill(1));
      expect(ordered.slice(0, findings.length)).toEqual([...findings]);
      expect(ordered).toHaveLength(all.filter((value) => value === value).length);
    }),
  );
});

test("a deviation below zero is as bad as one above it", () => {
  const values = Float32Array.of(-12, 4, 11, -30, 0);
  const rows = Uint32Array.of(0, 1, 2, 3, 4);
  expect([...partsWorstFirst(rows, values, orientation, orientation.limits)]).toEqual([
    3, 0, 2, 1, 4,
  ]);
});
