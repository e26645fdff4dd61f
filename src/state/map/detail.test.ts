// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";

// What is remembered is read when the file is loaded.
async function fresh() {
  vi.resetModules();
  const [detail, keyFigure, undoing] = await Promise.all([
    import("./detail.ts"),
    import("../plant/column/key-figure.ts"),
    import("../shell/undo.ts"),
  ]);
  return { ...detail, ...keyFigure, ...undoing, store: createStore() };
}

beforeEach(() => localStorage.clear());

test("the aggregate depends on the component type until one is chosen", async () => {
  const { store, aggregateAtom, chooseAggregate, keyFigureIdAtom } = await fresh();
  store.set(keyFigureIdAtom, 35);
  expect(store.get(aggregateAtom)).toBe("notable");
  store.set(keyFigureIdAtom, 1);
  expect(store.get(aggregateAtom)).toBe("notable");
  store.set(keyFigureIdAtom, 15);
  expect(store.get(aggregateAtom)).toBe("worst");
  store.set(chooseAggregate, "share");
  expect(store.get(aggregateAtom)).toBe("share");
});

test("both choices are stored, and can be undone", async () => {
  const first = await fresh();
  first.store.set(first.chooseAggregate, "mean");
  first.store.set(first.showPattern, false);
  const second = await fresh();
  expect(second.store.get(second.chosenAggregateAtom)).toBe("mean");
  expect(second.store.get(second.patternAtom)).toBe(false);
  await first.store.set(first.undo);
  await first.store.set(first.undo);
  expect(first.store.get(first.patternAtom)).toBe(true);
  const third = await fresh();
  expect(third.store.get(third.chosenAggregateAtom)).toBeNull();
  expect(third.store.get(third.patternAtom)).toBe(true);
});

test("without a key figure the aggregate is the worst value", async () => {
  const { store, aggregateAtom, keyFigureIdAtom } = await fresh();
  store.set(keyFigureIdAtom, null);
  expect(store.get(aggregateAtom)).toBe("worst");
});

test("what an earlier visit stored is chosen, and each choice is a step with its name", async () => {
  localStorage.setItem("aggregate", '"share"');
  localStorage.setItem("pattern", "false");
  const { store, chosenAggregateAtom, patternAtom, nextUndoAtom, ...verbs } = await fresh();
  expect([store.get(chosenAggregateAtom), store.get(patternAtom)]).toEqual(["share", false]);
  store.set(verbs.chooseAggregate, null);
  expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.aggregate");
  store.set(verbs.showPattern, true);
  expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.pattern");
});

test("the choice of a link is not stored, and an invalid stored value is ignored", async () => {
  const first = await fresh();
  first.store.set(first.patternAtom, false, false);
  expect(first.store.get(first.patternAtom)).toBe(false);
  localStorage.setItem("aggregate", '"loudest"');
  const second = await fresh();
  expect(second.store.get(second.patternAtom)).toBe(true);
  expect(second.store.get(second.chosenAggregateAtom)).toBeNull();
});
