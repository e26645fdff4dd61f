import { describe, expect, it } from "vitest";
import { aggregateColumn, ancestorRows } from "./aggregate.ts";
import { MISSING_U8 } from "./column.ts";
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

  it("answers for a column that is older and shorter than the twin", () => {
    expect([...aggregateColumn(values.slice(0, 2), parents, 3, worst)]).toEqual([70, NaN, NaN]);
  });
});

describe("ancestorRows", () => {
  it("walks several levels up and stops where the chain breaks", () => {
    const grandparents = Uint32Array.of(5, NO_ROW, 6);
    expect([...ancestorRows([parents, grandparents])]).toEqual([
      5,
      5,
      5,
      NO_ROW,
      NO_ROW,
      NO_ROW,
      6,
    ]);
    expect(ancestorRows([parents])).toBe(parents);
  });
});
