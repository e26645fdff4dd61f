// Parses JSON without changing long numbers: an ID of more than 53 bits becomes the text of its digits.

import type { Problem } from "../../domain/error.ts";

/** Digits that may not fit into a number, where a value stands. */
const long = /[:[,]\s*-?\d{16,}\s*[,}\]]/;

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

const exact: Reviver = (_key, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? context!.source
    : value;

/** What Python writes for a value that is missing, outside of texts. */
const pythonNumbers = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * `NaN` and `Infinity`, as Python writes them, are null.
 * @throws SyntaxError
 */
export function parseExactJson(text: string): unknown {
  const parse = (json: string): unknown =>
    long.test(json) ? JSON.parse(json, exact) : JSON.parse(json);
  try {
    return parse(text);
  } catch (error) {
    const plain = text.replaceAll(pythonNumbers, (one) => (one.startsWith('"') ? one : "null"));
    if (plain === text) throw error;
    return parse(plain);
  }
}

/** A whole number of a database as a number, or as text where a number would change it. */
export const exactInteger = (value: bigint): number | string =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : String(value);

/** The message of V8 ends with "at position 12 (line 1 column 13)". The line is relative to the text. */
export function syntaxProblem(error: unknown, feature: number | undefined, line: number): Problem {
  const within = /line (\d+)/.exec(String(error))?.[1];
  const place = feature === undefined ? {} : { feature };
  return { reason: "json_syntax", ...place, line: line + (within ? Number(within) - 1 : 0) };
}
