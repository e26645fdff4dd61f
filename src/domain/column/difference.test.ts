import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyFigureByKey, keyFigures } from "../key-figure/key-figure.ts";
import { toleranceSteps } from "./change-tolerance.ts";
import { BETTER, differenceColumn, SAME, UNKNOWN, WORSE } from "./difference.ts";

const before = Float32Array.of(40, 40, 40, NaN, 40);
const after = Float32Array.of(45, 40.4, 30, 40, NaN);

describe("differenceColumn", () => {
  it("classifies worse, same and better by direction and tolerance", () => {
    const request = { direction: "higher_is_worse", step: 0.1, tolerance: 5 } as const;
    expect([...differenceColumn(before, after, request)]).toEqual([
      WORSE,
      SAME,
      BETTER,
      UNKNOWN,
      UNKNOWN,
    ]);
    const lower = { direction: "lower_is_worse", step: 0.1, tolerance: 5 } as const;
    expect([...differenceColumn(before, after, lower)].slice(0, 3)).toEqual([BETTER, SAME, WORSE]);
  });

  it("compares distances from zero where both ends are bad", () => {
    const request = { direction: "both", step: 1, tolerance: 0 } as const;
    const from = Float32Array.of(-5, 2, -1);
    const to = Float32Array.of(3, -4, 1);
    expect([...differenceColumn(from, to, request)]).toEqual([BETTER, WORSE, SAME]);
  });

  it("compares classes by severity, also for a neutral key figure", () => {
    const severity = Int8Array.of(0, 3, 1);
    const from = Uint8Array.of(0, 1, 2, 255, 9);
    const to = Uint8Array.of(1, 2, 2, 0, 0);
    const request = { direction: "neutral", step: 1, tolerance: 0, severity } as const;
    expect([...differenceColumn(from, to, request)]).toEqual([
      WORSE,
      BETTER,
      SAME,
      UNKNOWN,
      // Class 9 is in no catalogue, so the difference is unknown.
      UNKNOWN,
    ]);
  });

  it("treats a change of exactly the tolerance as none, and missing classes as unknown", () => {
    const request = { direction: "lower_is_worse", step: 0.1, tolerance: 20 } as const;
    const to = Float32Array.of(38, 42, 37.9, 40, 40);
    expect([...differenceColumn(before, to, request)]).toEqual([SAME, SAME, WORSE, UNKNOWN, SAME]);
    const classes = { direction: "higher_is_worse", step: 1, tolerance: 9 } as const;
    // Without severities the numbers themselves are compared; the tolerance is for measured values.
    const [from, next] = [Uint8Array.of(0, 255, 2, 1), Uint8Array.of(255, 0, 0, 2)];
    expect([...differenceColumn(from, next, classes)]).toEqual([UNKNOWN, UNKNOWN, BETTER, WORSE]);
    const severity = Int8Array.of(0, 1);
    expect([
      ...differenceColumn(Uint8Array.of(0, 7), Uint8Array.of(7, 0), { ...classes, severity }),
    ]).toEqual([UNKNOWN, UNKNOWN]);
  });

  it("is unknown for a changed neutral value", () => {
    const request = { direction: "neutral", step: 1, tolerance: 1 } as const;
    expect([...differenceColumn(before, after, request)].slice(0, 2)).toEqual([UNKNOWN, SAME]);
  });

  it("has a row for components that are in only one analysis", () => {
    const request = { direction: "higher_is_worse", step: 1, tolerance: 0 } as const;
    const result = differenceColumn(before.slice(0, 1), after, request);
    expect([...result]).toEqual([WORSE, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN]);
  });

  it("does not depend on the noise of float32", () => {
    const figure = keyFigureByKey("delta_t_normalised")!;
    const request = {
      direction: figure.direction,
      step: figure.step,
      tolerance: toleranceSteps(figure, figure.limits),
    };
    const [from, to] = [Float32Array.of(1, 1.9, 1.9), Float32Array.of(2.5, 3.4, 3.5)];
    expect([...differenceColumn(from, to, request)]).toEqual([SAME, SAME, WORSE]);
  });

  it("agrees with whole-number arithmetic, for every measured key figure", () => {
    const figures = keyFigures.filter(
      ({ kind, direction }) => kind === "f32" && direction !== "neutral",
    );
    const row = fc.record({
      from: fc.integer({ min: -4000, max: 4000 }),
      by: fc.integer({ min: -60, max: 60 }),
      stated: fc.option(fc.integer({ min: 0, max: 80 }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...figures), fc.array(row, { maxLength: 50 }), (figure, rows) => {
        const { step, direction, uncertainty } = figure;
        const floats = (of: (one: (typeof rows)[number]) => number) =>
          Float32Array.from(rows, (one) => of(one));
        const tolerance = toleranceSteps(figure, figure.limits);
        const stated = floats(({ stated: own }) => (own === null ? NaN : own * step));
        const classes = differenceColumn(
          floats(({ from }) => from * step),
          floats(({ from, by }) => (from + by) * step),
          { direction, step, tolerance, ...(uncertainty ? { uncertainty } : {}) },
          { before: stated, after: stated },
        );
        const expected = rows.map(({ from, by, stated: own }) => {
          const [one, two] = [BigInt(from), BigInt(from + by)];
          const size = (steps: bigint) => (steps < 0n ? -steps : steps);
          const change = direction === "both" ? size(two) - size(one) : two - one;
          // In ten-thousandths of a step.
          const part = (value: number) => BigInt(Math.round(value * 10_000));
          const doubt = (steps: bigint) => {
            const usual =
              part((uncertainty?.absolute ?? 0) / step) +
              part(uncertainty?.relative ?? 0) * size(steps);
            const said = own === null ? 0n : BigInt(own) * 10_000n;
            return said > usual ? said : usual;
          };
          const [first, second] = [doubt(one), doubt(two)];
          const isSame =
            size(change) <= BigInt(tolerance) ||
            (change * 10_000n) ** 2n <= first * first + second * second;
          if (isSame) return SAME;
          return change > 0n === (direction !== "lower_is_worse") ? WORSE : BETTER;
        });
        expect([...classes]).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves a severe tube the same whose heat loss scatters within its uncertainty", () => {
    const heat = keyFigureByKey("heat_loss")!;
    const { direction, step, uncertainty } = heat;
    const tolerance = toleranceSteps(heat, heat.limits);
    // 1,000 W/m is uncertain by 190 W/m: two of them may differ by 190 times the root of 2, 268 W/m.
    const from = new Float32Array(6).fill(1000);
    const to = Float32Array.of(1050, 1190, 1260, 1400, 770, 700);
    const request = { direction, step, tolerance, uncertainty: uncertainty! };
    expect([...differenceColumn(from, to, request)]).toEqual([
      SAME,
      SAME,
      SAME,
      WORSE,
      SAME,
      BETTER,
    ]);
    // A survey can state a larger uncertainty, tube by tube.
    const stated = Float32Array.of(NaN, NaN, NaN, 400, NaN, 20);
    expect([...differenceColumn(from, to, request, { before: stated })].slice(3)).toEqual([
      SAME,
      SAME,
      BETTER,
    ]);
  });
});
