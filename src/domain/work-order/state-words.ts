// What words of another system mean in a file of states, as a person has said.
import { z } from "zod";
import { findingStatuses } from "../finding/finding-status.ts";
import { workOrderStatuses } from "./work-order-status.ts";
import { workOrderPriorities } from "./work-order.ts";

const MOST_WORDS = 50;

/** A word of the other system that leaves things as they are. */
export const KEEP = "keep";
const meaningsOf = <Status extends string>(statuses: readonly Status[]) =>
  z
    .record(z.string().min(1).max(40), z.enum([...statuses, KEEP]))
    .refine((words) => Object.keys(words).length <= MOST_WORDS, "too_many_words");

/** What the words of the other system mean, by column, as a person has said; words in lower case. */
export const stateWordsShape = z.strictObject({
  status: meaningsOf(workOrderStatuses),
  finding_status: meaningsOf(findingStatuses),
  priority: meaningsOf(workOrderPriorities).default({}),
});
export type StateWords = z.infer<typeof stateWordsShape>;
export const noWords: StateWords = { status: {}, finding_status: {}, priority: {} };

/**
 * What the word of a cell means: our own word, else what a person has said of it. Null where it is empty or stays as
 * it is; undefined where its meaning is not chosen.
 */
export function wordOf<Word extends string>(
  cell: string | undefined,
  words: readonly Word[],
  meanings: Readonly<Record<string, string>>,
): Word | null | undefined {
  const text = (cell ?? "").toLowerCase();
  if (text === "") return null;
  const meant = Object.hasOwn(meanings, text) ? meanings[text] : text;
  return meant === KEEP ? null : words.find((word) => word === meant);
}
