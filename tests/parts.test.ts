import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everydayFiles, releaseFiles } from "./everyday.mjs";
import { filesOf, parts } from "./parts.mjs";

const root = join(import.meta.dirname, "..");

test("the release runs each test file in exactly one part", () => {
  const all = globSync("{src,layers,tools,workers,tests}/**/*.test.{ts,tsx}", { cwd: root });
  const run = parts.flatMap((part) => filesOf(part, all));
  expect(run.toSorted()).toEqual(all.toSorted());
});

test("what is left to the release is there", () => {
  for (const file of [...releaseFiles, ...everydayFiles])
    expect(existsSync(join(root, file))).toBe(true);
});

test("each path that a part names is there", () => {
  const all = globSync("{src,layers,tools,workers,tests}/**/*.test.{ts,tsx}", { cwd: root });
  for (const { files, without = [] } of parts) {
    for (const named of [...files, ...without].filter((path) => path.endsWith(".test.ts"))) {
      expect(all).toContain(named);
    }
  }
});
