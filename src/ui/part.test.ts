import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const src = dirname(import.meta.dirname);
const rules = readFileSync(join(import.meta.dirname, "part.css"), "utf8").matchAll(/^\.(\w+)/gm);
const parts = [...new Set([...rules].map(([, name = ""]) => name))];
const sheets = globSync("**/*.module.css", { cwd: src }).toSorted();
/** Every part that a sheet takes, as "sheet: part". */
const taken = sheets.flatMap((sheet) =>
  [...readFileSync(join(src, sheet), "utf8").matchAll(/composes: ([\w\s]+) from global;/g)].flatMap(
    ([, names = ""]) => names.split(/\s+/).map((part) => ({ sheet, part })),
  ),
);

test("a style sheet takes only parts that exist", () => {
  expect(taken.length).toBeGreaterThan(0);
  expect(taken.filter(({ part }) => !parts.includes(part))).toEqual([]);
});

test.each(parts)("the part %s is worth a name: at least four rules take it", (name) => {
  expect(taken.filter(({ part }) => part === name).length).toBeGreaterThanOrEqual(4);
});
