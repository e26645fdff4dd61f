// The encoding of an XML file: by its mark, else by its first bytes and its declaration, else UTF-8.
// Source: XML 1.0, appendix F.

/** Number of bytes at the start of a file that are searched for its encoding. */
export const XML_HEAD_BYTES = 256;

/** Marks, and "<?" or "<" of two bytes a letter. */
const begins: readonly (readonly [begin: string, encoding: string])[] = [
  ["\u00ef\u00bb\u00bf", "utf-8"],
  ["\u00ff\u00fe", "utf-16le"],
  ["\u00fe\u00ff", "utf-16be"],
  ["<\u0000", "utf-16le"],
  ["\u0000<", "utf-16be"],
];

/** @returns the label alone for an encoding that is not known */
export function xmlDecoder(head: Uint8Array): {
  readonly encoding: string;
  readonly decoder: TextDecoder | null;
} {
  const text = String.fromCharCode(...head.subarray(0, XML_HEAD_BYTES));
  const found = begins.find(([begin]) => text.startsWith(begin))?.[1];
  const declared = /^[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
  const encoding = found ?? declared ?? "utf-8";
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    // The declaration itself has one byte a letter, so it is not of the encoding that programs wrote from memory.
    const isByte = found === undefined && decoder.encoding.startsWith("utf-16");
    return isByte
      ? { encoding: "utf-8", decoder: new TextDecoder("utf-8", { fatal: true }) }
      : { encoding, decoder };
  } catch {
    return { encoding, decoder: null };
  }
}
