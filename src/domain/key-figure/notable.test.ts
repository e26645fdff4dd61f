import * as fc from "fast-check";
import { expect, test } from "vitest";
import { aggregateColumn, usualAggregate } from "../column/aggregate.ts";
import { MISSING_U8 } from "../column/column.ts";
import { NO_ROW } from "../component/component-index.ts";
import { isWorstNotable, notableColumn } from "./notable.ts";

const LIMITS = [10, 20, 30];
const request = { direction: "higher_is_worse", limits: LIMITS } as const;

/** Twenty children of one tracker: the values given, the rest at 1. */
function tracker(...values: number[]): Float32Array {
  return Float32Array.from({ length: 20 }, (_, row) => values[row] ?? 1);
}
const parents = new Uint32Array(20);

test("the highest severity decides from a tenth of the children on, as every other", () => {
  const group = (urgent: number) =>
    Float32Array.from({ length: 2000 }, (_, row) => (row < urgent ? 31 : 1));
  const children = new Uint32Array(2000);
  expect([...notableColumn(group(199), children, 1, request)]).toEqual([1]);
  expect([...notableColumn(group(200), children, 1, request)]).toEqual([31]);
  // A tenth is to be watched at least: so is the group.
  const warm = group(100).map((value, row) => (row >= 1900 ? 12 : value));
  expect([...notableColumn(warm, children, 1, request)]).toEqual([12]);
});

test("a single child does not decide, a tenth of the children does", () => {
  expect([...notableColumn(tracker(31), parents, 1, request)]).toEqual([1]);
  expect([...notableColumn(tracker(25), parents, 1, request)]).toEqual([1]);
  expect([...notableColumn(tracker(25, 22), parents, 1, request)]).toEqual([25]);
  // One poor and one to watch: a tenth of the children are at least to be watched.
  expect([...notableColumn(tracker(25, 12), parents, 1, request)]).toEqual([12]);
});

test("low values and deviations are judged by their direction", () => {
  const low = { direction: "lower_is_worse", limits: [0.9, 0.8, 0.7] } as const;
  expect([...notableColumn(tracker(0.7, 0.7), parents, 1, low)]).toEqual([Math.fround(0.7)]);
  const both = { ...request, direction: "both" } as const;
  expect([...notableColumn(tracker(-31, 31), parents, 1, both)]).toEqual([-31]);
});

test("with fewer limits, the last one needs a tenth too", () => {
  const ask = { ...request, limits: [10, 20] };
  expect([...notableColumn(tracker(25), parents, 1, ask)]).toEqual([1]);
  expect([...notableColumn(tracker(25, 25), parents, 1, ask)]).toEqual([25]);
});

test("classes are judged by their severity; missing, filtered and orphaned children do not count", () => {
  const severity = Int8Array.of(0, 3, 2, -1);
  const classes = Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, MISSING_U8, 1, MISSING_U8);
  const ancestor = Uint32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NO_ROW, 1, 2, 2);
  const mask = Uint8Array.from({ length: 15 }, (_, row) => (row === 13 ? 1 : 0));
  const ask = { ...request, severity, mask };
  expect([...notableColumn(classes, ancestor, 3, ask)]).toEqual([0, MISSING_U8, MISSING_U8]);
  classes[1] = 1;
  classes[2] = 1;
  expect(notableColumn(classes, ancestor, 3, ask)[0]).toBe(1);
});

test("the value is one of the children's, and never worse than the worst", () => {
  const value = fc.float({ min: 0, max: 40, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 60 }), (all) => {
      const values = Float32Array.from(all);
      const [made] = notableColumn(values, new Uint32Array(values.length), 1, request);
      const severity = LIMITS.filter((limit) => made! >= limit).length;
      const reached = (step: number) =>
        all.filter((one) => LIMITS.filter((limit) => one >= limit).length >= step).length;
      expect([...values]).toContain(made);
      expect(reached(severity) / all.length).toBeGreaterThanOrEqual(0.1);
      if (severity < 3) expect(reached(severity + 1) / all.length).toBeLessThan(0.1);
    }),
  );
});

