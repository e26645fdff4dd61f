// How well an entry of the palette fits the typed text.
import { fold } from "../settings/record.ts";

/** From the best fit to none; equal fits keep their order. */
export const NO_FIT = 6;

/** Where the words of a name begin: after anything that is neither a letter nor a digit. */
const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u);

/**
 * 0 for the label itself, 1 for its beginning, 2 where every typed word begins a word of the label, 3 where
 * every one is in it, 4 where every one is in label, hint or heading; NO_FIT otherwise. Case and accents do
 * not count.
 */
export function fitOf(typed: string, label: string, others = ""): number {
  const text = fold(typed).trim();
  const name = fold(label);
  if (text === "") return 0;
  if (name === text) return 0;
  if (name.startsWith(text)) return 1;
  const typedWords = text.split(/\s+/);
  const begins = wordsOf(name);
  if (typedWords.every((word) => begins.some((one) => one.startsWith(word)))) return 2;
  if (typedWords.every((word) => name.includes(word))) return 3;
  const all = `${name} ${fold(others)}`;
  return typedWords.every((word) => all.includes(word)) ? 4 : NO_FIT;
}

const natural = new Intl.Collator(undefined, { numeric: true });

type Ranked = { readonly label: string; readonly hint?: string };
export type RankedGroup<Entry> = { readonly title: string; readonly entries: readonly Entry[] };

/**
 * Entries by their fit, equal ones with numbers in their order; groups by the fit of their best entry. What
 * a finder found has a place even if its words are not in it: a position finds components.
 */
export function ranked<Entry extends Ranked>(
  typed: string,
  groups: readonly RankedGroup<Entry>[],
): RankedGroup<Entry>[] {
  if (typed.trim() === "") return [...groups];
  return groups
    .map(({ title, entries }) => {
      const fitted = entries.map((entry) => ({
        entry,
        fit: fitOf(typed, entry.label, `${entry.hint ?? ""} ${title}`),
      }));
      fitted.sort((a, b) => a.fit - b.fit || natural.compare(a.entry.label, b.entry.label));
      return { title, entries: fitted.map(({ entry }) => entry), fit: fitted[0]?.fit ?? NO_FIT };
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ title, entries }) => ({ title, entries }));
}
