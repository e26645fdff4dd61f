// Energy as it is read: as few digits as its uncertainty allows, in all languages.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { energyRangeText, energyTableText, energyText, type Energy } from "./energy-text.ts";

const energy = (mwh: number, wide: number): Energy => ({ mwh, uncertainty: { mwh: wide } });
const notation = (locale: string) => ({
  locale,
  lessThan: (amount: string) => `less than ${amount}`,
  upTo: (sum: string, most: string) => `${sum}, up to ${most}`,
});
const plain = (text: string) => text.replaceAll("\u202F", " ");
const said = (mwh: number, wide: number, locale = "en") =>
  plain(energyRangeText(energy(mwh, wide), notation(locale)));

test("has the digits that its uncertainty leaves, three at most", () => {
  expect(said(913, 400)).toBe("900 ± 400 MWh/a");
  expect(said(913.4, 14)).toBe("913 ± 14 MWh/a");
  expect(said(7613, 2000)).toBe("8 ± 2 GWh/a");
  expect(said(7613, 140)).toBe("7.61 ± 0.14 GWh/a");
  expect(said(21_800, 5600)).toBe("22 ± 6 GWh/a");
  expect(said(4.21, 0.3)).toBe("4.2 ± 0.3 MWh/a");
  // More digits than the methods state are none, however small the spread.
  expect(said(913.42, 0.003)).toBe("913 ± 1 MWh/a");
  expect(said(0, 0)).toBe("0 ± 0 MWh/a");
});

test("an upper end has two digits, and is never below itself", () => {
  const text = (mwh: number, wide: number, most: number) =>
    plain(energyRangeText({ ...energy(mwh, wide), most: { mwh: most } }, notation("en")));
  expect(text(56, 12, 131.2)).toBe("56 ± 12 MWh/a, up to 140 MWh/a");
  expect(text(56, 12, 70)).toBe("56 ± 12 MWh/a, up to 70 MWh/a");
  expect(text(980, 90, 1210)).toBe("980 ± 90 MWh/a, up to 1.3 GWh/a");
  // "Less than 20 kWh/a, up to 3.1 MWh/a" says two things of one amount.
  expect(text(0, 0.02, 3.01)).toBe("less than 3.1 MWh/a");
  expect(text(0, 0, 3.01)).toBe("less than 3.1 MWh/a");
});

test("a single module is said in kWh, and its uncertainty is never 0", () => {
  expect(said(0.14, 0.03)).toBe("140 ± 30 kWh/a");
  expect(said(0.353, 0.035)).toBe("350 ± 40 kWh/a");
  expect(said(0.9, 1.5)).toBe("900 ± 1,500 kWh/a");
  expect(said(0.0036, 0.0002)).toBe("3.6 ± 0.2 kWh/a");
  expect(said(-0.00001, 0.02)).toBe("less than 20 kWh/a");
});

test("each language has its own separators", () => {
  expect(said(0.9, 1.5, "pt")).toBe("900 ± 1.500 kWh/a");
  expect(said(0.0036, 0.0002, "es")).toBe("3,6 ± 0,2 kWh/a");
  expect(said(4.21, 0.3, "pt")).toBe("4,2 ± 0,3 MWh/a");
});

test("what has no sure digit is less than its upper end, which is never below value and uncertainty", () => {
  expect(said(0.02, 0.3)).toBe("less than 400 kWh/a");
  expect(said(0.2, 2.4)).toBe("less than 3 MWh/a");
  expect(said(20, 2400)).toBe("less than 3 GWh/a");
});

test("an energy without an uncertainty has its unit by its size", () => {
  const words = [12_400, 310, 4.2, 0.14, 0].map((one) => plain(energyText(one, "en")));
  expect(words).toEqual(["12.4 GWh/a", "310 MWh/a", "4.2 MWh/a", "140 kWh/a", "0 MWh/a"]);
});

test("each group of a table adds up as it is written, with the digits that a part has elsewhere", () => {
  // By hand: 3.32 and 14.61 are 17.93; the whole is said to the GWh, and its finest part to a tenth of one.
  const [findings, others, whole] = [energy(3320, 700), energy(14_610, 5000), energy(17_930, 5100)];
  const table = energyTableText([[findings, others]], whole, notation("en"));
  expect(table.groups.flat().map(plain)).toEqual(["3.3 ± 0.7 GWh/a", "14.6 ± 5.0 GWh/a"]);
  expect(plain(table.whole)).toBe("17.9 ± 5.1 GWh/a");
  expect(said(3320, 700)).toBe("3.3 ± 0.7 GWh/a");
  const small = [energy(7570, 190), energy(3, 1), energy(0, 0)];
  expect(
    energyTableText([small], energy(7573, 210), notation("en")).groups.flat().map(plain),
  ).toEqual(["7.57 ± 0.19 GWh/a", "less than 0.01 GWh/a", "0.00 ± 0.00 GWh/a"]);
  const numbers = fc.array(fc.double({ min: 0.001, max: 20_000, noNaN: true }), {
    minLength: 1,
    maxLength: 6,
  });
  const read = (text: string) =>
    text.startsWith("less") ? 0 : Number(/[-\d.]+/.exec(text.replaceAll(",", ""))![0]);
  fc.assert(
    fc.property(numbers, fc.double({ min: 0.05, max: 0.4, noNaN: true }), (all, wide) => {
      const sum = all.reduce((total, one) => total + one, 0);
      const parts = all.map((one) => energy(one, one * wide));
      const shown = energyTableText(
        [parts, [energy(sum, sum * wide)]],
        energy(sum, sum * wide),
        notation("en"),
      );
      for (const group of shown.groups)
        expect(group.reduce((total, one) => total + read(one), 0)).toBeCloseTo(
          read(shown.whole),
          6,
        );
    }),
  );
});
