// Lost energy as text in the current language.
import type { LostEnergy } from "../../../domain/plant/lost-energy.ts";
import {
  addingUp,
  energyRangeText,
  energyScale,
  inStep,
  plusMinus,
  sureStep,
} from "../../../domain/loss/loss-text.ts";
import { formatMillions, formatMoney, formatNumber, t } from "../../shell/locale.ts";

/** Electric energy per year: "12.4 GWh/a", "310 MWh/a", "4.2 MWh/a". */
export function formatEnergy(mwh: number): string {
  const { mwh_per_unit, digits, unit } = energyScale(mwh);
  return `${formatNumber(mwh / mwh_per_unit, digits)}\u202F${unit}`;
}

/** Energy or money a year with twice the standard uncertainty. */
type Uncertain = {
  readonly mwh: number;
  readonly money: number;
  readonly uncertainty: { readonly mwh: number; readonly money: number };
};

/** "310 ± 40 MWh/a": both in the unit of the energy, or of the whole that this is a part of. */
export function energyWithRange(energy: Uncertain, whole: Pick<Uncertain, "mwh"> = energy): string {
  return energyRangeText(energy, whole.mwh, formatNumber, lessThan);
}

/** "less than €0.1 M": of what is 0 in the digits that are sure; "€0.0 M ± €0.1 M" says nothing to a reader. */
function lessThan(amount: string): string {
  return t("loss:less_than", { amount });
}

/** From so much on money is said in millions. */
const MILLION = 1e6;

type Money = {
  readonly money: number;
  readonly uncertainty: { readonly money: number };
};

/** A function that says amounts as the whole is said: "€455,000", "€1.3 M" with the digits of the step. */
function wordsOf(whole: number, currency: string, step: number, most = 0) {
  // Cents are only said where they are sure.
  const cents = step < 1 ? most : 0;
  if (Math.abs(whole) < MILLION) return (amount: number) => formatMoney(amount, currency, cents);
  const digits = Math.max(0, 6 - Math.round(Math.log10(step)));
  return (amount: number) => formatMillions(amount / MILLION, currency, digits);
}

/** "€18,600 ± €2,400", "€1.3 M ± €0.2 M", with the digits that are sure. */
export function moneyWithRange({ money, uncertainty }: Money, currency: string, most = 0): string {
  const step = sureStep(uncertainty.money, Math.abs(money) < most ? 0.01 : 1);
  const [value, wide] = inStep(money, uncertainty.money, step);
  const words = wordsOf(value, currency, step, most);
  if (value === 0 && wide > 0) return lessThan(words(wide));
  return plusMinus(words(value), words(wide));
}

/**
 * The parts of a whole as text, in the step of the whole: as they are shown they add up to the whole as it is shown.
 */
export function moneyAddingUp(parts: readonly Money[], whole: Money, currency: string): string[] {
  const step = sureStep(whole.uncertainty.money, 1);
  const words = wordsOf(inStep(whole.money, 0, step)[0], currency, step);
  const shown = addingUp(
    parts.map(({ money }) => money),
    step,
  );
  return parts.map(({ money, uncertainty }, at) => {
    const [, wide] = inStep(money, uncertainty.money, step);
    if (shown[at] === 0 && wide > 0) return lessThan(words(wide));
    return plusMinus(words(shown[at]!), words(wide));
  });
}

/** "–" where it is not known. */
export function formatLostEnergy(energy: LostEnergy | null): string {
  return energy === null ? "–" : energyWithRange(energy);
}
