// A measured value with its uncertainty as text, the same on screens, in reports and in files.
import { plusMinus } from "../loss/loss-text.ts";
import { unitSuffix } from "../unit-suffix.ts";
import type { KeyFigure } from "./key-figure.ts";
import { roundToStep } from "./severity.ts";

/** Decimals that the step of a key figure can show. */
export function decimalsOf({ step }: Pick<KeyFigure, "step">): number {
  return Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
}

/**
 * "14.7 ± 1.9 K", "7.0 ± 0.5 K": both with all decimals of the step of the key figure.
 * @param wide the uncertainty, in the unit of the value
 * @param locale BCP 47
 */
export function valueRangeText(
  figure: Pick<KeyFigure, "step" | "unit">,
  value: number,
  wide: number,
  locale: string,
): string {
  const digits = decimalsOf(figure);
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // No "-0".
  const said = (one: number) => format.format(roundToStep(figure, one) + 0);
  return (
    plusMinus(said(value), said(uncertaintyInStep(figure, wide))) + unitSuffix(figure.unit, locale)
  );
}

/**
 * An uncertainty in whole steps of its key figure. One that is there is a step at least: "± 0.0" would say that the
 * value is exact.
 */
export function uncertaintyInStep(figure: Pick<KeyFigure, "step">, wide: number): number {
  return wide > 0 ? Math.max(figure.step, roundToStep(figure, wide)) : 0;
}
