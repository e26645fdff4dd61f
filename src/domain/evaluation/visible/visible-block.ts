// A part of a visible picture.
import type { PixelWindow } from "../zone.ts";

/** Red, green and blue as bytes, row by row from the top, and where there are any: the fourth band, or no nodata. */
export type VisibleBlock = PixelWindow & {
  readonly bands: readonly [ArrayLike<number>, ArrayLike<number>, ArrayLike<number>];
  readonly isValid: (at: number) => boolean;
};
