// Numbers of losses as text: with the digits that their uncertainty leaves. In a table parts add up as they are shown.

/**
 * Step of a number that its uncertainty leaves one digit, two where that begins with a 1: 10,000 for 57,017 and
 * 1,000 for 14,200. At least `least`.
 */
export function sureStep(uncertainty: number, least: number): number {
  if (!(uncertainty > 0)) return least;
  const step = 10 ** Math.floor(Math.log10(uncertainty));
  return Math.max(least, uncertainty / step < 2 ? step / 10 : step);
}

/** What a number of which no digit is sure is less than: its upper end, in whole steps, never below it. */
export function upperEnd(value: number, uncertainty: number, step: number): number {
  // Sums of decimals miss whole steps by their last bits.
  return Math.max(1, Math.ceil((value + uncertainty) / step - 1e-9)) * step;
}

/** The upper end of a range with two digits, never below it: 71 for 70.2, 4,300 for 4,210. */
export function roundedUp(value: number): number {
  if (!(value > 0)) return 0;
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / step - 1e-9) * step;
}

/** A number and its uncertainty in whole steps; an uncertainty that is not 0 is a step at least. */
export function inStep(
  value: number,
  uncertainty: number,
  step: number,
): readonly [value: number, uncertainty: number] {
  const wide = uncertainty > 0 ? Math.max(1, Math.round(uncertainty / step)) : 0;
  return [Math.round(value / step) * step, wide * step];
}

/** "310 ± 40 MWh/a", of a number and its uncertainty, each as text in the reader's notation. */
export function plusMinus(value: string, uncertainty: string): string {
  return `${value} ±\u202F${uncertainty}`;
}

/**
 * Parts in whole steps whose sum is that of the parts in whole steps: what rounding leaves goes to those that it
 * changed most.
 */
export function addingUp(parts: readonly number[], step: number): number[] {
  const exact = parts.map((part) => part / step);
  const steps = exact.map(Math.floor);
  const sum = Math.round(exact.reduce((total, one) => total + one, 0));
  const left = sum - steps.reduce((total, one) => total + one, 0);
  const byRest = exact
    .map((one, at) => ({ at, rest: one - Math.floor(one) }))
    .toSorted((a, b) => b.rest - a.rest || a.at - b.at);
  for (const { at } of byRest.slice(0, Math.max(0, left))) steps[at]! += 1;
  return steps.map((one) => one * step);
}

/**
 * The step of a table whose parts add up: the finest of its parts, so that each has the digits that it has elsewhere, but
 * one digit more than the whole leaves at most.
 */
export function tableStep(whole: number, parts: readonly number[]): number {
  return Math.max(whole / 10, Math.min(whole, ...parts));
}

/** Groups of parts, each of which adds up to the whole as they are written. */
export type TableText = {
  readonly groups: readonly (readonly string[])[];
  readonly whole: string;
};
