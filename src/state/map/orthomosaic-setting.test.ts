import { createStore } from "jotai";
import { beforeEach, expect, test } from "vitest";
import { emptyView, viewFromQuery, viewToQuery } from "../../domain/plant/view.ts";
import { endPlant } from "../shell/lifetime.ts";
import { undo } from "../shell/undo.ts";
import {
  layerEntriesAtom,
  layerOrderAtom,
  layerSettingsAtom,
  moveLayer,
  shownLayersAtom,
} from "./layer.ts";
import {
  fadeOrthomosaic,
  moveOrthomosaic,
  orthomosaicOrderAtom,
  orthomosaicSettingAtom,
  showOrthomosaic,
} from "./orthomosaic-setting.ts";

let store = createStore();
beforeEach(() => {
  store = createStore();
  store.set(endPlant);
  const one = (id: string) => ({
    id,
    name: id,
    group: "images" as const,
    visible: true,
    opacity: 1,
    fixed: false,
  });
  store.set(layerEntriesAtom, ["orthomosaic_rgb", "components", "labels"].map(one));
});

/** Orthomosaics 7, 8, 9 as the server lists them, in the order in which they are drawn. */
const order = () =>
  store
    .get(orthomosaicOrderAtom)([7, 8, 9].map((id) => ({ id })))
    .map(({ id }) => id);
const layers = () => store.get(shownLayersAtom).map(({ id }) => id);
const setting = (id: number) => store.get(orthomosaicSettingAtom)(id);

test("each orthomosaic is shown, hidden and faded for itself, and that can be undone", async () => {
  expect(setting(7)).toEqual({ visible: true, opacity: 1 });
  store.set(fadeOrthomosaic, 7, 0.4);
  store.set(showOrthomosaic, 8, false);
  expect([setting(7), setting(8), setting(9)]).toEqual([
    { visible: true, opacity: 0.4 },
    { visible: false, opacity: 1 },
    { visible: true, opacity: 1 },
  ]);
  store.set(fadeOrthomosaic, 9, 7);
  expect(setting(9).opacity).toBe(1);
  await store.set(undo);
  await store.set(undo);
  expect([setting(7).opacity, setting(8).visible]).toEqual([0.4, true]);
});

test("they are moved within their layer, and the layers keep their own order", async () => {
  store.set(moveOrthomosaic, 7, 2, order());
  expect(order()).toEqual([8, 9, 7]);
  expect(layers()).toEqual(["orthomosaic_rgb", "components", "labels"]);
  store.set(moveLayer, "labels", 0);
  expect(layers()).toEqual(["labels", "orthomosaic_rgb", "components"]);
  expect(order()).toEqual([8, 9, 7]);
  store.set(moveOrthomosaic, 8, 1, order());
  expect(order()).toEqual([9, 8, 7]);
  expect(layers()).toEqual(["labels", "orthomosaic_rgb", "components"]);
  await store.set(undo);
  await store.set(undo);
  await store.set(undo);
  expect([order(), layers()]).toEqual([
    [7, 8, 9],
    ["orthomosaic_rgb", "components", "labels"],
  ]);
});

test("one that was not moved lies above those that were", () => {
  store.set(moveOrthomosaic, 9, 0, [8, 9]);
  expect(order()).toEqual([9, 8, 7]);
});

test("the address and saved views keep them, also of forty orthomosaics", () => {
  const all = Array.from({ length: 40 }, (_, at) => 100 + at);
  for (const id of all) store.set(fadeOrthomosaic, id, 0.25);
  store.set(moveLayer, "labels", 0);
  store.set(moveOrthomosaic, 100, 39, all);
  const layer_order = store.get(layerOrderAtom);
  const kept = Object.entries(store.get(layerSettingsAtom)).map(([id, one]) => ({ id, ...one }));
  const query = viewToQuery({ ...emptyView, layers: kept, layer_order });
  const { view, refused } = viewFromQuery(query);
  expect(refused).toEqual([]);
  expect(view.layer_order).toEqual(layer_order);
  expect(view.layers).toEqual(kept);
});
