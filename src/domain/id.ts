// Shapes of IDs and of whole numbers in addresses.
import { z } from "zod";

/** The largest integer of a column in the database. */
export const MAX_INTEGER = 2_147_483_647;

/** The ID of a stored object, in a body. */
export const idShape = z.number().int().positive().max(MAX_INTEGER);

/** A whole number in an address or a query: decimal digits only, no sign, exponent, leading zero or hexadecimal form. */
export function digitsShape(least: number, most: number) {
  return z.coerce
    .string<string | number>()
    .regex(/^(0|[1-9]\d*)$/)
    .transform(Number)
    .pipe(z.number().int().min(least).max(most))
    .meta({ type: "integer", minimum: least, maximum: most });
}

/** The ID of a stored object, in an address or a query. */
export const idTextShape = digitsShape(1, MAX_INTEGER);
