// Comments, documents and names of tests use the words of other products.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Words of a private dialect. Texts in double quotes are data, such as the address of a test. */
function oddWords(text: string): string[] {
  const found = text.split("\n").flatMap((line) => {
    if (/\bit\(|\btest\(|\bdescribe\(/.test(line)) return line.match(odd) ?? [];
    return line.replaceAll(/"[^"]*"|`[^`]*`/g, "").match(odd) ?? [];
  });
  return found.map((word) => word.toLowerCase());
}

const odd = /\b(nobody|whoever|anew|told|heldByPlant|leastPixels|doors?|shelf|shelves)\b/gi;

/** A system user is called `nobody` there, and the last two files name the words. */
const allowed = [
  "src/server/adapters/postgres-account.ts",
  "src/server/adapters/postgres-binaries.ts",
  "tests/former-words.ts",
  "tests/plain-words.test.ts",
];

test("comments and documents have no words of a private dialect", () => {
  const files = [
    ...globSync("{src,layers,tools,workers,tests}/**/*.{ts,tsx,mjs,md}", { cwd: root }),
    ...globSync("{README.md,.github/*.md}", { cwd: root }),
  ].filter((file) => !allowed.includes(file) && !file.endsWith("CHANGELOG.md"));
  expect(files.length).toBeGreaterThan(3000);
  const found = files.flatMap((file) =>
    oddWords(readFileSync(join(root, file), "utf8")).map((word) => `${file}: ${word}`),
  );
  expect(found).toEqual([]);
});

test("odd words are found in comments and names of tests, not in data", () => {
  expect(oddWords("// Nobody is told.\nconst user = 1;")).toEqual(["nobody", "told"]);
  expect(oddWords('it("tells nobody", () => {')).toEqual(["nobody"]);
  expect(oddWords('const email = "nobody@example.com";')).toEqual([]);
});
