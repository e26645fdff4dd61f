// Money as it is read: as few digits as its uncertainty allows, and parts that add up as they are shown.
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import {
  energyAddingUp,
  energyWithRange,
  lostMoneyAYear,
  moneyAYear,
  moneyAddingUp,
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

test("parts of a whole add up as they are shown", () => {
  const parts = [money(451_000, 60_000), money(330_000, 90_000), money(539_000, 100_000)];
  const whole = money(1_320_000, 240_000);
  const words = moneyAddingUp(parts, whole, euro)!.map(plain);
  const shown = words.map((one) => Number(/€([\d.]+)/.exec(one)![1]));
  expect(shown.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1.3, 9);
  expect(words[0]).toBe("€0.5 M ± €0.1 M");
});

test("says “less than” where nothing is left in the digits that are sure", () => {
  const parts = [money(1_290_000, 200_000), money(30_000, 60_000), money(0, 0)];
  const words = moneyAddingUp(parts, money(1_320_000, 240_000), euro)!.map(plain);
  expect(words).toEqual(["€1.3 M ± €0.2 M", "less than €0.1 M", "€0.0 M ± €0.0 M"]);
  expect(plain(moneyWithRange(money(30, 480), euro))).toBe("less than €600");
  const energy = { ...money(0, 0), mwh: 0.02, uncertainty: { money: 0, mwh: 0.3 } };
  expect(plain(energyWithRange(energy))).toBe("less than 400 kWh/a");
});

test("a part is said in the unit of its whole", () => {
  const part = { mwh: 916, uncertainty: { mwh: 94 } };
  expect(plain(energyWithRange(part))).toBe("920 ± 90 MWh/a");
  const whole = { mwh: 7600, uncertainty: { mwh: 800 } };
  const other = { mwh: 6684, uncertainty: { mwh: 790 } };
  expect(energyAddingUp([part, other], whole).map(plain)).toEqual([
    "0.9 ± 0.1 GWh/a",
    "6.7 ± 0.8 GWh/a",
  ]);
});

test("says no money where the plant states a currency without a price of energy", () => {
  const none = { currency: "CLP", tariff: null } as const;
  expect(moneyWithRange(money(60, 20), none)).toBe("no price stated");
  expect(moneyAddingUp([money(60, 20)], money(60, 20), none)).toBeNull();
  expect(moneyAYear(money(60, 20), none)).toBeNull();
  const lost = { money: 60, mwh: 1, uncertainty: { money: 20, mwh: 0.1 } };
  expect(plain(worthWords(lost, none))).toBe("1.00 ± 0.10 MWh/a");
  expect(plain(worthWords(lost, euro))).toBe("1.00 ± 0.10 MWh/a, €60 ± €20 a year");
});
