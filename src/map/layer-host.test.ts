import type { Layer } from "@deck.gl/core";
import { atom, createStore } from "jotai";
import { describe, expect, it, vi } from "vitest";
import { layers } from "../../layers/index.ts";
import { standScene, standStore, standValues, type Knobs } from "../../tests/e2e/map/scene.ts";
import { plantAtom } from "../state/plant/plant.ts";
import { idle } from "../state/shell/loaded.ts";
import { baseOpacity, entriesOf, watchLayers } from "./layer-host.ts";
import { defineLayer } from "./layer.ts";
import { sceneAtom, type Bounds, type Scene } from "./scene.ts";

const entries = entriesOf(layers);
type Entries = typeof entries;

/** What is drawn of the product's layers, and where its layers can be zoomed to. */
function drawnOf(knobs: Partial<Knobs>, shown: Entries = entries, isEmpty = false) {
  const stood = standScene({ count: 2000, ...knobs });
  const shownAtom = atom(shown);
  const values = standValues(stood, knobs).set(shownAtom, shown);
  if (isEmpty) values.set(plantAtom, idle);
  let drawn: Layer[] = [];
  let bounds: Readonly<Record<string, Bounds>> = {};
  const stop = watchLayers({
    store: { ...standStore(values), sub: () => () => {} },
    all: layers,
    scene: sceneAtom,
    shown: shownAtom,
    draw: (next) => (drawn = next),
    place: (next) => (bounds = next),
  });
  stop();
  return { scene: stood.scene, drawn, bounds, ids: drawn.map(({ id }) => id) };
}

