// A text that is reworded is found here in the journeys that look for it, and not by a journey that waits for it in the
// release.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { saidBy, soughtIn } from "./journey-text.ts";
import { readWords } from "./words.ts";

const read = (path: string) => readFileSync(path, "utf8");
const words = readWords("locales/en");
const english = [...words.values()];

/** Texts of the demo, of inputs, of other languages, and of rules that the server or a library words itself. */
const others = [
  "src/demo",
  "src/domain",
  "src/server",
  "tests/fixtures",
  "locales/es",
  "locales/pt",
]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,json}`))
  .filter((path) => !path.endsWith(".test.ts"))
  .map(read)
  .join("\n")
  .toLowerCase();

/** Numbers with units, names in pairs, and texts that the product takes from elsewhere. */
const notOurs =
  /^[+−-]?\d+(%| GB)$|^\+ \d+ GB$|^@node-rs|free of charge$|OpenStreetMap|^irradiance \d|^low\/roof$/;

/** Several words that the page joins without a mark between them, or around a name with marks of its own. */
const joined = new Set([
  "Verified A later analysis verifies a finding",
  "b.jpg: The file is no longer in the store.",
  "You are online again. 2 observations wait on this device (1 photo).",
  "wrong.csv, line 3, order: “WO-99” is not a work order",
]);

it("what journeys look for is said by the product, or is what they or the demo have written", () => {
  const isSaid = saidBy(english);
  const stale = globSync("tests/e2e/**/*.ts").flatMap((path) => {
    const source = read(path);
    const sought = soughtIn(path, source);
    const isOwn = (text: string) =>
      source.split(text).length - 1 > sought.filter((one) => one.text === text).length;
    const known = others + source.toLowerCase();
    const parts = (text: string) => text.toLowerCase().split(" ");
    return (
      sought
        .filter(({ text }) => text.trim().length >= 4 && !notOurs.test(text))
        .filter(({ text }) => !isSaid(text) && !others.includes(text.toLowerCase()) && !isOwn(text))
        .filter(({ text }) => !joined.has(text))
        // First and family names stand apart.
        .filter(({ text }) => !parts(text).every((part) => known.includes(`"${part}"`)))
        .map(({ text, line }) => `${path}:${line}: ${text}`)
    );
  });
  expect(stale).toEqual([]);
});

it("panels that journeys open have these titles", () => {
  const titles = globSync("src/panels/**/panel.ts").flatMap((path) =>
    [...read(path).matchAll(/\btitle: "([\w-]+:[\w.]+)"/g)].map(([, key = ""]) => words.get(key)),
  );
  const opened = globSync("tests/e2e/**/*.ts").flatMap((path) =>
    [...read(path).matchAll(/\bopenPanel\(\w+, "([^"]+)"\)/g)].map(([, title = ""]) => title),
  );
  expect(opened.length).toBeGreaterThan(50);
  expect([...new Set(opened)].filter((title) => !titles.includes(title))).toEqual([]);
});

it("finds what is not said, also beside values, and what is said around them", () => {
  const isSaid = saidBy([
    "{{count}} plants that you took offline are deleted from this device. Take them along again.",
    "Glass tube temperature",
    "Severe heat loss",
    "Download “{{name}}”",
  ]);
  for (const text of [
    "2 plants that you took offline are deleted from this device.",
    "that you took offline",
    "Glass tube temperature: Severe heat loss",
    "Download “Flight day checklist”",
  ]) {
    expect(isSaid(text), text).toBe(true);
  }
  for (const text of [
    "2 plants that you took along are deleted from this device.",
    "Glass tube temperature: Heavy heat loss",
    "Save “Flight day checklist”",
  ]) {
    expect(isSaid(text), text).toBe(false);
  }
  const journey = `page.getByText("A b c"); page.getByRole("button", { name: /^Close (the list|it)$/ });`;
  expect(soughtIn("a.ts", journey).map(({ text }) => text)).toEqual(["A b c", "the list"]);
});
