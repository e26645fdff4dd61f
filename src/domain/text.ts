// Shapes of the texts that users enter. A text that cannot be stored or shown is refused here, for all fields.
import { z } from "zod";

/** Control characters except tab and line breaks, and halves of a character (lone surrogates). */
const notShown = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
const lineBreak = /[\n\r\u2028\u2029]/;

const isShown = (text: string) => !notShown.test(text);
const isOneLine = (text: string) => !lineBreak.test(text);

/** One line, not trimmed: IDs, codes, keys. */
export const exactLineShape = z
  .string()
  .refine(isShown, "text_with_control")
  .refine(isOneLine, "text_with_break");

/** One line, trimmed: names, titles. */
export const lineShape = z
  .string()
  .trim()
  .refine(isShown, "text_with_control")
  .refine(isOneLine, "text_with_break");

/** Several lines, trimmed: notes, descriptions. */
export const paragraphShape = z.string().trim().refine(isShown, "text_with_control");

/** As typed, not trimmed: passwords. */
export const passwordFieldShape = z.string().max(1000).refine(isShown, "text_with_control");

/** A report of a fault is kept whatever it contains: what cannot be shown is replaced. */
export const reportedShape = z
  .string()
  .overwrite((text) => text.replace(new RegExp(notShown.source, "gu"), "\ufffd"));

/** True for one or several lines that can be stored and shown. */
export function isText(text: string): boolean {
  return isShown(text);
}

/** True for one line that can be stored and shown. */
export function isLine(text: string): boolean {
  return isShown(text) && isOneLine(text);
}

/** Without accents and other marks on letters: "módulo" is "modulo". */
export const withoutMarks = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "");

const beyondAscii = /[\u0080-\uFFFF]/;

/** As searches compare texts, without case and accents: "seccion" finds "Sección", typed in one letter or two. */
export const foldedLetters = (text: string): string =>
  (beyondAscii.test(text) ? withoutMarks(text).normalize("NFC") : text).toLowerCase();