describe("the list of layers", () => {
  it("begins with the base map, which is fixed, and has no id twice", () => {
    expect(entries[0]).toMatchObject({ id: "base_map", fixed: true });
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.filter(({ fixed }) => fixed).length).toBe(1);
  });

  it("gives every deck layer an id of its own", () => {
    for (const compare of [null, "swipe", "difference"] as const) {
      // The heatmap needs a browser's ImageData.
      const all = entries
        .filter(({ id }) => id !== "heatmap")
        .map((entry) => ({ ...entry, visible: true }));
      const { ids } = drawnOf({ compare, selected: [1] }, all);
      expect(ids.length).toBeGreaterThan(2);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("draws in the order of the panel, bottom to top", () => {
    const two = ["plant_area", "components"].map((id) => entries.find((one) => one.id === id)!);
    expect(drawnOf({}, two).ids[0]).toBe("plant_area");
    expect(drawnOf({}, two.toReversed()).ids.at(-1)).toBe("plant_area");
  });

  it("leaves out layers that are hidden, transparent or empty", () => {
    const [area] = entries.filter(({ id }) => id === "plant_area");
    expect(drawnOf({}, [area!]).ids).toEqual(["plant_area"]);
    expect(drawnOf({}, [{ ...area!, visible: false }]).ids).toEqual([]);
    expect(drawnOf({}, [{ ...area!, opacity: 0 }]).ids).toEqual([]);
    expect(drawnOf({}, [area!], true).ids).toEqual([]);
  });

  it("passes the opacity on", () => {
    const [components] = entries.filter(({ id }) => id === "components");
    const { drawn } = drawnOf({}, [{ ...components!, opacity: 0.4 }]);
    expect(drawn.length).toBeGreaterThan(0);
    for (const { props } of drawn) expect(props.opacity).toBe(0.4);
  });

  it("draws both analyses of a swipe on their sides, and the difference in place of the components", () => {
    const { drawn } = drawnOf({ compare: "swipe", position: 0.3 });
    const parts = drawn
      .filter(({ id }) => id.startsWith("components-module"))
      .map(({ id, props }) => [id, (props as unknown as { swipe: number[] }).swipe]);
    expect(parts).toEqual([
      ["components-module-other", [0, 0.3]],
      ["components-module-this", [0.3, 1]],
    ]);
    const { ids } = drawnOf({ compare: "difference" });
    expect(ids).toContain("difference-module-this");
    expect(ids.some((id) => id.startsWith("components"))).toBe(false);
  });

  it("zooms to the plant, to the selection, and not to the world", () => {
    const { scene, bounds } = drawnOf({ selected: [3, 4] });
    expect(bounds["components"]).toEqual(scene.bounds);
    expect(bounds["base_map"]).toBeUndefined();
    const [west, south, east, north] = bounds["selection"]!;
    expect(west).toBeGreaterThan(scene.bounds[0]);
    expect(east - west).toBeLessThan((scene.bounds[2] - scene.bounds[0]) / 4);
    expect(north).toBeGreaterThanOrEqual(south);
  });

  it("zooms to a hidden layer where it covers the plant; others are not read while hidden", () => {
    const { scene, bounds } = drawnOf({});
    expect(bounds["heatmap"]).toEqual(scene.bounds);
    expect(bounds["images"]).toBeUndefined();
  });
});

const scene: Scene = { scheme: "light", origin: [0, 0], bounds: [0, 0, 1, 1], minPixels: 2 };

/** Two layers with atoms of their own, and frames that the test triggers. */
function twoLayers() {
  const store = createStore();
  const heat = atom<number | null>(1);
  const track = atom<number | null>(1);
  const build = { heat: vi.fn((_data: number) => []), track: vi.fn((_data: number) => []) };
  const read = { heat: 0, track: 0 };
  const all = [
    defineLayer({
      group: "results",
      id: "heat",
      name: "",
      visible: true,
      opacity: 1,
      data: atom((get) => ((read.heat += 1), get(heat))),
      build: build.heat,
    }),
    defineLayer({
      group: "results",
      id: "track",
      name: "",
      visible: false,
      opacity: 1,
      data: atom((get) => ((read.track += 1), get(track))),
      build: build.track,
    }),
  ];
  const scenes = atom<Scene | null>(scene);
  const shown = atom(entriesOf(all));
  const draw = vi.fn();
  let next: (() => void)[] = [];
  const stop = watchLayers({
    store,
    all,
    scene: scenes,
    shown,
    draw,
    nextFrame: (run) => void next.push(run),
  });
  const frame = () => {
    const now = next;
    next = [];
    for (const run of now) run();
  };
  const show = (id: string, visible: boolean) =>
    store.set(
      shown,
      store.get(shown).map((one) => (one.id === id ? { ...one, visible } : one)),
    );
  /** After the work of this task. */
  const settled = () => Promise.resolve();
  return { store, heat, track, build, read, scenes, draw, frame, show, settled, stop };
}

describe("following the layers' data", () => {
  it("rebuilds the layer whose data changed, and only that one", async () => {
    const { store, heat, track, build, show, settled, frame } = twoLayers();
    show("track", true);
    await settled();
    frame();
    expect(build.heat).toHaveBeenCalledTimes(1);
    expect(build.track).toHaveBeenCalledTimes(1);
    store.set(track, 2);
    await settled();
    frame();
    expect(build.heat).toHaveBeenCalledTimes(1);
    expect(build.track).toHaveBeenCalledTimes(2);
    expect(build.track.mock.lastCall?.[0]).toBe(2);
    store.set(heat, 7);
    await settled();
    expect(build.heat).toHaveBeenCalledTimes(2);
    expect(build.track).toHaveBeenCalledTimes(2);
  });

  it("draws once per frame, however often the data changes", async () => {
    const { store, heat, draw, build, frame, settled } = twoLayers();
    expect(draw).toHaveBeenCalledTimes(1);
    for (let value = 2; value < 12; value += 1) store.set(heat, value);
    await settled();
    expect(draw).toHaveBeenCalledTimes(2);
    for (let value = 12; value < 22; value += 1) {
      store.set(heat, value);
      await settled();
    }
    expect(draw).toHaveBeenCalledTimes(2);
    frame();
    expect(draw).toHaveBeenCalledTimes(3);
    expect(build.heat.mock.lastCall?.[0]).toBe(21);
    frame();
    expect(draw).toHaveBeenCalledTimes(3);
  });

  it("reads a layer's data from when it is shown until it is hidden", async () => {
    const { store, track, read, show, settled, frame } = twoLayers();
    store.set(track, 2);
    await settled();
    expect(read.track).toBe(0);
    show("track", true);
    await settled();
    frame();
    expect(read.track).toBe(1);
    show("track", false);
    await settled();
    frame();
    store.set(track, 3);
    await settled();
    frame();
    expect(read.track).toBe(1);
  });

  it("rebuilds all for another scene, and draws nothing without one", async () => {
    const { store, scenes, build, draw, settled, frame } = twoLayers();
    store.set(scenes, { ...scene, scheme: "dark" });
    await settled();
    frame();
    expect(build.heat).toHaveBeenCalledTimes(2);
    store.set(scenes, null);
    await settled();
    expect(draw).toHaveBeenLastCalledWith([]);
  });

  it("draws the others where one layer throws, and reports the error", async () => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const { store, heat, build, draw, settled } = twoLayers();
    build.heat.mockImplementation(() => {
      throw new Error("no texture");
    });
    store.set(heat, 2);
    await settled();
    expect(draw).toHaveBeenCalledTimes(2);
    expect(report).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  });

  it("ends when it is stopped", async () => {
    const { store, heat, draw, stop, settled } = twoLayers();
    stop();
    store.set(heat, 2);
    await settled();
    expect(draw).toHaveBeenCalledTimes(1);
  });
});

describe("baseOpacity", () => {
  it("follows the base map's entry", () => {
    expect(baseOpacity(layers, entries)).toBe(1);
    expect(baseOpacity(layers, [{ id: "base_map", visible: true, opacity: 0.5 }])).toBe(0.5);
    expect(baseOpacity(layers, [{ id: "base_map", visible: false, opacity: 0.5 }])).toBe(0);
  });
});

it("draws the levels above a level that is still loading", () => {
  const stood = standScene({ count: 2000 });
  const levels = stood.data.levels.filter(({ type }) => type !== "module");
  const values = standValues({ ...stood, data: { ...stood.data, levels } }, {});
  const shownAtom = atom(entries);
  let ids: string[] = [];
  watchLayers({
    store: { ...standStore(values), sub: () => () => {} },
    all: layers,
    scene: sceneAtom,
    shown: shownAtom,
    draw: (drawn) => (ids = drawn.map(({ id }) => id)),
  });
  expect(ids).toContain("components-tracker-plain-this");
  expect(ids).not.toContain("components-module-this");
});
