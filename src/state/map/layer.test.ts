import { createStore } from "jotai";
import { beforeEach, describe, expect, test } from "vitest";
import { nextUndoAtom, stepCountAtom, undo } from "../shell/undo.ts";
import { endPlant } from "../shell/lifetime.ts";
import {
  fadeLayer,
  layerEntriesAtom,
  layerOrderAtom,
  layerSettingsAtom,
  moveLayer,
  showLayer,
  groupedLayersAtom,
  layerBoundsAtom,
  shownLayersAtom,
  type LayerEntry,
  soloLayer,
  soloLayerAtom,
} from "./layer.ts";

const layer = (id: string, more: Partial<LayerEntry> = {}): LayerEntry => ({
  id,
  group: "results",
  name: `layer:${id}`,
  visible: true,
  opacity: 1,
  fixed: false,
  ...more,
});

let store = createStore();
beforeEach(() => {
  store = createStore();
  store.set(endPlant);
  store.set(layerEntriesAtom, [
    layer("area"),
    layer("values"),
    layer("base", { fixed: true }),
    layer("images", { visible: false, opacity: 0.8 }),
  ]);
});

const shown = () => store.get(shownLayersAtom);
const order = () => shown().map(({ id }) => id);
const visible = () => shown().flatMap((one) => (one.visible ? one.id : []));
const opacityOf = (id: string) => shown().find((one) => one.id === id)?.opacity;

describe("the layers", () => {
  test("are those of the list at first, the fixed one below all", () => {
    expect(order()).toEqual(["base", "area", "values", "images"]);
    expect(visible()).toEqual(["base", "area", "values"]);
    expect(opacityOf("images")).toBe(0.8);
  });

  test("are shown and hidden, and keep their opacity", () => {
    store.set(showLayer, "images", true);
    store.set(showLayer, "area", false);
    expect(visible()).toEqual(["base", "values", "images"]);
    expect(opacityOf("images")).toBe(0.8);
    // Nothing is said of the layers that are as they come.
    expect(store.get(layerSettingsAtom)).toEqual({
      images: { visible: true, opacity: 0.8 },
      area: { visible: false, opacity: 1 },
    });
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.show_layer");
  });

  test("fade between nothing and all, and stay hidden where they are", () => {
    store.set(fadeLayer, "images", 0.3);
    expect([opacityOf("images"), visible().includes("images")]).toEqual([0.3, false]);
    store.set(fadeLayer, "area", -2);
    expect(opacityOf("area")).toBe(0);
    store.set(fadeLayer, "area", 7);
    expect(opacityOf("area")).toBe(1);
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.fade_layer");
  });

  test("that do not exist are not changed", () => {
    store.set(fadeLayer, "clouds", 0.3);
    store.set(showLayer, "clouds", true);
    store.set(moveLayer, "clouds", 0);
    expect(store.get(stepCountAtom)).toBe(0);
  });

  test("that are faded by a drag make one step for each layer", async () => {
    store.set(fadeLayer, "area", 0.5);
    store.set(fadeLayer, "area", 0.4);
    store.set(fadeLayer, "values", 0.4);
    store.set(showLayer, "values", false);
    expect(store.get(stepCountAtom)).toBe(3);
    await store.set(undo);
    await store.set(undo);
    await store.set(undo);
    expect(store.get(layerSettingsAtom)).toEqual({});
  });
});

describe("the order", () => {
  test("is changed among the layers that can be moved", async () => {
    store.set(moveLayer, "images", 0);
    expect(order()).toEqual(["base", "images", "area", "values"]);
    store.set(moveLayer, "images", 1);
    expect(order()).toEqual(["base", "area", "images", "values"]);
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.move_layer");
    await store.set(undo);
    await store.set(undo);
    expect(order()).toEqual(["base", "area", "values", "images"]);
  });

  test("ends at the bottom and at the top", () => {
    store.set(moveLayer, "area", 99);
    expect(order()).toEqual(["base", "values", "images", "area"]);
    store.set(moveLayer, "images", -99);
    expect(order()).toEqual(["base", "images", "values", "area"]);
  });

  test("of a link that knows only some layers leaves the others in their place", () => {
    store.set(layerOrderAtom, ["images", "area"]);
    expect(order()).toEqual(["base", "images", "area", "values"]);
  });

  test("that stays the same is no step, and the fixed layer does not move", () => {
    store.set(moveLayer, "area", 0);
    store.set(moveLayer, "images", 99);
    store.set(moveLayer, "base", 2);
    expect(store.get(stepCountAtom)).toBe(0);
    expect(store.get(layerOrderAtom)).toEqual([]);
  });
});

describe("a layer alone", () => {
  test("is shown over the base map, also where it is hidden else", async () => {
    store.set(soloLayer, "images");
    expect(visible()).toEqual(["base", "images"]);
    store.set(soloLayer, "area");
    expect(visible()).toEqual(["base", "area"]);
    store.set(soloLayer, "area");
    expect(store.get(soloLayerAtom)).toBeNull();
    expect(visible()).toEqual(["base", "area", "values"]);
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.solo_layer");
    await store.set(undo);
    expect(visible()).toEqual(["base", "area"]);
  });
});

describe("the groups of the list", () => {
  const groups = () =>
    store
      .get(groupedLayersAtom)
      .map(({ group, layers, empty }) => [group, layers.map(({ id }) => id), [...empty]]);
  beforeEach(() => {
    store.set(layerEntriesAtom, [
      layer("base", { group: "plant", fixed: true }),
      layer("photos", { group: "images", visible: false }),
      layer("values"),
      layer("selection"),
      layer("area", { group: "plant" }),
    ]);
  });

  test("call nothing empty before the map has drawn", () => {
    expect(groups()).toEqual([
      ["results", ["selection", "values"], []],
      ["images", ["photos"], []],
      ["plant", ["area", "base"], []],
    ]);
  });

  test("keep a layer faded to nothing in its row, where its slider is", () => {
    store.set(layerBoundsAtom, { values: [0, 0, 1, 1] });
    store.set(fadeLayer, "selection", 0);
    expect(groups()[0]).toEqual(["results", ["selection", "values"], []]);
  });

  test("tell what is shown without data from what is hidden, whose data are not known", () => {
    store.set(layerBoundsAtom, { values: [0, 0, 1, 1] });
    expect(groups()).toEqual([
      ["results", ["selection", "values"], ["selection"]],
      ["images", ["photos"], []],
      ["plant", ["area", "base"], ["area"]],
    ]);
  });
});
