// The import rules, each from files to a list of sentences; an empty list is a kept rule.

import { forbiddenNames, keptByPage, libraryHomes, longestFile, rooms } from "./rooms.ts";
import { findCycles, type SourceFile } from "./import-graph.ts";

type Rule = (files: readonly SourceFile[]) => string[];

const isTest = (path: string) => /\.(test|fixture)\.tsx?$/.test(path) || path.startsWith("tests/");
const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
const isOurs = (name: string) =>
  /^(src|layers|tools|workers|locales|tests|public)\//.test(name) ||
  /^[\w-]+\.(json|ts)$/.test(name);

/** The row of the room that holds a file, or undefined for the files at the top. */
function roomOf(path: string) {
  return rooms
    .filter(({ room }) => isWithin(path, room))
    .toSorted((a, b) => b.room.length - a.room.length)[0];
}

/** Tests and configurations may use everything; they are bound by name and length only. */
const sources = (files: readonly SourceFile[]) =>
  files.filter(({ path }) => path.includes("/") && !isTest(path));

export const roomRule: Rule = (files) =>
  sources(files).flatMap(({ path, imports }) => {
    const row = roomOf(path);
    if (!row) return [`${path} stands in no room`];
    const allowed = [row.room, ...row.mayImport];
    return imports
      .filter((name) => isOurs(name) && !allowed.includes("*"))
      .filter((name) => !allowed.some((room) => isWithin(name, room)))
      .map((name) => `${path} (${row.room}) must not import ${name}`);
  });

export const libraryRule: Rule = (files) =>
  sources(files).flatMap(({ path, imports }) =>
    imports.flatMap((name) => {
      const row = libraryHomes
        .flatMap(({ libraries, homes }) => libraries.map((library) => ({ library, homes })))
        .filter(({ library }) => isLibrary(name, library))
        .toSorted((a, b) => b.library.length - a.library.length)[0];
      const isHome = !row || row.homes.some((home) => isWithin(path, home));
      return isHome ? [] : [`${path} must not import ${name}; it lives in ${row.homes.join(", ")}`];
    }),
  );

function isLibrary(name: string, library: string): boolean {
  return /[/:]$/.test(library) ? name.startsWith(library) : isWithin(name, library);
}

/** The entry of an isolated room that a file belongs to: its first name below the room, or its whole path, without an ending. */
function entryOf(path: string): { room: string; entry: string; isContract: boolean } | null {
  const row = roomOf(path);
  if (!row?.isolated) return null;
  const below = path.slice(row.room.length + 1);
  const first = row.isolated === "files" ? below : (below.split("/")[0] ?? "");
  const entry = first.replace(/(\.module)?\.\w+$/, "");
  return { room: row.room, entry, isContract: row.contracts?.includes(entry) ?? false };
}

export const siblingRule: Rule = (files) =>
  sources(files).flatMap(({ path, imports }) => {
    const own = entryOf(path);
    if (own === null || own.entry === "index") return [];
    return imports
      .filter((name) => {
        const other = entryOf(name);
        return other?.room === own.room && other.entry !== own.entry && !other.isContract;
      })
      .map((name) => `${path} must not import its sibling ${name}`);
  });

export const cycleRule: Rule = (files) => findCycles(files).map((cycle) => cycle.join(" → "));

export const nameRule: Rule = (files) =>
  files
    .map(({ path }) => path)
    .filter((path) => {
      const parts = path.split("/").map((part) => part.replace(/\..*$/, ""));
      return parts.some(
        (part) => forbiddenNames.includes(part) || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part),
      );
    })
    .map((path) => `${path} is no name for a noun in kebab case`);

export const lengthRule: Rule = (files) =>
  files
    .filter(({ lines }) => lines > longestFile)
    .map(({ path, lines }) => `${path} has ${lines} lines: two nouns`);

/** A barrel hides where a thing comes from; an index that lists the things of a room is none. */
export const barrelRule: Rule = (files) =>
  sources(files)
    .filter(({ path, handsOnAll, handsOnOnly }) => {
      return handsOnAll || (handsOnOnly && path.endsWith("/index.ts"));
    })
    .map(({ path }) => `${path} only hands on what other files export`);

/** Imports name files as they are, ending included, and packages that are installed. */
export const endingRule: Rule = (files) =>
  files.flatMap(({ path, imports }) =>
    imports
      .filter((name) => isOurs(name) && !/\.\w+$/.test(name))
      .map((name) => `${path} imports ${name} without its ending`),
  );

/** State ends with the plant or the session; what outlives both is named with its reason. */
export const lifetimeRule: Rule = (files) => {
  return files.flatMap(({ path, kept }) => {
    const file = path.slice("src/state/".length);
    return kept
      .filter((name) => !(file in keptByPage) && !(`${file} ${name}` in keptByPage))
      .map((name) => `${path} ${name} outlives plant and session: see state/shell/lifetime.ts`);
  });
};
