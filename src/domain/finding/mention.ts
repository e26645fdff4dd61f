// Mentions in comments: `@[12]` in a stored message is the user 12. People write and read the name instead.
import type { FindingPeople } from "./finding-life.ts";

export type Person = FindingPeople["users"][number];

const TOKEN = /@\[(\d{1,10})\]/g;

/** The users that a stored message mentions, each once. */
export function mentionedIds(message: string): number[] {
  return [...new Set([...message.matchAll(TOKEN)].map(([, id]) => Number(id)))];
}

export type MessagePart = { readonly text: string } | { readonly user_id: number };

/** A stored message in its parts; only what is in `known` is a mention. */
export function messageParts(message: string, known: ReadonlySet<number>): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  for (const found of message.matchAll(TOKEN)) {
    const user_id = Number(found[1]);
    if (!known.has(user_id)) continue;
    if (found.index > end) parts.push({ text: message.slice(end, found.index) });
    parts.push({ user_id });
    end = found.index + found[0].length;
  }
  if (end < message.length) parts.push({ text: message.slice(end) });
  return parts;
}

/** A mention in the text that is being written: "@Ana López"; with the ID where two have one name. */
export function handleOf({ id, name }: Person, people: readonly Person[]): string {
  const isAlone = people.filter((one) => one.name === name).length < 2;
  return isAlone ? `@${name}` : `@${name} (${id})`;
}

/** Whether nothing that could be the rest of a longer name follows. */
const ends = (text: string, at: number) => !/[\p{L}\p{N}]/u.test(text.slice(at, at + 1));

/** Where the handle stands in the text as a whole word. */
function placesOf(text: string, handle: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(handle); at >= 0; at = text.indexOf(handle, at + handle.length)) {
    if (ends(text, at + handle.length)) places.push(at);
  }
  return places;
}

/** Of those who were chosen, the ones whose handle is still in the text. */
export function stillMentioned(
  text: string,
  chosen: readonly Person[],
  people: readonly Person[],
): Person[] {
  const stored = toMessage(text, chosen, people);
  const ids = new Set(mentionedIds(stored));
  return chosen.filter(
    ({ id }, at) => ids.has(id) && chosen.findIndex((one) => one.id === id) === at,
  );
}

/**
 * The message to store: the handles of those who were chosen become their IDs. A name that was typed and not chosen stays
 * text, since it could be anybody's. Brackets that look like an ID lose it.
 */
export function toMessage(
  text: string,
  chosen: readonly Person[],
  people: readonly Person[],
): string {
  let message = text.replace(TOKEN, "@($1)");
  // The longest first: "@Ana" is the beginning of "@Ana López".
  const handles = chosen
    .map((one) => ({ id: one.id, handle: handleOf(one, people) }))
    .toSorted((a, b) => b.handle.length - a.handle.length);
  for (const { id, handle } of handles) {
    for (const at of placesOf(message, handle).toReversed()) {
      message = `${message.slice(0, at)}@[${id}]${message.slice(at + handle.length)}`;
    }
  }
  return message;
}

const MOST_LETTERS = 40;

/** What is written behind the `@` before the caret: the search for a person; null where none is begun. */
export function mentionSearch(
  text: string,
  caret: number,
): { readonly start: number; readonly search: string } | null {
  const start = text.lastIndexOf("@", caret - 1);
  if (start < 0 || caret - start - 1 > MOST_LETTERS) return null;
  if (start > 0 && !/[\s(]/.test(text[start - 1]!)) return null;
  const search = text.slice(start + 1, caret);
  return /^\s|[\n@]/.test(search) ? null : { start, search };
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** People one of whose names begins so, without regard to accents; those whose first name does come first. */
export function matchingPeople(people: readonly Person[], search: string): Person[] {
  const wanted = plain(search);
  const isFirst = ({ name }: Person) => plain(name).startsWith(wanted);
  const isLater = ({ name }: Person) => plain(name).includes(` ${wanted}`);
  return [...people.filter(isFirst), ...people.filter((one) => !isFirst(one) && isLater(one))];
}