test("every ancestor has the value that a look at its children gives", () => {
  const child = fc.record({
    value: fc.constantFrom(NaN, -31, -12, 0, 5, 10, 15, 20, 25, 30, 35),
    parent: fc.constantFrom(0, 1, 2, 3, NO_ROW),
    mask: fc.constantFrom(0, 0, 1, 2, 3),
  });
  const limited = fc.constantFrom(
    { direction: "higher_is_worse" as const, limits: [10, 20, 30] },
    { direction: "higher_is_worse" as const, limits: [10, 20] },
    { direction: "higher_is_worse" as const, limits: [] },
    { direction: "both" as const, limits: [10, 20, 30] },
    { direction: "lower_is_worse" as const, limits: [25, 10, -12] },
  );
  const children = fc.array(child, { maxLength: 60 });
  fc.assert(
    fc.property(children, limited, fc.nat({ max: 5 }), (all, ask, more) => {
      const badnessOf = (value: number) => {
        if (ask.direction === "both") return Math.abs(value);
        return ask.direction === "lower_is_worse" ? -value : value;
      };
      const severityOf = (value: number) =>
        ask.limits.filter((limit) =>
          ask.direction === "lower_is_worse" ? value <= limit : badnessOf(value) >= limit,
        ).length;
      const expected = [0, 1, 2].map((ancestor) => {
        const own = all
          .filter(({ value, parent, mask }) => {
            return parent === ancestor && !Number.isNaN(value) && mask % 2 === 0;
          })
          .map(({ value }) => value);
        // Also those that the mask leaves out.
        const measured = all.filter(
          ({ value, parent }) => parent === ancestor && !Number.isNaN(value),
        ).length;
        const notable = [3, 2, 1, 0].find((severity) => {
          const reached = own.filter((value) => severityOf(value) >= severity).length;
          return reached > 0 && reached >= 0.1 * measured;
        });
        const candidates = own.filter((value) => severityOf(value) === notable);
        return candidates.toSorted((a, b) => badnessOf(b) - badnessOf(a))[0] ?? NaN;
      });
      // The column may be longer than the level: its last values have no component.
      const values = Float32Array.from([...all.map(({ value }) => value), ...Array(more).fill(99)]);
      const ancestor = Uint32Array.from(all, ({ parent }) => parent);
      const mask = Uint8Array.from(all, (one) => one.mask);
      const made = notableColumn(values, ancestor, 3, { ...ask, mask });
      expect([...made].map(badnessOf)).toEqual(expected.map(badnessOf));
    }),
    { numRuns: 300 },
  );
});

test("classes without a severity count as good", () => {
  const classes = Uint8Array.of(7, 7, 5);
  const parentsOf = Uint32Array.of(0, 0, 1);
  expect([...notableColumn(classes, parentsOf, 2, request)]).toEqual([7, 5]);
});

test("without limits the mean is used", () => {
  const values = Float32Array.of(2, 4);
  const ask = { aggregate: "notable", direction: "neutral", limit: 0 } as const;
  expect([...aggregateColumn(values, new Uint32Array(2), 1, ask)]).toEqual([3]);
});

test("among ten children the worst one is notable, among eleven not always", () => {
  for (const children of [1, 3, 10, 11]) {
    const values = Float32Array.from({ length: children }, (_, row) => (row === 0 ? 12 : 1));
    const [shown] = notableColumn(values, new Uint32Array(children), 1, request);
    expect(isWorstNotable(children), `${children}`).toBe(shown === 12);
  }
});

test("modules and tubes use notable, others worst", () => {
  expect(usualAggregate("module")).toBe("notable");
  expect(usualAggregate("absorber_tube")).toBe("notable");
  expect(usualAggregate("sca")).toBe("worst");
});

test("of the classes of the notable severity the most frequent one is taken, whatever its number is", () => {
  const severity = Int8Array.of(0, 1, 1, 1);
  // Nine good ones, seven of class 1, three of class 2, one of class 3.
  const values = Uint8Array.from([..."00000000011111112223"], Number);
  const taken = (direction: "neutral" | "higher_is_worse", aggregate: "notable" | "worst") =>
    aggregateColumn(values, parents, 1, { direction, aggregate, limit: 0, severity })[0];
  expect(taken("neutral", "notable")).toBe(1);
  expect(taken("higher_is_worse", "notable")).toBe(1);
  expect(taken("neutral", "worst")).toBe(1);
  // The worst of classes that have an order is the last.
  expect(taken("higher_is_worse", "worst")).toBe(3);
});
