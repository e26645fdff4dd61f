// Free names for files that are to be uploaded. It costs by the names that are sent, however many files there are.
import { nameKey, secureName } from "../../domain/analysis/upload-name.ts";
import { takeTurns } from "../turn.ts";

/** Which of these names are taken, as their keys. */
export type ReadTaken = (names: readonly string[]) => Promise<ReadonlySet<string>>;

/** Names that are asked for at once. */
const ASKED_AT_ONCE = 2000;

/** The sent names that are one name, and which of its numbers the store has been asked about. */
type Group = {
  readonly name: string;
  /** How many free numbers are still looked for. */
  missing: number;
  asked: number;
  next: number;
};

/**
 * A sound and free name for each sent one, in order: `name`, or `name (2)` and so on where it is taken. Numbers are asked
 * for in blocks that double, so that a long row of stored numbers costs few questions.
 */
export async function freeNames(sent: readonly string[], readTaken: ReadTaken): Promise<string[]> {
  const turns = takeTurns();
  const stored = new Set<string>();
  const ask = async (names: readonly string[]) => {
    for (let at = 0; at < names.length; at += ASKED_AT_ONCE) {
      for (const key of await readTaken(names.slice(at, at + ASKED_AT_ONCE))) stored.add(key);
    }
  };
  const groups = new Map<string, Group>();
  const names: string[] = [];
  for (const one of sent) {
    if (turns.isOver()) await turns.end();
    const name = secureName(one);
    names.push(name);
    const group = groups.get(nameKey(name)) ?? { name, missing: -1, asked: 1, next: 2 };
    group.missing += 1;
    groups.set(nameKey(name), group);
  }
  await ask(names);
  for (const [key, group] of groups) if (stored.has(key)) group.missing += 1;
  let open = [...groups.values()].filter(({ missing }) => missing > 0);
  for (let block = 1; open.length > 0; block *= 2) {
    const wanted: { readonly group: Group; readonly name: string }[] = [];
    for (const group of open) {
      for (let more = Math.max(group.missing, block); more > 0; more -= 1) {
        if (turns.isOver()) await turns.end();
        wanted.push({ group, name: numbered(group.name, (group.asked += 1)) });
      }
    }
    await ask(wanted.map(({ name }) => name));
    for (const { group, name } of wanted) {
      if (turns.isOver()) await turns.end();
      const key = nameKey(name);
      if (!stored.has(key) && !groups.has(key)) group.missing -= 1;
    }
    open = open.filter(({ missing }) => missing > 0);
  }
  const given = new Set<string>();
  const free: string[] = [];
  for (const name of names) {
    let one = name;
    const group = groups.get(nameKey(name));
    while (stored.has(nameKey(one)) || given.has(nameKey(one))) {
      if (turns.isOver()) await turns.end();
      if (!group) throw new RangeError(`no group of ${name}`);
      one = numbered(name, group.next);
      // Others among the sent names had the numbers that were free.
      if (group.next > group.asked) await ask([one]);
      group.next += 1;
    }
    given.add(nameKey(one));
    free.push(one);
    if (turns.isOver()) await turns.end();
  }
  return free;
}

function numbered(name: string, number: number): string {
  const [, stem = name, ending = ""] = /^(.*[^/])(\.[^./]{1,20})$/.exec(name) ?? [];
  return `${stem} (${number})${ending}`;
}
