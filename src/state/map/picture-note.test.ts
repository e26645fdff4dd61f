// @vitest-environment happy-dom
// A sheet says what its picture lacks.
import { createStore } from "jotai";
import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { failedPiecesAtom } from "./not-drawn.ts";
import { pictureNotesAtom } from "./picture-note.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

test("a whole picture needs no words", () => {
  expect(createStore().get(pictureNotesAtom)({ isWhole: true })).toEqual([]);
});

test("what has not come in time, and levels that cannot be drawn, are said", () => {
  const store = createStore();
  expect(store.get(pictureNotesAtom)({ isWhole: false })).toEqual([
    "Not all that is in view had been drawn. Print it again before you use it.",
  ]);
  store.set(failedPiecesAtom, ["module", "sca"]);
  expect(store.get(pictureNotesAtom)({ isWhole: true })).toEqual(["Not drawn: modules, SCAs"]);
  expect(store.get(pictureNotesAtom)({ isWhole: false })).toHaveLength(2);
});
