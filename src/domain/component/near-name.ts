// Names that are nearly the typed text: other separators, or one typing error. Numbers must be the same, because a
// name with another number is another component.

import { foldedLetters } from "../text.ts";

/** 0 equal but for separators, 1 begins so, 2 contains it so, 3 has one typing error, 4 not at all. */
export type NearFit = 0 | 1 | 2 | 3 | 4;
export const NOT_NEAR = 4;

/** Longer names are never near. */
const LONGEST = 200;
/** Shorter texts have no typing error: too many names would be near. */
const LEAST_TYPED = 4;
const SEPARATOR = 32;

const isDigit = (code: number) => code >= 48 && code <= 57;
/** Separators of names: space - . / : # _ > , */
const separators: ReadonlySet<number> = new Set([..." -./:#_>,"].map((one) => one.charCodeAt(0)));

/** Lower case, one space for each run of separators, none at the ends. Letters beyond ASCII stay as they are. */
function plainInto(into: Uint8Array, text: ArrayLike<number>, start: number, end: number): number {
  let size = 0;
  for (let at = start; at < end && size < LONGEST; at += 1) {
    const code = text[at]!;
    if (!separators.has(code)) into[size++] = code >= 65 && code <= 90 ? code + 32 : code;
    else if (size > 0 && into[size - 1] !== SEPARATOR) into[size++] = SEPARATOR;
  }
  return size > 0 && into[size - 1] === SEPARATOR ? size - 1 : size;
}

/**
 * A function that rates a name in UTF-8, from `start` to `end` of a text in which names are without accents: of
 * `foldedNames`, or `foldedLetters`.
 */
export function nearMatcher(wanted: string) {
  const typed = new TextEncoder().encode(foldedLetters(wanted));
  const needle = new Uint8Array(Math.max(LONGEST, typed.length));
  const length = plainInto(needle, typed, 0, typed.length);
  const name = new Uint8Array(LONGEST);
  return (text: ArrayLike<number>, start: number, end: number): NearFit => {
    if (length === 0 || end - start > LONGEST) return NOT_NEAR;
    const size = plainInto(name, text, start, end);
    const at = placeIn(name, size, needle, length);
    if (at >= 0) return at > 0 ? 2 : size > length ? 1 : 0;
    return length >= LEAST_TYPED && hasOneError(name, size, needle, length) ? 3 : NOT_NEAR;
  };
}

function placeIn(name: Uint8Array, size: number, needle: Uint8Array, length: number): number {
  for (let at = 0; at + length <= size; at += 1) {
    let same = 0;
    while (same < length && name[at + same] === needle[same]) same += 1;
    if (same === length) return at;
  }
  return -1;
}

/** One character is wrong, missing, too many, or two neighbours are swapped; none of them a digit. */
function hasOneError(a: Uint8Array, sizeA: number, b: Uint8Array, sizeB: number): boolean {
  if (Math.abs(sizeA - sizeB) > 1) return false;
  let front = 0;
  while (front < Math.min(sizeA, sizeB) && a[front] === b[front]) front += 1;
  let back = 0;
  while (back < Math.min(sizeA, sizeB) - front && a[sizeA - 1 - back] === b[sizeB - 1 - back]) {
    back += 1;
  }
  const [restA, restB] = [sizeA - front - back, sizeB - front - back];
  const isSwapped =
    restA === 2 && restB === 2 && a[front] === b[front + 1] && a[front + 1] === b[front];
  if (!isSwapped && Math.max(restA, restB) > 1) return false;
  for (let at = front; at < front + restA; at += 1) if (isDigit(a[at]!)) return false;
  for (let at = front; at < front + restB; at += 1) if (isDigit(b[at]!)) return false;
  return true;
}
