// Amounts of money as they are said, of amounts whose words are written by hand.
import { expect, test } from "vitest";
import { moneyRangeText, moneyTableText, type MoneyNotation } from "./money-text.ts";

const notation = (locale: string): MoneyNotation => ({
  locale,
  currency: "EUR",
  million: "M",
  lessThan: (amount) => `less than ${amount}`,
  upTo: (sum, most) => `${sum}, up to ${most}`,
});
/** Spaces that do not break are written as plain ones. */
const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, " ");
const money = (amount: number, wide: number) => ({
  money: amount,
  uncertainty: { money: wide },
});
const said = (amount: number, wide: number, most: number | null = null, locale = "en") =>
  plain(
    moneyRangeText(
      { ...money(amount, wide), most: most === null ? null : { money: most } },
      notation(locale),
    ),
  );

test("has the digits that its uncertainty leaves, and millions above a million", () => {
  expect(said(18_612, 2_388)).toBe("€19,000 ± €2,000");
  expect(said(18_612, 1_388)).toBe("€18,600 ± €1,400");
  expect(said(1_324_374, 212_000)).toBe("€1.3 M ± €0.2 M");
  expect(said(1.5, 0.3)).toBe("€1.50 ± €0.30");
  expect(said(18_612, 1_388, null, "es")).toBe("18.600 € ± 1400 €");
});

test("an upper end has two digits, and is never below itself", () => {
  expect(said(1_700, 400, 4_120)).toBe("€1,700 ± €400, up to €4,200");
  expect(said(980_000, 90_000, 1_210_000)).toBe("€980,000 ± €90,000, up to €1.3 M");
});

test("a sum of which no digit is sure is said by its upper end alone", () => {
  expect(said(3, 80, 4_120)).toBe("less than €4,200");
  expect(said(0, 0, 4_120)).toBe("less than €4,200");
  const table = moneyTableText(
    [[money(0, 0)]],
    { ...money(0, 0), most: { money: 90 } },
    notation("en"),
  );
  expect(plain(table.whole)).toBe("less than €90");
});
