// Reads the sources and says which file imports what, types, dynamic imports and workers included.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { keptState } from "./kept-state.ts";

export type SourceFile = {
  /** Path from the project's folder, with slashes. */
  readonly path: string;
  readonly lines: number;
  /** Paths of our files, names of packages, and `node:` modules. */
  readonly imports: readonly string[];
  /** Whether it hands on everything that another file exports. */
  readonly handsOnAll: boolean;
  /** Whether all it exports comes from other files. */
  readonly handsOnOnly: boolean;
  /** What a file of the state keeps for as long as the page, by name. */
  readonly kept: readonly string[];
};

const code = /\.(ts|tsx|mjs)$/;

/** Reads every source file below the folders and files named. */
export function readSources(root: string, tops: readonly string[]): SourceFile[] {
  return tops
    .flatMap((top) => filesAt(join(root, top)))
    .filter((path) => code.test(path))
    .map((path) => readSource(relative(root, path), readFileSync(path, "utf8")));
}

function filesAt(path: string): string[] {
  if (!existsSync(path)) return [];
  if (code.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Reads one file's text; throws where it does not parse. */
export function readSource(path: string, text: string): SourceFile {
  const { module, errors, program } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  const handedOn = entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []);
  const named = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...handedOn,
    ...loadedLater(text),
  ];
  const imports = named.map((name) => (name.startsWith(".") ? join(dirname(path), name) : name));
  return {
    path,
    lines: text.split("\n").length - 1,
    imports: [...new Set(imports.map((name) => name.replace(/\?.*$/, "")))],
    handsOnAll: /^export \* from/m.test(text),
    handsOnOnly: handedOn.length > 0 && handedOn.length === entries.length,
    kept: /^src\/state\/(?!.*\.(test|fixture)\.ts$)/.test(path) ? keptState(program) : [],
  };
}

/** Every group of files that import each other in a circle, each as a path round. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string) => {
    const seen = trail.indexOf(path);
    if (seen >= 0) cycles.push([...trail.slice(seen), path]);
    if (seen >= 0 || done.has(path)) return;
    trail.push(path);
    for (const next of byPath.get(path)?.imports ?? []) if (byPath.has(next)) visit(next);
    trail.pop();
    done.add(path);
  };
  for (const { path } of files) visit(path);
  return cycles;
}

/**
 * All that is loaded with these files, each by the chain of files that leads to it: our files, and packages by what
 * their imports say. Types, dynamic imports and workers are not loaded with a file.
 */
export function loadedAtOnce(
  root: string,
  files: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>(files.map((file) => [file, [file]]));
  // A map gives what is added while it is read.
  for (const [path, chain] of chains) {
    if (!code.test(path)) continue;
    const { module } = parseSync(path, readFileSync(join(root, path), "utf8"));
    for (const name of valuesFrom(module)) {
      const next = name.startsWith(".") ? join(dirname(path), name) : name;
      if (!chains.has(next)) chains.set(next, [...chain, next]);
    }
  }
  return chains;
}

/**
 * What a file loads at some time: our files of code, with dynamic imports and workers, without types. Each file is read
 * once.
 */
export function loadedEver(root: string): (file: string) => ReadonlySet<string> {
  const known = new Map<string, readonly string[]>();
  const nextOf = (path: string): readonly string[] => {
    const before = known.get(path);
    if (before) return before;
    const text = readFileSync(join(root, path), "utf8");
    const { module } = parseSync(path, text);
    const next = [...valuesFrom(module), ...loadedLater(text)]
      .filter((name) => name.startsWith("."))
      .map((name) => join(dirname(path), name.replace(/\?.*$/, "")))
      .filter((one) => code.test(one) && existsSync(join(root, one)));
    known.set(path, next);
    return next;
  };
  return (file) => {
    const loaded = new Set([file]);
    // A set gives what is added while it is read.
    for (const path of loaded) for (const next of nextOf(path)) loaded.add(next);
    return loaded;
  };
}

/** Names after import("…") as a value or as a type, and new URL("./worker.ts", import.meta.url). */
function loadedLater(text: string): string[] {
  return [
    ...[...text.matchAll(/\bimport\(\s*["']([^"']+)["']/g)].map((found) => found[1] ?? ""),
    ...[...text.matchAll(/new URL\(\s*["'](\.[^"']+\.tsx?)["']/g)].map((found) => found[1] ?? ""),
  ];
}

/** Names from which a file imports values, or hands them on. */
function valuesFrom(module: ReturnType<typeof parseSync>["module"]): string[] {
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const handedOn = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (isType ? [] : (moduleRequest?.value ?? [])));
  return [...imported, ...handedOn];
}
