// What journeys look for on the screen, and whether the words of the product can say it.

import { parseSync } from "oxc-parser";

/** A text of a journey, or a part of a regular expression in it. */
export type Sought = { readonly text: string; readonly line: number };

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

const byText = ["getByText", "getByLabel", "getByPlaceholder", "getByTitle"];
const byOption = ["getByRole", "locator", "filter"];
/** Shorter parts of a regular expression say nothing. */
const LEAST_PART = 8;

/** Reads the texts that a journey hands to the locators of the page. */
export function soughtIn(path: string, source: string): Sought[] {
  const found: Sought[] = [];
  const take = (node: unknown) => {
    if (!isNode(node) || node.type !== "Literal") return;
    const line = source.slice(0, node.start).split("\n").length;
    const { value, regex } = node as { value?: unknown; regex?: { pattern: string } };
    const texts = typeof value === "string" ? [value] : regex ? partsOf(regex.pattern) : [];
    found.push(...texts.map((text) => ({ text, line })));
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value)) return;
    if (value.type === "CallExpression") takeCall(value, take);
    for (const inner of Object.values(value)) if (typeof inner === "object") visit(inner);
  };
  visit(parseSync(path, source).program);
  return found;
}

function takeCall(call: Node, take: (node: unknown) => void): void {
  const callee = call["callee"] as { property?: { name?: string } };
  const name = callee.property?.name ?? "";
  const handed = call["arguments"] as readonly Node[];
  if (byText.includes(name)) take(handed[0]);
  if (!byOption.includes(name)) return;
  for (const { properties } of handed) {
    for (const { key, value } of (properties ?? []) as { key?: { name: string }; value?: Node }[]) {
      if (key?.name === "name" || key?.name === "hasText") take(value);
    }
  }
}

const partsOf = (pattern: string) =>
  pattern
    .replaceAll(/\\[dwsbS]/g, "\0")
    .replaceAll(/\\(.)/g, "$1")
    .split(/[\0^$.*+?()[\]|{}]+/)
    .map((part) => part.trim())
    .filter(({ length }) => length >= LEAST_PART);

/** Most characters of the value of a `{{placeholder}}`. */
const MOST_VALUE = 25;
const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;

/**
 * A function that tells whether one of the words can be seen with this text in it. Texts that the page joins of several
 * words are checked part by part.
 * @param words with placeholders as i18next has them; those of fewer than four letters could say anything
 */
export function saidBy(words: readonly string[]): (text: string) => boolean {
  const all = words
    .map((text) => text.toLowerCase().split(/\{\{[^}]*\}\}/))
    .filter((pieces) => letters(pieces.join("")) >= 4);
  const isSaid = (text: string) => all.some((pieces) => canHold(pieces, text));
  return (text) => {
    const whole = text.toLowerCase().trim();
    return isSaid(whole) || whole.split(/[:·→,.]\s+|\s·|\.$/).every((part) => isSaid(part.trim()));
  };
}

/** Whether the text can be in what is shown of words with these pieces between their values. */
function canHold(pieces: readonly string[], text: string): boolean {
  if (pieces.some((piece) => piece.includes(text))) return true;
  /** The rest of the text against the pieces from here on. */
  const fits = (rest: string, at: number): boolean => {
    const piece = pieces[at]!;
    if (piece.startsWith(rest)) return true;
    if (!rest.startsWith(piece) || at === pieces.length - 1) return false;
    return fitsValue(rest.slice(piece.length), at + 1);
  };
  const fitsValue = (rest: string, at: number): boolean =>
    Array.from({ length: Math.min(MOST_VALUE, rest.length) + 1 }, (_, end) => end).some(
      (end) => end === rest.length || fits(rest.slice(end), at),
    );
  return pieces.some((piece, at) => {
    if (at === pieces.length - 1) return false;
    // From within a piece: its end, a value, and what follows.
    const ends = Array.from({ length: Math.max(0, piece.length - 2) }, (_, from) =>
      piece.slice(from),
    );
    if (ends.some((end) => text.startsWith(end) && fitsValue(text.slice(end.length), at + 1))) {
      return true;
    }
    // From within a value: a piece with words follows.
    const next = pieces[at + 1]!.trim().slice(0, 3);
    return next.length === 3 && text.includes(next) && fitsValue(text, at + 1);
  });
}
