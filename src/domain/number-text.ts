// Numbers as people and programs write them: with a decimal point or a decimal comma, with thousands marked or not.
// What a text means is never guessed: "1,500" is 1.5 for some and 1500 for others, and says so.

import { finish } from "./steps.ts";

export type DecimalSign = "." | ",";

export type NumberReading =
  | { readonly kind: "blank" }
  /** No number in either notation. */
  | { readonly kind: "bad" }
  /** `decimal` is the sign that this text proves to be the decimal one; null where it proves none. */
  | { readonly kind: "number"; readonly value: number; readonly decimal: DecimalSign | null }
  /** `sign` may mark decimals or thousands. */
  | {
      readonly kind: "ambiguous";
      readonly asDecimal: number;
      readonly asThousands: number;
      readonly sign: DecimalSign;
    };

const blank: NumberReading = { kind: "blank" };
const bad: NumberReading = { kind: "bad" };

/** Signs that stand for a minus: hyphens, the dashes that texts have, and the real one. */
const minus = /^[-\u2010-\u2013\u2212\uFE63\uFF0D]/;
/** Blanks and apostrophes between groups of three digits. */
const gap = String.raw`[ \u00A0\u2009\u202F'\u2019]`;
const plainNumber = /^(\d+)?(?:([.,])(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;
const gapped = new RegExp(String.raw`^\d{1,3}(?:${gap}\d{3})+(?=[.,]|$)`);

const FULL_WIDTH = 0xfee0;
/** Digits and signs of full width, as Japanese and Chinese keyboards write them, in their usual width. */
const usualWidth = (text: string): string =>
  text.replaceAll(/[\uFF0B-\uFF0E\uFF10-\uFF19\uFF25\uFF45]/g, (letter) =>
    String.fromCodePoint(letter.codePointAt(0)! - FULL_WIDTH),
  );

/**
 * What a text says as a number, in the notations of English, Spanish and Portuguese and with blanks or apostrophes
 * between thousands (ISO 80000-1). A number of a sheet is that number, and proves no decimal sign. Digits and signs of full
 * width are read as those of usual width. Superscripts are no digits: 45² is not 452. Nothing depends on the reader's
 * language.
 */
export function readNumber(text: string | number): NumberReading {
  if (typeof text === "number")
    return Number.isFinite(text) ? { kind: "number", value: text, decimal: null } : bad;
  const trimmed = usualWidth(text).trim();
  if (trimmed === "") return blank;
  const isNegative = minus.test(trimmed);
  const unsigned = (isNegative || trimmed.startsWith("+") ? trimmed.slice(1) : trimmed).trim();
  const grouped = gapped.exec(unsigned);
  const joined = grouped
    ? grouped[0].replaceAll(new RegExp(gap, "g"), "") + unsigned.slice(grouped[0].length)
    : unsigned;
  const reading = grouped ? readGapped(joined) : readUnsigned(joined);
  return isNegative ? negated(reading) : reading;
}

/** Thousands are marked by blanks, so a sign after them marks decimals. */
function readGapped(text: string): NumberReading {
  const found = plainNumber.exec(text);
  if (!found) return bad;
  return numberOf(text, (found[2] as DecimalSign | undefined) ?? null);
}

function readUnsigned(text: string): NumberReading {
  const found = plainNumber.exec(text);
  if (!found) return readMarked(text);
  const [, whole = "", sign, decimals, exponent] = found;
  if (whole === "" && !decimals) return bad;
  if (!sign) return numberOf(text, null);
  // Thousands have one to three digits before them, not a zero first, and exactly three after.
  const mayMarkThousands =
    decimals?.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && exponent === undefined;
  if (!mayMarkThousands) return numberOf(text, sign as DecimalSign);
  return {
    kind: "ambiguous",
    asDecimal: Number(`${whole}.${decimals}`),
    asThousands: Number(whole + decimals),
    sign: sign as DecimalSign,
  };
}

/** Several signs: the same one several times marks thousands; of two different ones the last marks decimals. */
function readMarked(text: string): NumberReading {
  for (const [mark, decimal] of [
    [",", "."],
    [".", ","],
  ] as const) {
    const [head = "", tail, ...more] = text.split(decimal);
    const groups = head.split(mark);
    const isGrouped =
      groups.length > 1 &&
      groups.every((group, at) => (at === 0 ? /^[1-9]\d{0,2}$/ : /^\d{3}$/).test(group));
    if (!isGrouped || more.length > 0 || (tail !== undefined && !/^\d+$/.test(tail))) continue;
    return { kind: "number", value: Number(`${groups.join("")}.${tail ?? "0"}`), decimal };
  }
  return bad;
}

function numberOf(text: string, decimal: DecimalSign | null): NumberReading {
  const value = Number(text.replace(",", "."));
  return Number.isFinite(value) ? { kind: "number", value, decimal } : bad;
}

function negated(reading: NumberReading): NumberReading {
  // 0 - value: a "-0" is 0.
  if (reading.kind === "number") return { ...reading, value: 0 - reading.value };
  if (reading.kind !== "ambiguous") return reading;
  return { ...reading, asDecimal: -reading.asDecimal, asThousands: -reading.asThousands };
}

export type NumberHint = {
  /** The decimal sign that the rest of the file uses. */
  readonly decimal?: DecimalSign | null;
  /** What the number can be: a meaning outside is none. */
  readonly least?: number | undefined;
  readonly greatest?: number | undefined;
};

/** The reading with what else is known; ambiguous still where both meanings are possible. */
export function settledNumber(reading: NumberReading, hint: NumberHint): NumberReading {
  if (reading.kind !== "ambiguous") return reading;
  const { asDecimal, asThousands, sign } = reading;
  const other = sign === "." ? "," : ".";
  if (hint.decimal)
    return hint.decimal === sign
      ? { kind: "number", value: asDecimal, decimal: sign }
      : { kind: "number", value: asThousands, decimal: other };
  const isPossible = (value: number) =>
    value >= (hint.least ?? -Infinity) && value <= (hint.greatest ?? Infinity);
  if (isPossible(asDecimal) === isPossible(asThousands)) return reading;
  return isPossible(asDecimal)
    ? { kind: "number", value: asDecimal, decimal: sign }
    : { kind: "number", value: asThousands, decimal: other };
}

/** The decimal sign that all texts of a file agree on; null where none proves one, or two contradict each other. */
export const decimalSignOf = (texts: Iterable<string | number>): DecimalSign | null =>
  finish(decimalSteps([texts]));

/** The same of rows of texts; each `yield` is a pause. */
export function* decimalSteps(
  rows: Iterable<Iterable<string | number>>,
): Generator<undefined, DecimalSign | null> {
  const found = new Set<DecimalSign>();
  for (const texts of rows) {
    yield;
    for (const text of texts) {
      const reading = readNumber(text);
      if (reading.kind === "number" && reading.decimal) found.add(reading.decimal);
    }
  }
  const [only] = found;
  return found.size === 1 && only ? only : null;
}
