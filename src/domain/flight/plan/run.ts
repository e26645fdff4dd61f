// A line with the direction in which it is flown, and what the ways between lines cost.

/** Twice the index of a strip, plus 1 if it is flown from `to` to `from`. */
export type Run = number;

export const stripOf = (run: Run) => run >> 1;
export const reversed = (run: Run): Run => run ^ 1;

/** Seconds of the ways between lines; symmetric: a to b takes as long as reversed b to reversed a. */
export type WayCosts = {
  between(from: Run, to: Run): number;
  /** Never more than `between`, and cheap. */
  atLeast(from: Run, to: Run): number;
  /** From the take-off position to the beginning of a run, or from the end of the reversed run back. */
  toFirst(run: Run): number;
  /** True when no more work may be done on the order: what has an order keeps it. */
  isSpent(): boolean;
};

/** What may still be spent on the order of lines, in steps that are counted: no clock, so that plans stay the same. */
export type Work = { left: number };
