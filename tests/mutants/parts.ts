// Divides what is mutated into parts that are tried one by one, each with the tests that can notice it.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadedEver } from "../import-graph.ts";

type Group = import("./groups.mjs").Group;

export type Part = {
  readonly group: Group;
  /** A folder, a single file, or the room. */
  readonly name: string;
  readonly files: readonly string[];
  /** Those of the room that load one of the files; any one where there are none, so that the mutants are counted. */
  readonly tests: readonly string[];
};

/** @param chosen beginnings of the paths that are mutated; all where there are none */
export function partsOf(root: string, groups: readonly Group[], chosen: readonly string[]): Part[] {
  const graph = loadedEver(root);
  const found = (patterns: readonly string[]) =>
    patterns.flatMap((pattern) => {
      const files = globSync(pattern, { cwd: root }).toSorted();
      if (files.length === 0) throw new Error(`${pattern} in groups.mjs is no file any more`);
      return files;
    });
  return groups.flatMap((group) => {
    const files = found(group.mutate).filter(
      (file) =>
        !/\.(test|fixture|d)\.tsx?$/.test(file) &&
        (chosen.length === 0 || chosen.some((path) => file.startsWith(path))),
    );
    if (files.length === 0) return [];
    const tests = found(group.tests);
    const byPart = Map.groupBy(files, (file) => placeOf(group, file));
    return [...byPart].map(([name, own]): Part => {
      const named = group.isByFile ? own.flatMap((file) => testsNamedAfter(root, file)) : [];
      if (named.length > 0) return { group, name, files: own, tests: named };
      const reaching = tests.filter((test) => own.some((file) => graph(test).has(file)));
      return { group, name, files: own, tests: reaching.length > 0 ? reaching : tests.slice(0, 1) };
    });
  });
}

const placeOf = ({ name, isByFile, isWhole }: Group, file: string) =>
  isByFile ? file : isWhole ? `all of ${name}` : dirname(file);

/** The tests beside a source that begin with its name. */
function testsNamedAfter(root: string, file: string): string[] {
  const stem = file.replace(/\.tsx?$/, "");
  return globSync([`${stem}.test.{ts,tsx}`, `${stem}-*.test.{ts,tsx}`], { cwd: root });
}

/** Changes with everything that the tests of a part load, and with the way in which it is tried. */
export function fingerprintOf(root: string, { group, files, tests }: Part): string {
  const graph = loadedEver(root);
  const loaded = new Set([...files, ...tests.flatMap((test) => [...graph(test)])]);
  const hash = createHash("sha256").update(JSON.stringify({ group, files, tests }));
  for (const file of [...loaded].toSorted()) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}
