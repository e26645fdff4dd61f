// Every room that `npm run mutants` promises is whole in its groups: a source that moved to a sub-folder stays in.
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { groups } from "./mutants/groups.mjs";

const root = join(import.meta.dirname, "..");
const rooms = "{src/{domain,state,map,client},layers}/**/*.ts";
const isTestOrTypes = (file: string) => /\.(test|fixture|d)\.tsx?$/.test(file);

test("the sources of domain, state, map, layers and client are in a group of the mutants", () => {
  const inGroup = new Set(
    globSync(
      groups.flatMap(({ mutate }) => mutate),
      { cwd: root },
    ),
  );
  const sources = globSync(rooms, { cwd: root }).filter((file) => !isTestOrTypes(file));
  expect(sources.length).toBeGreaterThan(800);
  const left = sources.filter((file) => !inGroup.has(file));
  // The build takes the paths of words in i18n.ts from a literal.
  expect(left).toEqual(["src/client/i18n.ts"]);
});
