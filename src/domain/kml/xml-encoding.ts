// The encoding of an XML file: by its mark, else by its declaration, else UTF-8.

/** Number of bytes at the start of a file that are searched for its encoding. */
export const XML_HEAD_BYTES = 256;

/** @returns the label alone for an encoding that is not known */
export function xmlDecoder(head: Uint8Array): {
  readonly encoding: string;
  readonly decoder: TextDecoder | null;
} {
  const [a, b] = head;
  const mark = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : null;
  const text = String.fromCharCode(...head.subarray(0, XML_HEAD_BYTES));
  const declared = /^[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1];
  const encoding = mark ?? declared ?? "utf-8";
  try {
    return { encoding, decoder: new TextDecoder(encoding, { fatal: true }) };
  } catch {
    return { encoding, decoder: null };
  }
}
