// The encoding of a table as text: UTF-8, UTF-16 by its mark, or Windows-1252.
import { finish } from "../steps.ts";

/** By the mark at the beginning; UTF-8 without one. */
export function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Whether bytes begin with a letter of UTF-8 that has more than one byte. */
export function isLetter(bytes: Uint8Array): boolean {
  const [lead = 0] = bytes;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
    return true;
  } catch {
    return false;
  }
}

/** Where the first byte is that ASCII does not have; -1 for none. A loop: a function for each byte takes ten times as long. */
export function firstHigh(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at]! >= 0x80) return at;
  return -1;
}

/** Bytes of another encoding that are rewritten between two pauses. */
const BYTES_A_STEP = 256 * 1024;

/**
 * The text of a CSV file in UTF-8 where its bytes are not: of Windows-1252, as Excel writes "CSV". Null for a text that
 * needs no other encoding, or begins in UTF-8 and is damaged. Each `yield` is a pause.
 */
export function* windowsSteps(bytes: Uint8Array): Generator<undefined, Uint8Array | null> {
  if (encodingOf(bytes) !== "utf-8") return null;
  const high = firstHigh(bytes);
  if (high < 0 || isLetter(bytes.subarray(high))) return null;
  const [decoder, encoder] = [new TextDecoder("windows-1252"), new TextEncoder()];
  const parts: Uint8Array[] = [];
  // Each byte is a letter, so the pieces need nothing of each other.
  for (let at = 0; at < bytes.length; at += BYTES_A_STEP) {
    yield;
    parts.push(encoder.encode(decoder.decode(bytes.subarray(at, at + BYTES_A_STEP))));
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** The same in one go, for a process in which nothing else waits. */
export const windowsText = (bytes: Uint8Array): Uint8Array | null => finish(windowsSteps(bytes));
