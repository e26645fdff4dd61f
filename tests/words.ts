// Reads the words of every language, and says what is wrong with them; no sentence means all is well.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Words of one language: `noun:path.to.key` to text. */
export type Words = ReadonlyMap<string, string>;

/** Reads the files of one language. */
export function readWords(folder: string): Words {
  const words = new Map<string, string>();
  if (!existsSync(folder)) return words;
  for (const name of readdirSync(folder)) {
    const noun = name.replace(/\.json$/, "");
    collect(JSON.parse(readFileSync(join(folder, name), "utf8")), `${noun}:`, words);
  }
  return words;
}

function collect(value: unknown, key: string, words: Map<string, string>): void {
  if (typeof value === "string") words.set(key, value);
  else if (typeof value !== "object" || value === null) words.set(key, "");
  else {
    for (const [name, inner] of Object.entries(value)) {
      collect(inner, key.endsWith(":") ? key + name : `${key}.${name}`, words);
    }
  }
}

const plural = /_(zero|one|two|few|many|other)$/;
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)/g)].map((found) => found[1]);

/** Keys without their plural endings: languages differ in how many they need. */
export const baseKeys = (words: Words) =>
  new Set([...words.keys()].map((key) => key.replace(plural, "")));

/** What a language lacks or has too much, measured against English. */
export function findGaps(english: Words, other: Words): string[] {
  const [wanted, found] = [baseKeys(english), baseKeys(other)];
  return [
    ...[...wanted].filter((key) => !found.has(key)).map((key) => `${key} is missing`),
    ...[...found].filter((key) => !wanted.has(key)).map((key) => `${key} is not in English`),
    ...[...english.keys()]
      .filter(
        (key) => /_(one|other)$/.test(key) && !other.has(key) && found.has(key.replace(plural, "")),
      )
      .map((key) => `${key} is missing`),
  ];
}

/** Texts that are empty, that lost or gained a value, or that were left in English. */
export function findFaults(english: Words, other: Words): string[] {
  return [...other].flatMap(([key, text]) => {
    const base = key.replace(plural, "");
    const origin = english.get(key) ?? english.get(`${base}_other`) ?? english.get(base) ?? "";
    const faults: string[] = [];
    if (text.trim() === "") faults.push(`${key} is empty`);
    // A singular may leave its number out.
    const values = (from: string) =>
      [...new Set(placeholders(from))]
        .filter((name) => name !== "count")
        .toSorted()
        .join(" ");
    if (values(text) !== values(origin))
      faults.push(`${key} has other values than the English text`);
    const isSentence = text.split(/\s+/).filter((word) => /^\p{L}{2,}/u.test(word)).length >= 4;
    if (english !== other && isSentence && text === origin)
      faults.push(`${key} was left in English`);
    return faults;
  });
}

/** Keys written out in a source text, such as `t("plant:title")` or `title: "plants:title"`. */
export function keysIn(text: string, nouns: ReadonlySet<string>): string[] {
  return [...text.matchAll(/["'`]([a-z]+(?:-[a-z]+)*):([\w-]+(?:\.[\w-]+)*)["'`]/g)]
    .filter(([, noun = ""]) => nouns.has(noun))
    .map(([, noun, key]) => `${noun}:${key}`);
}

/** Reasons that refusals of a source text give, such as `{ reason: "file_is_empty" }`. */
export function reasonsIn(text: string): string[] {
  return [...text.matchAll(/\breason:\s*"([a-z]\w*)"/g)].map((found) => `refusal:${found[1]}`);
}
