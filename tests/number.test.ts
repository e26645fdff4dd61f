// Numbers that people and files write are read in one place (src/domain/number-text.ts): every other way guesses what a
// comma or a point means.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Ways to read a number past the parser, each with why it is none. */
const guesses: readonly [pattern: RegExp, why: string][] = [
  [/\.replace(All)?\((",", "\."|\/,\/g?, "\."|"\.", ",")\)/, "turns a comma into a point"],
  [/\bparseFloat\(/, "ends at the first sign that it does not know"],
  [/type="number"/, "shows what the browser understood, and nothing where it understood nothing"],
  [
    /\b(NumberField|useNumberFieldState|NumberParser)\b[^;]*"(react-aria|@internationalized)/s,
    "drops the other sign",
  ],
];

/** Files that hold formats with one notation, or the parser itself. */
const allowed = new Set(["src/domain/number-text.ts"]);

function guessesIn(text: string): string[] {
  return guesses.filter(([pattern]) => pattern.test(text)).map(([, why]) => why);
}

test("no file reads numbers past the parser", () => {
  const found = globSync("{src,layers,tools,workers}/**/*.{ts,tsx}", { cwd: root })
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file) && !allowed.has(file))
    .flatMap((file) =>
      guessesIn(readFileSync(join(root, file), "utf8")).map((why) => `${file} ${why}`),
    );
  expect(found).toEqual([]);
});

test("each way is found", () => {
  expect(guessesIn('Number(typed.replace(",", "."))')).toHaveLength(1);
  expect(guessesIn("parseFloat(text)")).toHaveLength(1);
  expect(guessesIn('<input type="number" />')).toHaveLength(1);
  expect(guessesIn('import { NumberField } from "react-aria-components";')).toHaveLength(1);
  expect(guessesIn("Number(text)")).toEqual([]);
});
