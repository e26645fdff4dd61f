// Decimal texts as whole numbers, for tests that compute without floating point.

/** `digits` times ten to the power of minus `places`. */
export type Decimal = { readonly digits: bigint; readonly places: number };

/** "-1.95" is -195 with two places. */
export function decimal(text: string): Decimal {
  const [whole = "", part = ""] = text.split(".");
  return { digits: BigInt(whole + part), places: part.length };
}

/** Negative, zero or positive, as the first is less than, equal to or greater than the second. */
export function compared(one: Decimal, other: Decimal): number {
  const places = Math.max(one.places, other.places);
  const scaled = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  const difference = scaled(one) - scaled(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function columnOfTexts(texts: readonly string[]): Float32Array {
  return Float32Array.from(texts, Number);
}
