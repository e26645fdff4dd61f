import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import served from "../../../public/version.json" with { type: "json" };
import product from "../../../package.json" with { type: "json" };
import { releaseNotes } from "./release-note.ts";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
type Lock = { version: string; packages: { "": { version: string } } };
/** "0.3.0" as one number, for versions below 1,000 in each place. */
const numberOf = (version: string) =>
  version.split(".").reduce((all, part) => all * 1000 + Number(part), 0);

test("the first notes are those of the current version, followed by older ones", () => {
  expect(releaseNotes[0]?.version).toBe(served.version);
  const dates = releaseNotes.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().toReversed());
  const numbers = releaseNotes.map(({ version }) => numberOf(version));
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("package, lock file and the app that is served have the same version", () => {
  expect(served.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(product.version).toBe(served.version);
  const lock = JSON.parse(read("package-lock.json")) as Lock;
  expect([lock.version, lock.packages[""].version]).toEqual([served.version, served.version]);
});

test("the changelog has the versions of the release notes, with their days", () => {
  const heads = [...read(".github/CHANGELOG.md").matchAll(/^## (.*)$/gm)].map(([, head]) => head);
  // What is not released yet has no number.
  if (heads[0] === "Next version") heads.shift();
  expect(heads).toEqual(releaseNotes.map(({ version, date }) => `${version} (${date})`));
});
