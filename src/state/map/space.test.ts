import { createStore } from "jotai";
import { beforeEach, expect, test } from "vitest";
import { endPlant } from "../shell/lifetime.ts";
import { redo, undo } from "../shell/undo.ts";
import { showSpace, spaceAtom } from "./space.ts";
import { cameraAtom } from "./view.ts";

const place = { centre: [-69.5, -23.1] as const, zoom: 17 };
const elsewhere = { centre: [-69.4, -23.2] as const, zoom: 19.5 };

let store = createStore();
beforeEach(() => {
  store = createStore();
  store.set(endPlant);
});

test("back from 3D the map lies as before, at the place of 3D", () => {
  store.set(cameraAtom, { ...place, bearing: 24, pitch: 0 });
  store.set(showSpace, "3d");
  expect(store.get(cameraAtom)).toEqual({ ...place, bearing: 24, pitch: 50 });
  store.set(cameraAtom, { ...elsewhere, bearing: -130, pitch: 81 });
  store.set(showSpace, null);
  expect(store.get(cameraAtom)).toEqual({ ...elsewhere, bearing: 24, pitch: 0 });
});

test("a tilted map stays tilted in 3D and afterwards", () => {
  store.set(cameraAtom, { ...place, bearing: 0, pitch: 35 });
  store.set(showSpace, "3d");
  expect(store.get(cameraAtom)?.pitch).toBe(35);
  store.set(cameraAtom, { ...elsewhere, bearing: 10, pitch: 60 });
  store.set(showSpace, null);
  expect(store.get(cameraAtom)).toEqual({ ...elsewhere, bearing: 0, pitch: 35 });
});

test("undo and redo turn the camera too", async () => {
  store.set(cameraAtom, { ...place, bearing: 24, pitch: 0 });
  store.set(showSpace, "3d");
  store.set(cameraAtom, { ...elsewhere, bearing: 90, pitch: 70 });
  await store.set(undo);
  expect(store.get(cameraAtom)).toEqual({ ...elsewhere, bearing: 24, pitch: 0 });
  await store.set(redo);
  expect(store.get(cameraAtom)?.pitch).toBe(50);
});

test("a plant that was opened in 3D has a map with north above", () => {
  store.set(spaceAtom, "3d");
  store.set(cameraAtom, { ...place, bearing: 77, pitch: 64 });
  store.set(showSpace, null);
  expect(store.get(cameraAtom)).toEqual({ ...place, bearing: 0, pitch: 0 });
});
