import { expect, test } from "vitest";
import { readSource } from "./import-graph.ts";
import { reachedTests } from "./reached.ts";

const sources = Object.entries({
  "src/domain/plant.ts": "export const plant = 1;",
  "src/domain/plant.test.ts": 'import { plant } from "./plant.ts";',
  "src/server/store/plant.ts": 'import { plant } from "../../domain/plant.ts";',
  "src/server/store/plant.test.ts": 'import { x } from "./plant.ts";',
  "src/domain/unit.test.ts": 'import { unit } from "./unit.ts";',
  "src/domain/unit.ts": 'import words from "../../locales/en/unit.json";',
  "tests/architecture.test.ts": "",
}).map(([path, text]) => readSource(path, text));

test("a change reaches the tests that import it, directly or not, and those that read all sources", () => {
  expect(reachedTests(sources, ["src/domain/plant.ts"])).toEqual([
    "src/domain/plant.test.ts",
    "src/server/store/plant.test.ts",
    "tests/architecture.test.ts",
  ]);
  expect(reachedTests(sources, ["locales/en/unit.json"])).toEqual([
    "src/domain/unit.test.ts",
    "tests/architecture.test.ts",
  ]);
});

test("nothing changed reaches nothing, and a package reaches everything", () => {
  expect(reachedTests(sources, [])).toEqual([]);
  expect(reachedTests(sources, ["package-lock.json"])).toHaveLength(4);
});
