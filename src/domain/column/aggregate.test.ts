import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aggregateColumn } from "./aggregate.ts";
import { ancestorRows } from "./column-group.ts";
import { MISSING_U8 } from "./column.ts";
import { notableColumn } from "../key-figure/notable.ts";
import { NO_ROW } from "../component/component-index.ts";

const parents = Uint32Array.of(0, 0, 0, 1, 1, NO_ROW, 2);
const values = Float32Array.of(40, 70, NaN, 41, 43, 99, NaN);
const worst = { aggregate: "worst", direction: "higher_is_worse", limit: 0 } as const;

describe("aggregateColumn", () => {
  it("takes the worst value by the direction of the key figure", () => {
    expect([...aggregateColumn(values, parents, 3, worst)]).toEqual([70, 43, NaN]);
    const lower = { ...worst, direction: "lower_is_worse" } as const;
    expect([...aggregateColumn(values, parents, 3, lower)]).toEqual([40, 41, NaN]);
    const deviations = Float32Array.of(2, -5, NaN, 1, -0.5, 99, NaN);
    const both = { ...worst, direction: "both" } as const;
    expect([...aggregateColumn(deviations, parents, 3, both)]).toEqual([-5, 1, NaN]);
  });

  it("takes the mean of the children that have a value", () => {
    const mean = { ...worst, aggregate: "mean" } as const;
    expect([...aggregateColumn(values, parents, 3, mean)]).toEqual([55, 42, NaN]);
  });

  it("takes the share of the children past the limit", () => {
    const share = { ...worst, aggregate: "share", limit: 42 } as const;
    expect([...aggregateColumn(values, parents, 3, share)]).toEqual([0.5, 0.5, NaN]);
  });

  it("leaves filtered-out children out", () => {
    const mask = Uint8Array.of(0, 1, 0, 0, 1, 0, 0);
    expect([...aggregateColumn(values, parents, 3, { ...worst, mask })]).toEqual([40, 41, NaN]);
  });

  it("paints no tracker because of the one module of sixty that a filter leaves", () => {
    const modules = Float32Array.from({ length: 60 }, (_, row) => (row === 7 ? 90 : 20));
    const only = Uint8Array.from(modules, (value) => (value === 90 ? 0 : 1));
    const ask = (aggregate: "notable" | "mean" | "share" | "worst", mask = only) =>
      aggregateColumn(modules, new Uint32Array(60), 1, {
        ...worst,
        aggregate,
        limit: 50,
        limits: [40, 50, 60],
        mask,
      })[0];
    expect(ask("notable")).toBeNaN();
    expect(ask("mean")).toBeNaN();
    expect(ask("share")).toBe(Math.fround(1 / 60));
    expect(ask("worst")).toBeNaN();
    // Who wants one finding to colour everything gets it, as long as no filter leaves nearly everything out.
    expect(ask("worst", new Uint8Array(60))).toBe(90);
    const tenth = Uint8Array.from(modules, (_, row) => (row >= 7 && row < 13 ? 0 : 1));
    expect(ask("notable", tenth)).toBe(20);
    expect(ask("mean", tenth)).toBeCloseTo(190 / 6, 4);
    expect(ask("worst", tenth)).toBe(90);
  });

  it("paints no bar for one class of twenty that a filter leaves, of named kinds neither", () => {
    const classes = Uint8Array.from({ length: 20 }, (_, row) => (row === 4 ? 3 : 1));
    const only = Uint8Array.from(classes, (value) => (value === 3 ? 0 : 1));
    const two = Uint8Array.from(classes, (value, row) => (value === 3 || row === 5 ? 0 : 1));
    for (const direction of ["higher_is_worse", "neutral"] as const) {
      const severity = Int8Array.of(0, 1, 2, 3);
      const ask = (mask: Uint8Array) =>
        aggregateColumn(classes, new Uint32Array(20), 1, {
          ...worst,
          direction,
          severity,
          mask,
        })[0];
      expect(ask(only)).toBe(MISSING_U8);
      expect(ask(two)).toBe(3);
    }
  });

  it("ranks classes by severity, not by number", () => {
    const classes = Uint8Array.of(0, 3, 1, 2, MISSING_U8, 1, MISSING_U8);
    const severity = Int8Array.of(0, 3, 1, 2);
    const request = { ...worst, severity };
    expect([...aggregateColumn(classes, parents, 3, request)]).toEqual([1, 2, MISSING_U8]);
    const share = { ...request, aggregate: "share", limit: 2 } as const;
    const shares = [...aggregateColumn(classes, parents, 3, share)];
    expect(shares[0]).toBeCloseTo(2 / 3);
    expect(shares.slice(1)).toEqual([0, NaN]);
  });

  it("agrees with computing each ancestor alone, with filters and rows out of range", () => {
    const child = fc.record({
      value: fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constant(NaN)),
      // Ancestor 3 does not exist.
      parent: fc.constantFrom(0, 1, 2, 3, NO_ROW),
      hidden: fc.constantFrom(0, 1, 2, 3),
    });
    const direction = fc.constantFrom(
      "higher_is_worse" as const,
      "lower_is_worse" as const,
      "both" as const,
    );
    fc.assert(
      fc.property(
        fc.array(child),
        direction,
        fc.integer({ min: -4, max: 4 }),
        (children, way, limit) => {
          const bad = (value: number) =>
            way === "both" ? Math.abs(value) : way === "lower_is_worse" ? -value : value;
          const column = Float32Array.from(children, ({ value }) => value);
          const above = Uint32Array.from(children, ({ parent }) => parent);
          const mask = Uint8Array.from(children, ({ hidden }) => hidden);
          const ask = (aggregate: "worst" | "mean" | "share") => [
            ...aggregateColumn(column, above, 3, { aggregate, direction: way, limit, mask }),
          ];
          const [grave, mean, share] = [ask("worst"), ask("mean"), ask("share")];
          for (let row = 0; row < 3; row += 1) {
            const counted = children
              .filter(
                ({ parent, hidden, value }) =>
                  parent === row && hidden % 2 === 0 && !Number.isNaN(value),
              )
              .map(({ value }) => value);
            const measured = children.filter(
              ({ parent, value }) => parent === row && !Number.isNaN(value),
            ).length;
            const isEnough = counted.length * 10 >= measured;
            const sum = counted.reduce((total, value) => total + value, 0);
            const past = counted.filter((value) => bad(value) > bad(limit));
            // The first of those that are equally bad.
            const worstBad = Math.max(...counted.map(bad));
            expect(grave[row]).toBe(counted.find((value) => bad(value) === worstBad) ?? NaN);
            expect(mean[row]).toBe(isEnough ? Math.fround(sum / counted.length) : NaN);
            // What is filtered out is measured all the same.
            const isNone = counted.length === 0;
            expect(share[row]).toBe(isNone ? NaN : Math.fround(past.length / measured));
          }
        },
      ),
    );
  });

  it("agrees for classes too, ranked by severity or by number", () => {
    const child = fc.record({
      value: fc.constantFrom(0, 1, 2, 3, MISSING_U8),
      parent: fc.constantFrom(0, 1, 2, NO_ROW),
      hidden: fc.constantFrom(0, 1, 2),
    });
    const severity = fc.option(fc.constant(Int8Array.of(2, 0, 2, 1)), { nil: undefined });
    fc.assert(
      fc.property(fc.array(child), severity, fc.nat({ max: 3 }), (children, ranks, limit) => {
        const rank = (value: number) => ranks?.[value] ?? value;
        const request = {
          direction: "higher_is_worse",
          limit,
          mask: Uint8Array.from(children, ({ hidden }) => hidden),
          ...(ranks && { severity: ranks }),
        } as const;
        const ask = (aggregate: "worst" | "share") =>
          aggregateColumn(
            Uint8Array.from(children, ({ value }) => value),
            Uint32Array.from(children, ({ parent }) => parent),
            2,
            { ...request, aggregate },
          );
        const [grave, share] = [ask("worst"), ask("share")];
        for (let row = 0; row < 2; row += 1) {
          const counted = children
            .filter(
              ({ parent, hidden, value }) => parent === row && hidden !== 1 && value !== MISSING_U8,
            )
            .map(({ value }) => value);
          const most = Math.max(...counted.map(rank));
          // Of classes of one severity the later one.
          const worst = counted
            .filter((value) => rank(value) === most)
            .toSorted((a, b) => b - a)[0];
          expect(grave[row]).toBe(worst ?? MISSING_U8);
          const past = counted.filter((value) => rank(value) >= limit);
          const measured = children.filter(
            ({ parent, value }) => parent === row && value !== MISSING_U8,
          ).length;
          const isNone = counted.length === 0;
          expect(share[row]).toBe(isNone ? NaN : Math.fround(past.length / measured));
        }
      }),
    );
  });

  it("uses the plant's limits for notable values", () => {
    const notable = { ...worst, aggregate: "notable" } as const;
    const judged = [...aggregateColumn(values, parents, 3, { ...notable, limits: [42, 60, 80] })];
    expect(judged).toEqual([
      ...notableColumn(values, parents, 3, { ...notable, limits: [42, 60, 80] }),
    ]);
    // Without limits nothing is notable, and the mean is used.
    expect([...aggregateColumn(values, parents, 3, notable)]).toEqual([55, 42, NaN]);
    const classes = Uint8Array.of(0, 3, 1, 2, MISSING_U8, 1, MISSING_U8);
    const severity = Int8Array.of(0, 3, 1, 2);
    expect([...aggregateColumn(classes, parents, 3, { ...notable, severity })]).toEqual([
      ...notableColumn(classes, parents, 3, { ...notable, severity, limits: [] }),
    ]);
  });

  it("accepts a column that is older and shorter than the twin", () => {
    expect([...aggregateColumn(values.slice(0, 2), parents, 3, worst)]).toEqual([70, NaN, NaN]);
  });
});

describe("ancestorRows", () => {
  it("are the rows themselves without levels above", () =>
    expect([...ancestorRows([], 2)]).toEqual([0, 1]));

  it("walks several levels up and stops where the chain breaks", () => {
    const grandparents = Uint32Array.of(5, NO_ROW, 6);
    expect([...ancestorRows([parents, grandparents], parents.length)]).toEqual([
      5,
      5,
      5,
      NO_ROW,
      NO_ROW,
      NO_ROW,
      6,
    ]);
    expect(ancestorRows([parents], parents.length)).toEqual(parents);
  });
});
