// Parts that a repair used: an amount and a name each, kept as one line, "2 × Bypass diode; 1 × Module".
import { limits } from "../limits.ts";
import { lineShape } from "../text.ts";

/** The largest amount of one part in a line: `entry` below reads four digits. */
export const MOST_OF_PART = 9999;

export type Part = { readonly amount: number; readonly name: string };

/**
 * Whole pieces: a length or a weight is part of the name. Letters and signs that people write for "×" are taken; an x
 * before a letter may begin a name, as in "2 Xenon lamps".
 */
const entry = /^([1-9]\d{0,3})\s*(?:[×*]|[xX](?!\p{L}))\s*(\S.*)$/u;

/** The parts of a line; null where it says no amount of one of them, or is empty. */
export function partsIn(line: string): readonly Part[] | null {
  const parts = line.split(";").map((text): Part | null => {
    const [, amount, name] = entry.exec(text.trim()) ?? [];
    return amount === undefined || name === undefined ? null : { amount: Number(amount), name };
  });
  return parts.includes(null) ? null : parts.filter((one) => one !== null);
}

/** The line of these parts. A semicolon parts them, so that it becomes a comma in a name. */
export function partsLine(parts: readonly Part[]): string {
  return parts
    .map(({ amount, name }) => `${amount} × ${name.replaceAll(";", ",").trim()}`)
    .join("; ");
}

/** One way of writing for one meaning: two lines that say the same are no change. */
export const partsShape = lineShape
  .refine((line) => partsIn(line) !== null, "parts_unreadable")
  .overwrite((line) => partsLine(partsIn(line) ?? []))
  .max(limits.findingPartsLetters);
