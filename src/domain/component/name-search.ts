// Searches names in their UTF-8 bytes, so that a million names need no strings.

/** 0 equal, 1 begins with it, 2 contains it, 3 not at all. */
export type NameFit = 0 | 1 | 2 | 3;

/** Concatenated names in UTF-8; name i from offsets[i] to offsets[i + 1]. */
export type NameText = { readonly text: Uint8Array; readonly offsets: Uint32Array };

/** How well a name matches the typed text; `wanted` in lower case. */
export function fitOf(name: string, wanted: string): NameFit {
  const lower = name.toLowerCase();
  const at = lower.indexOf(wanted);
  if (at < 0) return 3;
  if (at > 0) return 2;
  return lower.length === wanted.length ? 0 : 1;
}

/** ASCII letters in lower case, all other bytes unchanged. */
const folded = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

/**
 * `fitOf` of every name and `wanted` (in lower case, not empty), by row. Names that are not pure ASCII are
 * decoded to strings, because lower case is more than bytes there: a Kelvin sign becomes a k.
 */
export function fitsOf(names: NameText, wanted: string): Uint8Array {
  const { text, offsets } = names;
  const fits = new Uint8Array(offsets.length - 1).fill(3);
  const needle = new TextEncoder().encode(wanted);
  if (needle.every((byte) => byte < 128)) search(names, needle, fits);
  if (isPlain(names)) return fits;
  const decoder = new TextDecoder();
  for (let row = 0; row < fits.length; row += 1) {
    const [start, end] = [offsets[row]!, offsets[row + 1]!];
    if (isAscii(text, start, end)) continue;
    fits[row] = fitOf(decoder.decode(text.subarray(start, end)), wanted);
  }
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

const plain = new WeakMap<Uint8Array, boolean>();

/** True if all names are ASCII; computed once per text. */
function isPlain({ text }: NameText): boolean {
  const known = plain.get(text) ?? isAscii(text, 0, text.length);
  plain.set(text, known);
  return known;
}
