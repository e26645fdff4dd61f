// Which test files a change can reach, by what they import.
import type { SourceFile } from "./import-graph.ts";

/** Files that every test depends on. */
const everywhere = ["package.json", "package-lock.json", "vite.config.ts", "tsconfig.json"];
const isTest = /\.test\.tsx?$/;
/** Rules of the folders read all sources instead of importing them. */
const readsSources = /^tests\/(architecture|asvs|locales|migration|parts)\.test\.ts$/;

/**
 * @param sources all sources with what they import
 * @param changed paths from the project's folder
 * @returns paths of test files, in order
 */
export function reachedTests(
  sources: readonly SourceFile[],
  changed: readonly string[],
): readonly string[] {
  const tests = sources.map(({ path }) => path).filter((path) => isTest.test(path));
  if (changed.some((path) => everywhere.includes(path))) return tests.toSorted();
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    for (const imported of imports) {
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  const reached = new Set(changed);
  // A set gives what is added while it is read.
  for (const path of reached)
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  const rules = changed.length > 0 ? tests.filter((path) => readsSources.test(path)) : [];
  return tests.filter((path) => reached.has(path) || rules.includes(path)).toSorted();
}
