// Money as it is read: as few digits as its uncertainty allows, and parts that add up as they are shown.
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { moneyAddingUp, moneyWithRange } from "./energy-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const money = (amount: number, uncertainty: number) => ({
  money: amount,
  uncertainty: { money: uncertainty },
});
const plain = (text: string) => text.replaceAll("\u202F", " ");

test("has the digits that are sure, in millions from a million on", () => {
  const said = (amount: number, uncertainty: number) =>
    plain(moneyWithRange(money(amount, uncertainty), "EUR"));
  expect(said(1_324_374, 240_000)).toBe("€1.3 M ± €0.2 M");
  expect(said(1_324_374, 140_000)).toBe("€1.32 M ± €0.14 M");
  expect(said(454_900, 48_000)).toBe("€450,000 ± €50,000");
  expect(said(18_630, 2_400)).toBe("€19,000 ± €2,000");
  expect(said(0, 0)).toBe("€0 ± €0");
});

test("parts of a whole add up as they are shown", () => {
  const parts = [money(451_000, 60_000), money(330_000, 90_000), money(539_000, 100_000)];
  const whole = money(1_320_000, 240_000);
  const words = moneyAddingUp(parts, whole, "EUR").map(plain);
  const shown = words.map((one) => Number(/€([\d.]+)/.exec(one)![1]));
  expect(shown.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1.3, 9);
  expect(words[0]).toBe("€0.5 M ± €0.1 M");
});
