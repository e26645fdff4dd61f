// The commands of package.json begin with the Node of the machine, which may be the oldest that the README names. What
// they load before they start our own runtime uses nothing newer.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Readonly<Record<string, string>>;
};

/** Not in Node 20.19: https://nodejs.org/docs/latest-v20.x/api/ and https://node.green. */
const newer = [
  /\bglob(Sync)?\b/,
  /\b(Map|Object)\.groupBy\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\bArray\.fromAsync\b/,
  /\bIterator\.from\b/,
  /\bRegExp\.escape\b/,
  /\bnode:(sqlite|sea)\b/,
];

/** A script with all that it imports from our own files. */
function loaded(path: string, seen: Set<string> = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const text = readFileSync(path, "utf8");
  for (const [, name = ""] of text.matchAll(/\b(?:from|import) "(\.[^"]+)"/g)) {
    loaded(join(dirname(path), name), seen);
  }
  return seen;
}

const begun = [
  ...new Set(Object.values(scripts).flatMap((line) => /^node (\S+)/.exec(line)?.[1] ?? [])),
];

it("are more than a few", () => {
  expect(begun).toContain("tests/release.mjs");
  expect(begun.length).toBeGreaterThan(5);
});

it.each(begun)("%s uses nothing newer", (script) => {
  const found = [...loaded(join(root, script))].flatMap((path) =>
    newer.flatMap((pattern) => {
      const use = pattern.exec(readFileSync(path, "utf8"));
      return use ? [`${relative(root, path)}: ${use[0]}`] : [];
    }),
  );
  expect(found).toEqual([]);
});
