import { createStore } from "jotai";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Geometry } from "../../domain/component/component-index.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import {
  addFilter,
  chooseScope,
  filtersAtom,
  removeFilters,
  scopeAtom,
} from "../plant/filter/filter.ts";
import { chooseKeyFigure, keyFigureIdAtom } from "../plant/column/key-figure.ts";
import {
  fadeLayer,
  layerEntriesAtom,
  layerOrderAtom,
  layerSettingsAtom,
  moveLayer,
  shownLayersAtom,
  soloLayer,
  soloLayerAtom,
} from "../map/layer.ts";
import { keepLevel } from "../plant/plant.ts";
import { clearSelection, select, selectedRowsAtom } from "../plant/component/selection.ts";
import { nextRedoAtom, nextUndoAtom, recordStep, redo, stepCountAtom, undo } from "./undo.ts";

const COUNT = 500;
const floats = new Float32Array(COUNT);
const geometry: Geometry = {
  type: "module",
  count: COUNT,
  parent: new Uint32Array(COUNT),
  centreX: floats,
  centreY: floats,
  length: floats,
  width: floats,
  rotation: floats,
  height: floats,
  polygons: { rows: new Uint32Array(0), offsets: new Uint32Array(1), xy: new Float32Array(0) },
  blockBounds: new Float32Array(4),
};

function openedStore() {
  const store = createStore();
  store.set(keepLevel, "module", { geometry });
  store.set(
    layerEntriesAtom,
    ["base", "area", "components", "labels"].map((id) => ({
      id,
      name: id,
      group: "plant" as const,
      visible: true,
      opacity: 1,
      fixed: id === "base",
    })),
  );
  return store;
}

type Store = ReturnType<typeof openedStore>;

function digest(store: Store): string {
  return JSON.stringify([
    store.get(filtersAtom),
    store.get(scopeAtom),
    store.get(keyFigureIdAtom),
    store.get(layerSettingsAtom),
    store.get(layerOrderAtom),
    store.get(soloLayerAtom),
    [...store.get(selectedRowsAtom)],
  ]);
}

const layer = fc.constantFrom("area", "components", "labels");
const edit: fc.Arbitrary<(store: Store) => void> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer(), fc.integer())
    .map(([key_figure_id, min, max]) => (store: Store) => {
      store.set(addFilter, { kind: "range", key_figure_id, min, max });
    }),
  fc.integer({ min: 1, max: 9 }).map((id) => (store: Store) => {
    store.set(removeFilters, (one) => "key_figure_id" in one && one.key_figure_id === id);
  }),
  fc.constantFrom("all", "selected", "in_view").map((scope) => (store: Store) => {
    store.set(chooseScope, scope as "all");
  }),
  fc.constantFrom(...keyFigures).map(
    ({ id }) =>
      (store: Store) =>
        store.set(chooseKeyFigure, id),
  ),
  fc.tuple(layer, fc.integer({ min: 0, max: 3 })).map(([id, place]) => (store: Store) => {
    store.set(moveLayer, id, place);
  }),
  fc.tuple(layer, fc.double({ min: 0, max: 1, noNaN: true })).map(([id, at]) => (store: Store) => {
    store.set(fadeLayer, id, at);
  }),
  layer.map((id) => (store: Store) => store.set(soloLayer, id)),
  fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: COUNT - 1 }), { maxLength: 9 }),
      fc.constantFrom("replace", "add", "remove", "toggle"),
    )
    .map(([rows, mode]) => (store: Store) => {
      store.set(select, { component_type: "module", rows, mode: mode as "add" });
    }),
  fc.constant((store: Store) => store.set(clearSelection)),
);

test("a thousand random steps can all be undone and redone", async () => {
  const edits = fc.sample(edit, { numRuns: 1000, seed: 7 });
  const store = openedStore();
  const before = digest(store);
  for (const act of edits) act(store);
  const after = digest(store);
  expect(after).not.toBe(before);
  const steps = store.get(stepCountAtom);
  expect(steps).toBeGreaterThan(300);
  while (store.get(nextUndoAtom)) await store.set(undo);
  expect(digest(store)).toBe(before);
  while (store.get(nextRedoAtom)) await store.set(redo);
  expect(digest(store)).toBe(after);
  expect(store.get(stepCountAtom)).toBe(steps);
});

test("a step that cannot be undone stays and says why", async () => {
  const store = openedStore();
  store.set(recordStep, {
    name: "value",
    undo: () => Promise.reject(new Error("released")),
    redo: () => undefined,
  });
  await expect(store.set(undo)).rejects.toThrow("released");
  expect(store.get(nextUndoAtom)?.name).toBe("value");
});

test("a dragged slider is one step, a change without effect is none", async () => {
  const store = openedStore();
  for (const opacity of [0.9, 0.8, 0.7]) store.set(fadeLayer, "area", opacity);
  expect(store.get(stepCountAtom)).toBe(1);
  store.set(chooseScope, "all");
  expect(store.get(stepCountAtom)).toBe(1);
  await store.set(undo);
  expect(store.get(shownLayersAtom).find(({ id }) => id === "area")?.opacity).toBe(1);
});

test("a new step removes the undone steps", async () => {
  const store = openedStore();
  store.set(chooseKeyFigure, 5);
  await store.set(undo);
  store.set(chooseKeyFigure, 6);
  expect(store.get(nextRedoAtom)).toBeUndefined();
});
