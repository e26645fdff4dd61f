// What a shape says about a number, for the field in which it is typed: a field refuses what the shape refuses.
import { z } from "zod";

export type NumberLimits = {
  readonly minValue: number | undefined;
  readonly maxValue: number | undefined;
  /** The least value itself is refused: "above 0". */
  readonly isAbove: boolean;
  readonly isWhole: boolean;
};

/** @param shape a number, or a number that may be null */
export function numberLimits(shape: z.ZodNumber | z.ZodNullable<z.ZodNumber>): NumberLimits {
  const number = shape instanceof z.ZodNullable ? shape.unwrap() : shape;
  const finite = (limit: number | null) =>
    limit === null || !Number.isFinite(limit) ? undefined : limit;
  const minValue = finite(number.minValue);
  return {
    minValue,
    maxValue: finite(number.maxValue),
    isAbove: minValue !== undefined && !number.safeParse(minValue).success,
    isWhole: number.isInt,
  };
}
