// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chooseScope, scopeAtom } from "../plant/filter/filter.ts";
import { openedPlant } from "../plant/opened.fixture.ts";
import { measured } from "../plant/two-plants.fixture.ts";
import { keyFigureIdAtom } from "../plant/column/key-figure.ts";
import { analysesQuery, analysisIdAtom } from "../plant/analysis/analysis.ts";
import { plantKey } from "../plant/plant.ts";
import { restoreAddress } from "./address-work.ts";
import { endPlant } from "./lifetime.ts";
import { queryClient } from "./query.ts";

vi.mock(
  "../../client/call.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).client,
);
vi.mock(
  "../../client/plant-data.ts",
  async () => (await import("../plant/two-plants.fixture.ts")).worker,
);
vi.mock("../../client/mesh.ts", () => ({ buildMesh: async () => ({}) }));

let opened!: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant();
});
afterEach(() => opened.close());
/** Longer than the address waits for a pause in the changes. */
const pause = () => new Promise((done) => setTimeout(done, 450));
const whole = `?analysis=12&key_figure=${measured.id}&legend=classes`;

test("the first view replaces the address, each later one is an entry in the history", async () => {
  const first = history.length;
  await pause();
  expect([location.search, history.length]).toEqual([whole, first]);
  opened.store.set(chooseScope, "in_view");
  expect(location.search).toBe(whole);
  await pause();
  expect([location.search, history.length]).toEqual([`${whole}&scope=in_view`, first + 1]);
});

test("the view follows the back button, which adds no entry", async () => {
  await pause();
  opened.store.set(chooseScope, "in_view");
  await pause();
  const before = history.length;
  history.replaceState(null, "", `/plant/1${whole}&scope=selected`);
  window.dispatchEvent(new PopStateEvent("popstate"));
  await pause();
  expect(opened.store.get(scopeAtom)).toBe("selected");
  expect(history.length).toBe(before);
  // What is changed after that is an entry again.
  opened.store.set(chooseScope, "all");
  await pause();
  expect([location.search, history.length]).toEqual([whole, before + 1]);
});

test("the settings of the plant keep their own query, and the view is back after them", async () => {
  await pause();
  history.pushState(null, "", "/plant/1/settings?section=blueprints");
  opened.store.set(chooseScope, "in_view");
  await pause();
  window.dispatchEvent(new PopStateEvent("popstate"));
  restoreAddress(opened.store);
  expect(location.search).toBe("?section=blueprints");
  expect(opened.store.get(scopeAtom)).toBe("in_view");
  history.pushState(null, "", "/plant/1");
  restoreAddress(opened.store);
  expect(location.search).toBe(`${whole}&scope=in_view`);
});

test("a view without a key figure is not written: the address is still being applied", async () => {
  await pause();
  opened.store.set(keyFigureIdAtom, null);
  opened.store.set(chooseScope, "in_view");
  await pause();
  expect(location.search).toBe(whole);
});

test("a plant without results has a view as well: its camera, panels and layers", async () => {
  await pause();
  queryClient().setQueryData(analysesQuery(1).key, []);
  queryClient().setQueryData(plantKey("fields"), { digitized: false });
  opened.store.set(analysisIdAtom, null);
  opened.store.set(keyFigureIdAtom, null);
  opened.store.set(chooseScope, "in_view");
  await pause();
  expect(location.search).toBe(whole);
  queryClient().setQueryData(plantKey("fields"), { digitized: true });
  opened.store.set(chooseScope, "selected");
  await pause();
  expect(location.search).toContain("scope=selected");
  expect(location.search).not.toContain("key_figure");
});

test("the address of a closed plant is left alone, and no longer followed", async () => {
  await pause();
  opened.store.set(endPlant);
  await pause();
  expect(location.search).toBe(whole);
  opened.close();
  history.replaceState(null, "", "/plant/1?scope=selected");
  window.dispatchEvent(new PopStateEvent("popstate"));
  await pause();
  expect(opened.store.get(scopeAtom)).toBe("all");
});
