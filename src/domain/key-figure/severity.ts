// The severity of a value: the rule behind map colours, table symbols and the list of findings.
import type { KeyFigure, Severity } from "./key-figure-shape.ts";

/**
 * 0 good, 1 watch, 2 poor, 3 act now. For measured key figures, the number of limits reached (a value at
 * a limit has reached it); classes have their own severity. `limits`: the plant's own instead of the
 * catalogue's. A missing value (NaN), an unknown class and a key figure without limits are 0.
 */
export function severityOf(
  keyFigure: Pick<KeyFigure, "kind" | "classes" | "direction" | "limits">,
  value: number,
  limits: readonly number[] = keyFigure.limits,
): Severity {
  if (keyFigure.kind === "u8") {
    return keyFigure.classes.find((known) => known.value === value)?.severity ?? 0;
  }
  const falling = keyFigure.direction === "lower_is_worse";
  // Columns hold float32: a limit of 0.7 must be reached by the stored 0.7.
  const judged = Math.fround(keyFigure.direction === "both" ? Math.abs(value) : value);
  let reached = 0;
  for (const exact of limits) {
    const limit = Math.fround(exact);
    if (falling ? judged <= limit : judged >= limit) reached += 1;
  }
  return Math.min(reached, 3) as Severity;
}

/** Why these limits cannot be set for a plant, or null: as many as the catalogue's, inside the range, in order. */
export function limitsRefusal(keyFigure: KeyFigure, limits: readonly number[]): string | null {
  if (keyFigure.kind === "u8" || keyFigure.limits.length === 0) return "limits_not_applicable";
  if (limits.length !== keyFigure.limits.length) return "limits_count";
  const [low, high] = keyFigure.direction === "both" ? [0, keyFigure.range[1]] : keyFigure.range;
  if (limits.some((limit) => !(limit >= low && limit <= high))) return "limits_out_of_range";
  const falling = keyFigure.direction === "lower_is_worse";
  const ordered = limits.every((limit, i) => {
    const before = limits[i - 1];
    return before === undefined || (falling ? limit < before : limit > before);
  });
  return ordered ? null : "limits_order";
}

/**
 * A tie in decimals is none in float32: 9.95 is stored as 9.9499998. The quotient is raised by more than
 * that error, and by less than the seventh digit of a value.
 */
const TIE = 1 + 1e-7;
/** With more steps than this, float32 has no digit left for the tie. */
const MAX_TIE = 1e6;

/** Whole steps of the value: the nearest number, and a half away from zero for both signs; NaN stays. */
export function stepsOf(step: number, value: number): number {
  const exact = Math.abs(value) / step;
  const steps = Math.floor((exact < MAX_TIE ? exact * TIE : exact) + 0.5);
  return value < 0 && steps > 0 ? -steps : steps;
}

/**
 * A measured value as it is shown: rounded to the key figure's step, without binary noise (12.3, not
 * 12.300000001). Severities, filters and differences take the measured value.
 */
export function roundToStep({ step }: Pick<KeyFigure, "step">, value: number): number {
  // Dividing by 1 / step is exact for decimal steps where multiplying by step is not.
  return step < 1 ? stepsOf(step, value) / Math.round(1 / step) : stepsOf(step, value) * step;
}
