import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyFigureByKey, keyFigures } from "../key-figure/key-figure.ts";
import { toleranceSteps } from "./change-tolerance.ts";
import { differenceRequestOf } from "./difference-request.ts";
import {
  BETTER,
  CANNOT_TELL,
  decidingChanges,
  changeColumn,
  differenceColumn,
  ONLY_OLDER,
  groupedCounts,
  ONLY_NEWER,
  SAME,
  UNKNOWN,
  WORSE,
  worseningColumn,
} from "./difference.ts";

const before = Float32Array.of(40, 40, 40, NaN, 40);
const after = Float32Array.of(45, 40.4, 30, 40, NaN);

describe("differenceColumn", () => {
  it("classifies worse, same and better by direction and tolerance", () => {
    const request = { direction: "higher_is_worse", step: 0.1, tolerance: 5 } as const;
    expect([...differenceColumn(before, after, request)]).toEqual([
      WORSE,
      SAME,
      BETTER,
      ONLY_NEWER,
      ONLY_OLDER,
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
      ONLY_NEWER,
      // Class 9 is in no catalogue, so the difference is unknown.
      UNKNOWN,
    ]);
  });

  it("treats a change of exactly the tolerance as none, and missing classes as unknown", () => {
    const request = { direction: "lower_is_worse", step: 0.1, tolerance: 20 } as const;
    const to = Float32Array.of(38, 42, 37.9, 40, 40);
    expect([...differenceColumn(before, to, request)]).toEqual([
      SAME,
      SAME,
      WORSE,
      ONLY_NEWER,
      SAME,
    ]);
    const classes = { direction: "higher_is_worse", step: 1, tolerance: 9 } as const;
    // Without severities the numbers themselves are compared; the tolerance is for measured values.
    const [from, next] = [Uint8Array.of(0, 255, 2, 1), Uint8Array.of(255, 0, 0, 2)];
    expect([...differenceColumn(from, next, classes)]).toEqual([
      ONLY_OLDER,
      ONLY_NEWER,
      BETTER,
      WORSE,
    ]);
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
    expect([...result]).toEqual([WORSE, ONLY_NEWER, ONLY_NEWER, ONLY_NEWER, UNKNOWN]);
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

  it("cannot tell where a change that matters could hide in the uncertainty", () => {
    const request = { direction: "higher_is_worse", step: 1, tolerance: 10 } as const;
    const [from, to] = [new Float32Array(3).fill(500), Float32Array.of(520, 640, 900)];
    const stated = { before: Float32Array.of(60, 90, 90), after: Float32Array.of(60, 90, 90) };
    const classesAt = (notable_change: number) => [
      ...differenceColumn(from, to, { ...request, notable_change }, stated),
    ];
    // 60 and 60 are 85 together, 90 and 90 are 127.
    expect(classesAt(100)).toEqual([SAME, WORSE, WORSE]);
    expect(classesAt(84)).toEqual([CANNOT_TELL, WORSE, WORSE]);
    expect(classesAt(50)).toEqual([CANNOT_TELL, WORSE, WORSE]);
    const wide = { before: new Float32Array(3).fill(200), after: new Float32Array(3).fill(200) };
    const widely = differenceColumn(from, to, { ...request, notable_change: 100 }, wide);
    expect([...widely]).toEqual([CANNOT_TELL, CANNOT_TELL, WORSE]);
  });

  it("follows the measurement that is free of the weather, where both analyses have it", () => {
    const request = { direction: "higher_is_worse", step: 1, tolerance: 10 } as const;
    const [from, to] = [new Float32Array(5).fill(500), new Float32Array(5).fill(600)];
    const behind = Uint8Array.of(SAME, BETTER, CANNOT_TELL, ONLY_OLDER, UNKNOWN);
    const followed = differenceColumn(from, to, request, {}, behind);
    expect([...followed]).toEqual([SAME, BETTER, CANNOT_TELL, WORSE, WORSE]);
    // A class keeps its own direction; it is only held where the measurement did not change.
    const classes = { ...request, step: 1, tolerance: 0, severity: Int8Array.of(0, 1) };
    const [one, two] = [new Uint8Array(5), new Uint8Array(5).fill(1)];
    const held = differenceColumn(one, two, classes, {}, behind);
    expect([...held]).toEqual([SAME, WORSE, CANNOT_TELL, WORSE, WORSE]);
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

  it("calls a class worse that dust or an open string gave, although the temperature stayed", () => {
    const [figure, kelvin] = [
      keyFigureByKey("class_of_abnormality")!,
      keyFigureByKey("delta_t_normalised")!,
    ];
    const request = differenceRequestOf(kelvin, kelvin.limits);
    const [cool, also] = [Float32Array.of(0, 0, 9.9, 9.9), Float32Array.of(0, 0, 10.3, 9.9)];
    const heat = { before: cool, after: also, request };
    const changes = differenceColumn(cool, also, request);
    // None to marked by dust; none both times; 9.9 to 10.3 K; slight by heat to power lost by a string.
    const classes = {
      before: Uint8Array.of(1, 1, 4, 4),
      after: Uint8Array.of(2, 1, 2, 5),
      request: differenceRequestOf(figure, []),
    };
    const deciding = decidingChanges(classes, { ...heat, changes });
    expect([...deciding]).toEqual([UNKNOWN, SAME, SAME, UNKNOWN]);
    const found = differenceColumn(classes.before, classes.after, classes.request, {}, deciding);
    expect([...found]).toEqual([WORSE, SAME, SAME, WORSE]);
  });

  it("calls a class that changed near its limit the same where the measurement did not change", () => {
    const figure = keyFigureByKey("delta_t_normalised")!;
    const kelvin = {
      direction: figure.direction,
      step: figure.step,
      tolerance: toleranceSteps(figure, figure.limits),
    };
    // 9.9 and 10.3 K lie on two sides of the limit of 10 K; the tolerance is 1.5 K.
    const measured = differenceColumn(
      Float32Array.of(9.9, 9.9, 10.3, NaN, 3),
      Float32Array.of(10.3, 12, 9.9, 11, 3),
      kelvin,
    );
    expect([...measured]).toEqual([SAME, WORSE, SAME, ONLY_NEWER, SAME]);
    const severity = Int8Array.of(-1, 0, 2, 3, 1);
    const request = { direction: "higher_is_worse", step: 1, tolerance: 0, severity } as const;
    const [from, to] = [Uint8Array.of(4, 4, 2, 4, 255), Uint8Array.of(2, 2, 4, 2, 1)];
    expect([...differenceColumn(from, to, request, {}, measured)]).toEqual([
      SAME,
      WORSE,
      SAME,
      // Measured in one analysis only: the classes alone decide.
      WORSE,
      ONLY_NEWER,
    ]);
    expect([...differenceColumn(from, to, request)].slice(0, 3)).toEqual([WORSE, WORSE, BETTER]);
  });
});

describe("a ranking by change", () => {
  it("orders by how much worse, puts the same on one rank and leaves out what cannot be compared", () => {
    const request = { direction: "both", step: 0.1, tolerance: 5 } as const;
    const [from, to] = [
      Float32Array.of(-1, 2, 3, 0, NaN, 4),
      Float32Array.of(-3.5, 2.3, -1, 1, 2, NaN),
    ];
    const classes = differenceColumn(from, to, request);
    expect([...classes]).toEqual([WORSE, SAME, BETTER, WORSE, ONLY_NEWER, ONLY_OLDER]);
    const worsening = [...worseningColumn(from, to, classes, request)];
    expect(worsening).toEqual([2.5, 0, -2, 1, NaN, NaN]);
    const change = [...changeColumn(from, to, request)];
    expect(change.map((one) => Math.round(one * 10) / 10)).toEqual([-2.5, 0.3, -4, 1, NaN, NaN]);
  });

  it("counts by group what a count of each group alone gives", () => {
    const row = fc.record({ value: fc.nat({ max: 6 }), group: fc.nat({ max: 4 }), is: fc.nat(1) });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const counts = groupedCounts(
          Uint8Array.from(rows, ({ value }) => value),
          Uint32Array.from(rows, ({ group }) => group),
          4,
          Uint8Array.from(rows, ({ is }) => is),
        );
        const expected = [0, 1, 2, 3].flatMap((group) =>
          [0, 1, 2, 3, 4, 5, 6].map(
            (value) =>
              rows.filter((one) => one.is === 1 && one.group === group && one.value === value)
                .length,
          ),
        );
        expect([...counts]).toEqual(expected);
      }),
    );
  });
});
