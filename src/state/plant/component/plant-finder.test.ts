// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import { keyFigures } from "../../../domain/key-figure/key-figure.ts";
import { alsoClasses, alsoPatterns } from "../column/classified.fixture.ts";
import { filterCountsAtom, filtersAtom } from "../filter/filter.ts";
import { keyFigureIdAtom } from "../column/key-figure.ts";
import { openedPlant } from "../opened.fixture.ts";
import { filterFinder, keyFigureFinder } from "./plant-finder.ts";
import type { Finder, Found } from "../../shell/shortcut.ts";
import { answers } from "../two-plants.fixture.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
let pattern: ReturnType<typeof alsoPatterns>;
const usual = { ...answers };
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  pattern = alsoPatterns((row) => row % 4);
  opened = await openedPlant("analysis=12");
});
afterEach(() => {
  opened.close();
  Object.assign(answers, usual);
});

const find = (finder: Finder, text: string) =>
  finder.find(text, opened.store.get, new AbortController().signal) as readonly Found[];
const labels = (finder: Finder, text: string) => find(finder, text).map(({ label }) => label);
const run = (found: readonly Found[]) => found[0]!.run(opened.store.get, opened.store.set);

it("finds key figures by their names and component types, and shows them", () => {
  expect(labels(keyFigureFinder, "soil")).toEqual(["Soiling pattern"]);
  expect(labels(keyFigureFinder, "modules patt")).toEqual(["Soiling pattern"]);
  expect(labels(keyFigureFinder, "heat loss")).toEqual([]);
  run(find(keyFigureFinder, "soil"));
  expect(opened.store.get(keyFigureIdAtom)).toBe(pattern.id);
});

it("finds filters by class, sets them, and finds them again to be removed", async () => {
  const { store } = opened;
  store.set(keyFigureIdAtom, pattern.id);
  expect(labels(filterFinder, "bird")).toEqual(["Soiling pattern: Bird droppings"]);
  run(find(filterFinder, "bird"));
  // Every fourth of forty modules.
  await vi.waitUntil(() => store.get(filterCountsAtom)["module"]?.matching === 10);
  expect(labels(filterFinder, "bird")).toContain("Remove filter: Soiling pattern: Bird droppings");
  run(find(filterFinder, "remove bird"));
  expect(store.get(filtersAtom)).toEqual([]);
  expect(labels(filterFinder, "not measured")).toEqual(["Soiling pattern: not measured"]);
});

it("finds all key figures that fit", async () => {
  opened.close();
  const figures = keyFigures.filter(({ component_type, kind, expert }) => {
    return component_type === "module" && kind === "u8" && expert !== true;
  });
  expect(figures.length).toBeGreaterThan(8);
  alsoClasses(Object.fromEntries(figures.map(({ key }) => [key, () => 0])));
  opened = await openedPlant("analysis=12");
  // Each is a key figure of modules.
  expect(labels(keyFigureFinder, "module").length).toBeGreaterThanOrEqual(figures.length);
});
