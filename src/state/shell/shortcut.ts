// The commands of the product: one registry for the keys, the palette and the `?` sheet.
import { atom, type Getter, type Setter } from "jotai";
import { readLocal, writeLocal } from "../../client/local.ts";
import { perSession } from "./lifetime.ts";

export type Command = {
  readonly id: string;
  /** Word key of the name, and its values. */
  readonly name: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Word key of its heading. */
  readonly group: string;
  /**
   * Keys as `KeyboardEvent.key` in lower case, with `mod+`, `shift+` or `alt+` before: "j", "?", "mod+k".
   * Commands may share keys; the last registered enabled one wins.
   */
  readonly keys?: readonly string[];
  /** False leaves it out, because it does not concern the role. Absent means always offered. */
  readonly isOffered?: (get: Getter) => boolean;
  /** False disables it; absent means always enabled. */
  readonly isEnabled?: (get: Getter) => boolean;
  readonly run: (get: Getter, set: Setter) => void;
  /** True for keys that also work while a text field has the focus. */
  readonly inFields?: boolean;
};

/** One thing found for the palette. */
export type Found = {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly run: (get: Getter, set: Setter) => void;
};

/**
 * Finds things by the typed text, best first, at most a dozen; at once or later. `signal` aborts when the
 * text changes. A finder that rejects has found nothing.
 */
export type Finder = {
  readonly id: string;
  readonly group: string;
  readonly find: (
    text: string,
    get: Getter,
    signal: AbortSignal,
  ) => readonly Found[] | Promise<readonly Found[]>;
};

/** What one finder has found. */
export type FoundGroup = {
  readonly id: string;
  readonly group: string;
  readonly found: readonly Found[];
};

const commandsAtom = atom<readonly Command[]>([]);
export const findersAtom = atom<readonly Finder[]>([]);

/** Adds commands; a command replaces one with the same id. Returns the function that removes them. */
export const registerCommands = atom(null, (get, set, commands: readonly Command[]) => {
  const ids = new Set(commands.map(({ id }) => id));
  set(commandsAtom, [...get(commandsAtom).filter(({ id }) => !ids.has(id)), ...commands]);
  return () => set(commandsAtom, (all) => all.filter((one) => !commands.includes(one)));
});

/** Adds a finder to the palette. Returns the function that removes it. */
export const registerFinder = atom(null, (_get, set, finder: Finder) => {
  set(findersAtom, (all) => [...all.filter(({ id }) => id !== finder.id), finder]);
  return () => set(findersAtom, (all) => all.filter((one) => one !== finder));
});

const noGroups: readonly FoundGroup[] = [];
const foundGroupsAtom = perSession(noGroups);
/** Results for the text last typed, in the order of the finders. */
export const foundAtom = atom((get) => get(foundGroupsAtom));

let running: AbortController | null = null;

/**
 * Runs all finders. Immediate results are there when this returns, later ones are added as they arrive.
 * Results of an older text are removed, because Enter must not open them. Resolves when all have finished.
 */
export const findAll = atom(null, async (get, set, text: string): Promise<void> => {
  running?.abort();
  const { signal } = (running = new AbortController());
  const finders = get(findersAtom);
  set(foundGroupsAtom, noGroups);
  if (text === "") return;
  const order = finders.map(({ id }) => id);
  const show = ({ id, group }: Finder, found: readonly Found[]) => {
    if (signal.aborted || found.length === 0) return;
    const all = [...get(foundGroupsAtom), { id, group, found }];
    set(
      foundGroupsAtom,
      all.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    );
  };
  await Promise.all(
    finders.map(async (finder) => {
      try {
        const found = finder.find(text, get, signal);
        show(finder, found instanceof Promise ? await found : found);
      } catch {
        // The results of the other finders are still shown.
      }
    }),
  );
});

/** The commands the viewer may run, in the order they were registered. */
export const permittedCommandsAtom = atom((get) => {
  return get(commandsAtom).filter(({ isOffered }) => isOffered?.(get) ?? true);
});

const STORED = "single-key-shortcuts";
const storedSingleKeysAtom = atom(readLocal(STORED) !== "off");

/** Single-key shortcuts can be switched off (WCAG 2.1.4); those with Ctrl or Cmd stay. */
export const singleKeysAtom = atom(
  (get) => get(storedSingleKeysAtom),
  (_get, set, on: boolean) => {
    writeLocal(STORED, on ? null : "off");
    set(storedSingleKeysAtom, on);
  },
);

export const paletteOpenAtom = atom(false);
export const sheetOpenAtom = atom(false);

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** The pressed keys as in Command.keys; "shift+" is left out where the character itself shows it. */
export function keysOf(event: Pressed): string {
  const key = event.key === " " ? "space" : event.key.toLowerCase();
  const shows = key.length === 1 && !/[a-z0-9]/.test(key);
  return [
    event.ctrlKey || event.metaKey ? "mod+" : "",
    event.altKey ? "alt+" : "",
    event.shiftKey && !shows ? "shift+" : "",
    key,
  ].join("");
}

/** Runs the command bound to the pressed keys; returns whether one ran. */
export const press = atom(null, (get, set, event: Pressed, inField: boolean): boolean => {
  const keys = keysOf(event);
  const isSingle = !keys.startsWith("mod+") && keys !== "escape";
  if (isSingle && !get(singleKeysAtom)) return false;
  const command = get(permittedCommandsAtom).findLast(
    (one) =>
      one.keys?.includes(keys) &&
      (!inField || one.inFields === true) &&
      (one.isEnabled?.(get) ?? true),
  );
  command?.run(get, set);
  return command !== undefined;
});
