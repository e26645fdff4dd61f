// A README that lists the folders of its room lists all of them, and none that is gone.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

/** Folders that a text names as `folder/`. */
const named = (text: string) =>
  new Set([...text.matchAll(/`([a-z0-9-]+)\/`/g)].map(([, name]) => name!));

it.each(["src/domain", "src/server"])("the README of %s names each of its folders", (room) => {
  const folders = readdirSync(join(root, room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const text = named(readFileSync(join(root, room, "README.md"), "utf8"));
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((name) => !text.has(name))).toEqual([]);
});
