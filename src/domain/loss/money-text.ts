// Amounts of money as text, the same on screens and in reports: with the digits that are sure.
import {
  addingUp,
  inStep,
  plusMinus,
  roundedUp,
  sureStep,
  tableStep,
  upperEnd,
  type TableText,
} from "./loss-text.ts";

/** From so much on money is said in millions. */
const MILLION = 1e6;

/** Money of a single module is a few units of a currency: its cents are said where they are sure. */
const CENTS_BELOW = 100;

/** Twice the standard uncertainty, in the same currency. */
export type Money = {
  readonly money: number;
  readonly uncertainty: { readonly money: number };
  /** The upper end of a sum beside which modules may be faulty: it is said with the sum, wherever that is said. */
  readonly most?: { readonly money: number } | null;
};

export type MoneyNotation = {
  /** BCP 47. */
  readonly locale: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The short word for a million. */
  readonly million: string;
  /** Says an amount of which nothing is sure: "less than €100". */
  readonly lessThan: (amount: string) => string;
  /** Says a sum with its upper end: "€1,700 ± €400, up to €4,200". */
  readonly upTo: (sum: string, most: string) => string;
};

/** "€1,320", "1.320 €": with so many digits behind the separator. */
export function moneyText(
  amount: number,
  { locale, currency }: Pick<MoneyNotation, "locale" | "currency">,
  digits: number,
): string {
  return partsOf(amount, locale, currency, digits)
    .map(({ value }) => value)
    .join("");
}

/** "€1.3 M", "1,3 M €": an amount of millions. */
function millionsText(
  millions: number,
  { locale, currency, million }: Omit<MoneyNotation, "lessThan" | "upTo">,
  digits: number,
): string {
  const parts = partsOf(millions, locale, currency, digits);
  const last = parts.findLastIndex(({ type }) => type === "integer" || type === "fraction");
  return parts.map(({ value }, at) => (at === last ? `${value}\u202F${million}` : value)).join("");
}

const partsOf = (amount: number, locale: string, currency: string, digits: number) =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).formatToParts(amount);

/** A function that says amounts as the whole is said: "€455,000", "€1.3 M" with the digits of the step. */
function wordsOf(whole: number, notation: MoneyNotation, step: number) {
  const cents = step < 1 ? CENTS_BELOW : 0;
  if (Math.abs(whole) < MILLION) {
    return (amount: number) => moneyText(amount, notation, Math.abs(amount) < cents ? 2 : 0);
  }
  const digits = Math.max(0, 6 - Math.round(Math.log10(step)));
  return (amount: number) => millionsText(amount / MILLION, notation, digits);
}

/** "€18,600 ± €2,400", "€1.3 M ± €0.2 M", "€1.50 ± €0.30", with the digits that are sure, and its upper end where it has one. */
export function moneyRangeText(one: Money, notation: MoneyNotation): string {
  return withMost(sumText(one, notation), shownOf(one), one, notation);
}

/** The sum as it is said with its upper end; of a sum of which no digit is sure, that end alone. */
function withMost(sum: string, shown: number, one: Money, notation: MoneyNotation): string {
  if (!one.most) return sum;
  const most = roundedUp(one.most.money);
  // In millions a tenth is the second digit up to ten of them.
  const step = most < MILLION ? 1 : Math.max(1e5, 10 ** (Math.floor(Math.log10(most)) - 1));
  const end = wordsOf(most, notation, step)(most);
  return shown === 0 ? notation.lessThan(end) : notation.upTo(sum, end);
}

/** The step of an amount alone. */
function stepOf({ money, uncertainty }: Money): number {
  const isSmall = Math.abs(money) < CENTS_BELOW && money !== 0;
  return sureStep(uncertainty.money, isSmall ? 0.01 : 1);
}

/** An amount as it is shown alone, in whole steps. */
const shownOf = (one: Money) => inStep(one.money, one.uncertainty.money, stepOf(one))[0];

function sumText(one: Money, notation: MoneyNotation): string {
  const { money, uncertainty } = one;
  const step = stepOf(one);
  const [value, wide] = inStep(money, uncertainty.money, step);
  const words = wordsOf(value, notation, step);
  if (value === 0 && wide > 0) {
    return notation.lessThan(words(upperEnd(money, uncertainty.money, step)));
  }
  return plusMinus(words(value), words(wide));
}

/**
 * A table of amounts: each group of parts adds up to the whole as they are written, in one step.
 * @param groups each a split of the whole
 */
export function moneyTableText(
  groups: readonly (readonly Money[])[],
  whole: Money,
  notation: MoneyNotation,
): TableText {
  const wholeStep = ({ uncertainty }: Money) => sureStep(uncertainty.money, 1);
  const all = groups.flat().filter(({ money }) => money !== 0);
  const step = Math.max(1, tableStep(wholeStep(whole), all.map(wholeStep)));
  const [sum, width] = inStep(whole.money, whole.uncertainty.money, step);
  const words = wordsOf(sum, notation, step);
  const said = (money: number, { money: own, uncertainty }: Money) => {
    const [, wide] = inStep(own, uncertainty.money, step);
    return money === 0 && wide > 0
      ? notation.lessThan(words(upperEnd(own, uncertainty.money, step)))
      : plusMinus(words(money), words(wide));
  };
  return {
    groups: groups.map((parts) => {
      const shown = addingUp(
        parts.map(({ money }) => money),
        step,
      );
      return parts.map((one, at) => said(shown[at]!, one));
    }),
    whole: withMost(
      sum === 0 ? said(0, whole) : plusMinus(words(sum), words(width)),
      sum,
      whole,
      notation,
    ),
  };
}
