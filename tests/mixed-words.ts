// Finds texts of other languages on a screen. It shares the words with the product, not the way in which it chooses them.
import type { Words } from "./words.ts";

/** Names, units and codes are the same in all languages: only what has this many words of letters is a phrase. */
const LEAST_WORDS = 2;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What is said whole, and what has values within: the values are whatever stands there. */
type Phrases = { readonly plain: ReadonlySet<string>; readonly filled: readonly RegExp[] };

const spaced = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function phrasesOf(words: Words, least: number): Phrases {
  const plain = new Set<string>();
  const filled = new Map<string, RegExp>();
  for (const value of words.values()) {
    // Marks within a sentence stand for elements, which make texts of their own.
    for (const part of value.split(/<\/?\w+\/?>/)) {
      const text = spaced(part);
      const own = text.replaceAll(/\{\{[^}]*\}\}/g, " ");
      const count = own.split(/\s+/).filter((word) => /^\p{L}{2,}/u.test(word)).length;
      if (count < least) continue;
      if (!text.includes("{{")) plain.add(text);
      else {
        const pattern = text.split(/\{\{[^}]*\}\}/).map(escaped);
        filled.set(text, new RegExp(`^${pattern.join(".+")}$`, "u"));
      }
    }
  }
  return { plain, filled: [...filled.values()] };
}

const isIn = ({ plain, filled }: Phrases, text: string) =>
  plain.has(text) || filled.some((pattern) => pattern.test(text));

/**
 * A function that names the texts of a screen that another language says and its own does not.
 * @param own the words of the language of the screen
 * @param others those of the other languages
 */
export function mixedWords(
  own: Words,
  others: readonly Words[],
): (texts: readonly string[]) => string[] {
  const said = phrasesOf(own, 1);
  const foreign = others.map((words) => phrasesOf(words, LEAST_WORDS));
  return (texts) =>
    [...new Set(texts.map(spaced))].filter(
      (text) => foreign.some((phrases) => isIn(phrases, text)) && !isIn(said, text),
    );
}
