// @vitest-environment happy-dom
// One amount with its ± is one text: screens and report say it alike, with the digits that the ± leaves (GUM 7.2.6).
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../src/client/i18n.ts";
import { valueRangeText } from "../src/domain/key-figure/value-range-text.ts";
import { lossDefaults } from "../src/domain/loss/loss-settings.ts";
import { wordsOf } from "../src/server/report/report-words.ts";
import { energyWithRange, moneyWithRange } from "../src/state/plant/analysis/energy-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const report = wordsOf({
  locale: "en",
  plant: { capacity_estimated: false } as Parameters<typeof wordsOf>[0]["plant"],
  loss: lossDefaults,
});
const price = { currency: lossDefaults.currency, tariff: lossDefaults.tariff };

/** "€1.3 M ± €0.2 M", "3.3 ± 0.7 GWh/a" as two numbers, and how many decimals each is written with. */
function read(text: string) {
  const numbers = text
    .split("±")
    .map((one) => /-?[\d,]+(\.\d+)?/.exec(one)![0].replaceAll(",", ""));
  const scale = [
    [/ M\b/u, 1e6],
    [/GWh/, 1000],
    [/kWh/, 0.001],
  ].find(([unit]) => (unit as RegExp).test(text.replaceAll("\u202F", " ")));
  return {
    values: numbers.map((one) => Number(one) * ((scale?.[1] as number | undefined) ?? 1)),
    decimals: numbers.map((one) => one.split(".")[1]?.length ?? 0),
  };
}

const amounts = fc.tuple(
  fc.double({ min: 0.02, max: 60_000, noNaN: true }),
  fc.double({ min: 0.03, max: 0.6, noNaN: true }),
);

test.each([
  [
    "energy",
    (value: number, wide: number) => {
      const energy = { mwh: value, uncertainty: { mwh: wide } };
      return [energyWithRange(energy), report.energyWithRange(energy)] as const;
    },
  ],
  [
    "money",
    (value: number, wide: number) =>
      [
        moneyWithRange({ money: value * 60, uncertainty: { money: wide * 60 } }, price),
        report.moneyWithRange({ money: value * 60, uncertainty: { money: wide * 60 } }),
      ] as const,
  ],
])("%s is the same on screens and in the report, with the digits that are sure", (kind, said) => {
  const per = kind === "money" ? 60 : 1;
  fc.assert(
    fc.property(amounts, ([value, share]) => {
      const wide = value * share;
      const [screen, paper] = said(value, wide);
      expect(paper).toBe(screen);
      const { values, decimals } = read(screen);
      const [shown, range] = values as [number, number];
      expect(decimals[0]).toBe(decimals[1]);
      // One digit of the ±, two where it begins with a 1: the last of them is what the value is rounded to.
      const size = 10 ** Math.floor(Math.log10(wide * per));
      const step = Math.max(
        (wide * per) / size < 2 ? size / 10 : size,
        kind === "money" ? 0.01 : 0,
      );
      const least = kind === "money" && value * per >= 100 ? Math.max(step, 1) : step;
      expect(Math.abs(shown - value * per)).toBeLessThanOrEqual(least * 0.5001 + 1e-6);
      expect(Math.abs(range - wide * per)).toBeLessThanOrEqual(least * 0.5001 + 1e-6);
    }),
    { numRuns: 500 },
  );
});

test("a measured value and its ± have the decimals of the key figure", () => {
  const fives = { step: 5, unit: "W/m" };
  expect(valueRangeText(fives, 902.4, 171.2, "en")).toBe("900 ±\u202F170\u202FW/m");
  const tenths = { step: 0.1, unit: "K" };
  expect(valueRangeText(tenths, 7, 0.5, "en")).toBe("7.0 ±\u202F0.5\u202FK");
  expect(valueRangeText(tenths, 14.66, 1.94, "es")).toBe("14,7 ±\u202F1,9\u202FK");
  expect(valueRangeText(tenths, -0.02, 0.5, "en")).toBe("0.0 ±\u202F0.5\u202FK");
  expect(valueRangeText(tenths, 7, 0.04, "en")).toBe("7.0 ±\u202F0.1\u202FK");
});
