// Energy a year as text, the same on screens and in reports: with the digits that are sure.
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

/** Megawatt hours a year with twice their standard uncertainty. */
export type Energy = {
  readonly mwh: number;
  readonly uncertainty: { readonly mwh: number };
  /** The upper end of a sum beside which modules may be faulty: it is said with the sum, wherever that is said. */
  readonly most?: { readonly mwh: number } | null;
};

export type EnergyNotation = {
  /** BCP 47. */
  readonly locale: string;
  /** Says an amount of which nothing is sure: "less than 300 kWh/a". */
  readonly lessThan: (amount: string) => string;
  /** Says a sum with its upper end: "28 ± 6 MWh/a, up to 70 MWh/a". */
  readonly upTo: (sum: string, most: string) => string;
};

/** The methods state so many digits at most. */
const MOST_DIGITS = 3;

/** A tenth of a kWh, in MWh: no component of a plant is worth less. */
const LEAST_STEP = 1e-4;

/** A number with so many digits behind the separator: a last 0 that is sure is written. */
function numberText(value: number, digits: number, locale: string): string {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  // No "-0".
  return new Intl.NumberFormat(locale, fraction).format(value + 0);
}

/** Megawatt hours of a unit, and its name, for an energy of this size. A single module loses kilowatt hours. */
function unitOf(mwh: number): readonly [mwh: number, unit: string] {
  const size = Math.abs(mwh);
  if (size >= 1000) return [1000, "GWh/a"];
  return size >= 1 || size === 0 ? [1, "MWh/a"] : [0.001, "kWh/a"];
}

/** The step of an energy in MWh: of its uncertainty, with as many digits as the methods state. */
function stepOf({ mwh, uncertainty }: Energy): number {
  const size = Math.abs(mwh);
  const least = size > 0 ? 10 ** (Math.floor(Math.log10(size)) - MOST_DIGITS + 1) : 0;
  return sureStep(uncertainty.mwh, Math.max(least, LEAST_STEP));
}

/** A function that says energies in the unit of the whole with the digits of the step, both in MWh. */
function wordsOf(whole: number, step: number, { locale }: EnergyNotation) {
  const [mwh, unit] = unitOf(whole);
  const digits = Math.max(0, -Math.round(Math.log10(step / mwh)));
  const said = (value: number) => numberText(value / mwh, digits, locale);
  return {
    one: (value: number) => `${said(value)}\u202F${unit}`,
    range: (value: number, wide: number) => `${plusMinus(said(value), said(wide))}\u202F${unit}`,
  };
}

/** "12.4 GWh/a", "310 MWh/a", "4.2 MWh/a", "140 kWh/a": of an energy without an uncertainty. */
export function energyText(mwh: number, locale: string): string {
  const [per, unit] = unitOf(mwh);
  const size = Math.abs(mwh);
  const hasTenths = size >= 1000 || (size >= 1 && size < 10);
  return `${numberText(mwh / per, hasTenths ? 1 : 0, locale)}\u202F${unit}`;
}

/**
 * "310 ± 40 MWh/a", "140 ± 30 kWh/a", with the digits that are sure; "less than 20 kWh/a" where none is. With its upper
 * end, where it has one: "310 ± 40 MWh/a, up to 460 MWh/a".
 */
export function energyRangeText(energy: Energy, notation: EnergyNotation): string {
  const sum = sumText(energy, notation);
  return withMost(
    sum,
    inStep(energy.mwh, energy.uncertainty.mwh, stepOf(energy))[0],
    energy,
    notation,
  );
}

/** The sum as it is said with its upper end; of a sum of which no digit is sure, that end alone. */
function withMost(sum: string, shown: number, { most }: Energy, notation: EnergyNotation): string {
  if (!most) return sum;
  const end = energyText(roundedUp(most.mwh), notation.locale);
  return shown === 0 ? notation.lessThan(end) : notation.upTo(sum, end);
}

function sumText(energy: Energy, notation: EnergyNotation): string {
  const { mwh, uncertainty } = energy;
  if (mwh === 0 && uncertainty.mwh === 0) return wordsOf(0, 1, notation).range(0, 0);
  const step = stepOf(energy);
  const [value, wide] = inStep(mwh, uncertainty.mwh, step);
  if (value === 0 && wide > 0) {
    const most = upperEnd(mwh, uncertainty.mwh, step);
    return notation.lessThan(wordsOf(most, step, notation).one(most));
  }
  return wordsOf(value, step, notation).range(value, wide);
}

/**
 * A table of energies: each group of parts adds up to the whole as they are written, in one unit and one step.
 * @param groups each a split of the whole
 */
export function energyTableText(
  groups: readonly (readonly Energy[])[],
  whole: Energy,
  notation: EnergyNotation,
): TableText {
  const all = groups.flat().filter(({ mwh }) => mwh !== 0);
  const step = tableStep(stepOf(whole), all.map(stepOf));
  const [sum, width] = inStep(whole.mwh, whole.uncertainty.mwh, step);
  // Of a whole of which no digit is sure, no part has one.
  if (sum === 0) {
    const said = (one: Energy) => energyRangeText(one, notation);
    return { groups: groups.map((parts) => parts.map(said)), whole: said(whole) };
  }
  const words = wordsOf(sum, step, notation);
  const range = words.range(sum, width);
  return {
    groups: groups.map((parts) => {
      const shown = addingUp(
        parts.map(({ mwh }) => mwh),
        step,
      );
      return parts.map(({ mwh, uncertainty }, at) => {
        const [, wide] = inStep(mwh, uncertainty.mwh, step);
        return shown[at] === 0 && wide > 0
          ? notation.lessThan(words.one(upperEnd(mwh, uncertainty.mwh, step)))
          : words.range(shown[at]!, wide);
      });
    }),
    whole: withMost(range, sum, whole, notation),
  };
}
