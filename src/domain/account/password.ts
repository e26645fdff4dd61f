// Which passwords are refused, and how strong the others are. The rules are length and guessability,
// not composition. See `src/decisions/passwords.md`.
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";

/** Names that a password must not consist of: the product, the customer, the user's names and e-mail. */
export type PasswordNames = readonly string[];

/** True if a text is on the list of common passwords. Only the server has the list. */
export type IsCommon = (text: string) => boolean;

/** Number of Unicode characters after NFKC normalisation, so that every keyboard gives the same count. */
export function passwordLength(password: string): number {
  return [...password.normalize("NFKC")].length;
}

/** Why the password cannot be chosen, or null. The server decides: only it has the list of common passwords. */
export function passwordRefusal(
  password: string,
  names: PasswordNames,
  isCommon: IsCommon = () => false,
): Refusal | null {
  const length = passwordLength(password);
  if (length < limits.passwordMin) {
    return { reason: "password_short", values: { least: limits.passwordMin } };
  }
  if (length > limits.passwordMax) {
    return { reason: "password_long", values: { most: limits.passwordMax } };
  }
  const name = nameIn(password, names);
  if (name !== null) return { reason: "password_of_name", values: { name } };
  return isGuessable(password, isCommon) ? { reason: "password_common" } : null;
}

/** The words of `texts` to check a password against, longest first. Short words are left out: they occur everywhere. */
export function passwordNames(...texts: readonly string[]): PasswordNames {
  const words = texts.flatMap((text) => {
    // The top-level domain of an e-mail address is no personal name.
    const known = text.includes("@") ? text.replace(/\.[^.@]*$/, "") : text;
    return [plain(known).replace(/[^\p{L}\p{N}]/gu, ""), ...plain(known).split(/[^\p{L}\p{N}]+/u)];
  });
  return [...new Set(words)]
    .filter((word) => word.length >= minNameLength)
    .toSorted((a, b) => b.length - a.length);
}

/** 0 (refused) to 4, by length and by the number of different characters. */
export function passwordStrength(password: string, names: PasswordNames): 0 | 1 | 2 | 3 | 4 {
  if (passwordRefusal(password, names) !== null) return 0;
  const different = new Set(password.normalize("NFKC").toLowerCase()).size;
  const length = Math.min(passwordLength(password), different * 2);
  if (length >= 20) return 4;
  if (length >= 15) return 3;
  return length >= 11 ? 2 : 1;
}

/** Shorter names are part of too many words. */
const minNameLength = 4;
/** Letters that must remain when the names are taken out of a password. */
const minOtherLetters = 6;

/** The name that a password consists of, apart from digits, symbols and a few letters; or null. */
function nameIn(password: string, names: PasswordNames): string | null {
  const text = plain(password);
  for (const form of new Set([text, unleet(text)])) {
    const found = names.filter((name) => form.includes(name));
    const rest = found.reduce((left, name) => left.replaceAll(name, ""), form);
    const letters = rest.replace(/[^\p{L}]/gu, "");
    if (found[0] !== undefined && letters.length < minOtherLetters) return found[0];
  }
  return null;
}

/** Typical ending of a password: digits, a year, one or two symbols. */
const suffix = /[\d\W_]{1,6}$/u;

function isGuessable(password: string, isCommon: IsCommon): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  if (isRepeated(text) || isRun(text) || isDate(text)) return true;
  return [text, unleet(text)].some((form) => {
    const stem = form.replace(suffix, "");
    return isCommon(form) || (stem.length >= 4 && isCommon(stem)) || isCommon(unleet(stem));
  });
}

/** A short piece repeated: "aaaaaaaa", "12341234". */
function isRepeated(text: string): boolean {
  return /^(.{1,4}?)\1+$/u.test(text);
}

const rows = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "qwertzuiop",
  "azertyuiop",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn",
];

/** Neighbours of the alphabet or the keyboard, forwards or backwards: "abcdefgh", "87654321". */
function isRun(text: string): boolean {
  const back = [...text].toReversed().join("");
  return rows.some((row) => row.includes(text) || row.includes(back));
}

/** A date in eight digits, with or without separators. */
function isDate(text: string): boolean {
  const digits = text.replace(/[-./ ]/g, "");
  if (!/^\d{8}$/.test(digits)) return false;
  const [first, second, last] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  const isYear = (year: string) => Number(year) >= 1900 && Number(year) <= 2100;
  const isDay = (a: string, b: string) =>
    Number(a) >= 1 && Number(b) >= 1 && Math.min(+a, +b) <= 12 && Math.max(+a, +b) <= 31;
  return (
    (isYear(last) && isDay(first, second)) ||
    (isYear(digits.slice(0, 4)) && isDay(digits.slice(4, 6), digits.slice(6)))
  );
}

/** Lower case without accents. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const leet: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "0": "o",
  "1": "i",
  "!": "i",
  $: "s",
  "5": "s",
  "7": "t",
};

/** Replaces digits and symbols that stand for letters ("p@ssw0rd"). Those at the end are more likely a number. */
function unleet(text: string): string {
  const end = suffix.exec(text)?.[0] ?? "";
  const body = text.slice(0, text.length - end.length);
  return body.replace(/[@4301!$57]/g, (sign) => leet[sign] ?? sign) + end;
}
