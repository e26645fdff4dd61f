// @vitest-environment happy-dom
// A level that cannot be drawn in 3D is named beside those that the map lacks, until it is tried again or 3D is left.
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { startPieces } from "../../client/twin-piece.ts";
import { endPlant } from "../shell/lifetime.ts";
import { failedMeshesAtom, meshVersionAtom } from "./mesh.ts";
import { drawAgain, failedPiecesAtom, notDrawnAtom } from "./not-drawn.ts";
import { pieceSource } from "./twin-piece.ts";

vi.mock("../../client/twin-piece.ts", () => ({ startPieces: vi.fn() }));

const stop = vi.fn();
const reported = vi.fn();
let store = createStore();
beforeEach(() => {
  vi.stubGlobal("reportError", reported.mockReset());
  vi.mocked(startPieces).mockReturnValue({ stop: stop.mockReset() } as never);
  store = createStore();
  store.set(endPlant);
});

test("a level that fails is reported and named once, beside those that the map lacks", () => {
  const source = pieceSource(store);
  const cause = new RangeError("Array buffer allocation failed");
  store.set(failedMeshesAtom, ["tracker"]);
  expect(source.isFailed("module")).toBe(false);
  source.fail("module", cause);
  source.fail("module", cause);
  source.fail("tracker", cause);
  expect(reported.mock.calls).toEqual([[cause], [cause], [cause]]);
  expect(source.isFailed("module")).toBe(true);
  expect(store.get(notDrawnAtom)).toEqual(["tracker", "module"]);
});

test("asked for again, all levels are tried again, on the map too", () => {
  const source = pieceSource(store);
  source.fail("module", new Error("no memory"));
  const before = store.get(meshVersionAtom);
  store.set(drawAgain);
  expect(source.isFailed("module")).toBe(false);
  expect(store.get(notDrawnAtom)).toEqual([]);
  expect(store.get(meshVersionAtom)).not.toBe(before);
});

test("with the view its worker ends, and what it could not draw is no fault of the map", () => {
  const source = pieceSource(store);
  source.fail("module", new Error("no memory"));
  source.stop();
  expect(stop).toHaveBeenCalledOnce();
  expect(store.get(failedPiecesAtom)).toEqual([]);
});
