// Money as it is read: as few digits as its uncertainty allows.
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import {
  energyWithRange,
  lostMoneyAYear,
  moneyAYear,
  moneyTable,
  moneyWithRange,
  worthWords,
} from "./energy-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const money = (amount: number, uncertainty: number) => ({
  money: amount,
  uncertainty: { money: uncertainty },
});
const euro = { currency: "EUR", tariff: 60 } as const;
const plain = (text: string) => text.replaceAll("\u202F", " ");

test("has the digits that are sure, in millions from a million on", () => {
  const said = (amount: number, uncertainty: number) =>
    plain(moneyWithRange(money(amount, uncertainty), euro));
  expect(said(1_324_374, 240_000)).toBe("€1.3 M ± €0.2 M");
  expect(said(1_324_374, 140_000)).toBe("€1.32 M ± €0.14 M");
  expect(said(454_900, 48_000)).toBe("€450,000 ± €50,000");
  expect(said(18_630, 2_400)).toBe("€19,000 ± €2,000");
  expect(said(0, 0)).toBe("€0 ± €0");
});

test("lost money says that it is a year's, and that a price is missing", () => {
  const lost = {
    mwh: 7600,
    money: 454_900,
    uncertainty: { mwh: 1100, money: 66_000 },
    currency: "EUR",
    money_assumed: true,
    parts: [],
    missing_key_figure_ids: [],
  } as const;
  const said = (more: object) => plain(lostMoneyAYear({ ...lost, parts: [], ...more } as never));
  expect(said({})).toBe("≈ €450,000 ± €70,000/a");
  expect(said({ money_assumed: false })).toBe("€450,000 ± €70,000/a");
  expect(said({ money: null, uncertainty: { mwh: 1100, money: null } })).toBe("no price stated");
});

test("says “less than” where nothing is left in the digits that are sure", () => {
  expect(plain(moneyWithRange(money(30, 480), euro))).toBe("less than €600");
  const energy = { ...money(0, 0), mwh: 0.02, uncertainty: { money: 0, mwh: 0.3 } };
  expect(plain(energyWithRange(energy))).toBe("less than 400 kWh/a");
});

test("money of one module has its cents everywhere", () => {
  // A third of a euro leaves one digit: tenths, written as cents.
  expect(plain(moneyWithRange(money(1.53, 0.3), euro))).toBe("€1.50 ± €0.30");
  expect(plain(moneyAYear(money(1.53, 0.3), euro)!)).toBe("€1.50 ± €0.30/a");
});

test("says no money where the plant states a currency without a price of energy", () => {
  const none = { currency: "CLP", tariff: null } as const;
  expect(moneyWithRange(money(60, 20), none)).toBe("no price stated");
  expect(moneyAYear(money(60, 20), none)).toBeNull();
  const lost = { money: 60, mwh: 1, uncertainty: { money: 20, mwh: 0.1 } };
  expect(plain(worthWords(lost, none))).toBe("1.00 ± 0.10 MWh/a");
  expect(plain(worthWords(lost, euro))).toBe("1.00 ± 0.10 MWh/a, €60 ± €20 a year");
});

test("parts of a table add up as they are shown", () => {
  const parts = [money(451_000, 60_000), money(330_000, 90_000), money(539_000, 100_000)];
  const table = moneyTable([parts], money(1_320_000, 240_000), euro)!;
  // The whole is said to a tenth of a million, its finest part to a hundredth.
  expect(table.groups[0]!.map(plain)).toEqual([
    "€0.45 M ± €0.06 M",
    "€0.33 M ± €0.09 M",
    "€0.54 M ± €0.10 M",
  ]);
  expect(plain(table.whole)).toBe("€1.32 M ± €0.24 M");
  expect(moneyTable([parts], money(1, 1), { ...euro, tariff: null })).toBeNull();
});
