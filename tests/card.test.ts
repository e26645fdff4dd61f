import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { card, type CardRow } from "./card.ts";
import { readSources } from "./import-graph.ts";

const root = join(import.meta.dirname, "..");
const files = readSources(root, ["src", "layers", "tools", "workers", "tests", "vite.config.ts"]);
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
) as Record<"dependencies" | "devDependencies", Record<string, string>>;
const installed = Object.keys({ ...dependencies, ...devDependencies });

type Imports = readonly { readonly path: string; readonly imports: readonly string[] }[];

const isOf = (name: string, wanted: string) =>
  wanted.endsWith("/") ? name.startsWith(wanted) : name === wanted || name.startsWith(`${wanted}/`);

/** What is wrong with a row. */
function faults(row: CardRow, names: readonly string[], sources: Imports): string[] {
  const { home, packages, whyNot } = row;
  const found = packages.flatMap((wanted) => {
    const own = names.filter((name) => isOf(name, wanted));
    const unused = own.filter(
      (name) => !sources.some(({ imports }) => imports.some((one) => isOf(one, name))),
    );
    const absent = own.length === 0 && home !== null ? [`${wanted} is not in package.json`] : [];
    return [...absent, ...unused.map((name) => `nothing imports ${name}`)];
  });
  const isAtHome = sources.some(
    ({ path, imports }) =>
      home !== null &&
      (path === home || path.startsWith(`${home}/`)) &&
      imports.some((one) => packages.some((wanted) => isOf(one, wanted))),
  );
  if (home !== null && !isAtHome) found.push(`${home} does not import it`);
  if (home === null && (whyNot ?? "") === "") found.push("neither used nor given a reason");
  const isUsed = sources.some(({ imports }) =>
    imports.some((one) => packages.some((wanted) => isOf(one, wanted))),
  );
  if (home === null && isUsed) found.push("used, but the table says it is not");
  return found;
}

test.each(card)("$card is used where the table says, or has a reason", (row) => {
  expect(faults(row, installed, files)).toEqual([]);
});

test("every package of the card has one row", () => {
  expect(new Set(card.map((row) => row.card)).size).toBe(20);
  expect(card).toHaveLength(20);
});

test.each<[string, CardRow, string[], Imports, string]>([
  [
    "in package.json without an import",
    { card: "a", packages: ["a"], home: null, whyNot: "later" },
    ["a"],
    [],
    "nothing imports a",
  ],
  [
    "one of a scope without an import",
    { card: "a", packages: ["@a/"], home: "src" },
    ["@a/one", "@a/two"],
    [{ path: "src/x.ts", imports: ["@a/one"] }],
    "nothing imports @a/two",
  ],
  [
    "without a reason",
    { card: "a", packages: ["a"], home: null },
    [],
    [],
    "neither used nor given a reason",
  ],
  [
    "used elsewhere",
    { card: "a", packages: ["a"], home: "src" },
    ["a"],
    [{ path: "tools/x.ts", imports: ["a"] }],
    "src does not import it",
  ],
  [
    "used against the table",
    { card: "a", packages: ["a"], home: null, whyNot: "later" },
    ["a"],
    [{ path: "src/x.ts", imports: ["a/part"] }],
    "used, but the table says it is not",
  ],
])("a package %s is found", (_, row, names, sources, fault) => {
  expect(faults(row, names, sources)).toEqual([fault]);
});
