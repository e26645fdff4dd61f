// Searches names in their UTF-8 bytes, so that a million names need no strings. Case and accents do not count.
import { foldedLetters } from "../text.ts";

/** 0 equal, 1 begins with it, 2 contains it, 3 not at all. */
export type NameFit = 0 | 1 | 2 | 3;

/** Concatenated names in UTF-8; name i from offsets[i] to offsets[i + 1]. */
export type NameText = { readonly text: Uint8Array; readonly offsets: Uint32Array };

/** How well a name matches the typed text. */
export function fitOf(name: string, wanted: string): NameFit {
  const [plainName, plainWanted] = [foldedLetters(name), foldedLetters(wanted)];
  const at = plainName.indexOf(plainWanted);
  if (at < 0) return 3;
  if (at > 0) return 2;
  return plainName.length === plainWanted.length ? 0 : 1;
}

/** ASCII letters in lower case, all other bytes unchanged. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

/** `fitOf` of every name and `wanted` (not empty), by row. */
export function fitsOf(names: NameText, wanted: string): Uint8Array {
  const fits = new Uint8Array(names.offsets.length - 1).fill(3);
  const needle = new TextEncoder().encode(foldedLetters(wanted));
  // A text of accents alone.
  if (needle.length === 0) return fits;
  search(foldedNames(names), needle, fits);
  return fits;
}

/** Boyer-Moore-Horspool search over all names at once; matches across two names are ignored. */
function search({ text, offsets }: NameText, needle: Uint8Array, fits: Uint8Array): void {
  const size = needle.length;
  const skip = new Uint32Array(256).fill(size);
  needle.subarray(0, -1).forEach((byte, at) => {
    skip[byte] = size - 1 - at;
  });
  const final = needle[size - 1]!;
  const end = offsets.at(-1)! - size;
  let row = 0;
  let at = 0;
  while (at <= end) {
    const byte = folded[text[at + size - 1]!]!;
    let from = at + skip[byte]!;
    if (byte === final && isAt(text, at, needle)) {
      while (offsets[row + 1]! <= at) row += 1;
      const next = offsets[row + 1]!;
      if (at + size <= next) {
        const start = offsets[row]!;
        fits[row] = at > start ? 2 : next - start > size ? 1 : 0;
        // The first match in a name decides.
        from = next;
      }
    }
    at = from;
  }
}

function isAt(text: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let i = 0; i < needle.length; i += 1) {
    if (folded[text[at + i]!] !== needle[i]) return false;
  }
  return true;
}

function isAscii(text: Uint8Array, start: number, end: number): boolean {
  let seen = 0;
  for (let at = start; at < end; at += 1) seen |= text[at]!;
  return seen < 128;
}

const foldedTexts = new WeakMap<Uint8Array, NameText>();

/**
 * The names as searches compare them; letters of ASCII keep their case. Made once per text: lower case is more than bytes
 * beyond ASCII, where a Kelvin sign becomes a k.
 */
export function foldedNames(names: NameText): NameText {
  const known = foldedTexts.get(names.text);
  if (known) return known;
  const made = isAscii(names.text, 0, names.text.length) ? names : foldedCopy(names);
  foldedTexts.set(names.text, made);
  return made;
}

function foldedCopy({ text, offsets }: NameText): NameText {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const newOffsets = new Uint32Array(offsets.length);
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let row = 0; row + 1 < offsets.length; row += 1) {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    const own = text.subarray(start, end);
    const part = isAscii(text, start, end)
      ? own
      : encoder.encode(foldedLetters(decoder.decode(own)));
    parts.push(part);
    size += part.length;
    newOffsets[row + 1] = size;
  }
  const made = new Uint8Array(size);
  for (const [row, part] of parts.entries()) made.set(part, newOffsets[row]!);
  return { text: made, offsets: newOffsets };
}
