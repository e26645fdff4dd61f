// Rounding for the screen and the severity of the measured value, both computed again on decimal texts.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { columnOfTexts, compared, decimal, type Decimal } from "./decimal.fixture.ts";
import { severitiesOf } from "../column/column-severity.ts";
import { decodeColumn, encodeColumn } from "../column/column-codec.ts";
import { keyFigures, type KeyFigure } from "./key-figure.ts";
import { roundToStep, severityOf, stepsOf } from "./severity.ts";

const measured = keyFigures.filter(({ kind, limits }) => kind === "f32" && limits.length > 0);

/** Severity by the decimal texts alone: how many limits the value has reached. */
function severityOfText({ direction, limits }: KeyFigure, value: Decimal): number {
  const size =
    direction === "both" && value.digits < 0n ? { ...value, digits: -value.digits } : value;
  return limits.filter((limit) => {
    const sign = compared(size, decimal(String(limit)));
    return direction === "lower_is_worse" ? sign <= 0 : sign >= 0;
  }).length;
}

/** A value of the key figure with up to seven digits, often close to one of its limits. */
const drawn = fc.constantFrom(...measured).chain((keyFigure) => {
  const [least, most] = keyFigure.range;
  const close = fc
    .record({
      limit: fc.constantFrom(...keyFigure.limits),
      by: fc.constantFrom(-0.05, -0.01, -0.001, -0.0001, 0, 0.0001, 0.001, 0.05),
      sign: fc.constantFrom(1, keyFigure.direction === "both" ? -1 : 1),
    })
    .map(({ limit, by, sign }) => sign * (limit + by));
  const anywhere = fc.double({ min: least, max: most, noNaN: true });
  return fc.record({
    keyFigure: fc.constant(keyFigure),
    texts: fc.array(
      fc.oneof(close, anywhere).map((value) => String(Number(value.toPrecision(7)))),
      { minLength: 1, maxLength: 20 },
    ),
  });
});

test("storing and rounding never change a severity", () => {
  fc.assert(
    fc.property(drawn, ({ keyFigure, texts }) => {
      const plain = texts.filter((text) => !text.includes("e"));
      const expected = plain.map((text) => severityOfText(keyFigure, decimal(text)));
      const column = decodeColumn(encodeColumn(columnOfTexts(plain), keyFigure));
      expect([...severitiesOf(column, keyFigure)]).toEqual(expected);
      expect(plain.map((text) => severityOf(keyFigure, Number(text)))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("a value close to a limit is judged as it was measured, with either sign", () => {
  const deviation = measured.find(({ key }) => key === "tracker_angle_deviation")!;
  const column = Float32Array.of(1.95, -1.95, 1.9999, -1.9999, 2, -2);
  const stored = decodeColumn(encodeColumn(column, deviation));
  expect([...severitiesOf(stored, deviation)]).toEqual([1, 1, 1, 1, 2, 2]);
});

test("is shown to the nearest step, a half away from zero for both signs", () => {
  const tie = fc.record({
    step: fc.constantFrom(...new Set(measured.map(({ step }) => step))),
    number: fc.integer({ min: -999_999, max: 999_999 }),
    places: fc.integer({ min: 0, max: 5 }),
  });
  fc.assert(
    fc.property(tie, ({ step, number, places }) => {
      // In units of 1e-7: |value| / step + 1/2, rounded down.
      const unit = BigInt(Math.round(step * 1e7));
      const size = BigInt(Math.abs(number)) * 10n ** BigInt(7 - places);
      const steps = Number((2n * size + unit) / (2n * unit)) * Math.sign(number) + 0;
      const value = Number(`${number}e-${places}`);
      expect([stepsOf(step, value), stepsOf(step, Math.fround(value))]).toEqual([steps, steps]);
      expect(roundToStep({ step }, value)).toBeCloseTo(steps * step, 9);
      expect(stepsOf(step, -value) + stepsOf(step, value)).toBe(0);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [9.95, 10],
  [3.95, 4],
  [1.95, 2],
  [-1.95, -2],
  [-3.95, -4],
  [9.949999, 9.9],
  [0.05, 0.1],
  [0.04, 0],
])("%d is shown as %d", (value, shown) => {
  expect(roundToStep({ step: 0.1 }, value)).toBe(shown);
  expect(roundToStep({ step: 0.1 }, Math.fround(value))).toBe(shown);
});
