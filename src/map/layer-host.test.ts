import { describe, expect, it } from "vitest";
import { layers } from "../../layers/index.ts";
import { standScene } from "../../tests/e2e/map/scene.ts";
import { baseOpacity, deckLayers, entriesOf, layerBounds } from "./layer-host.ts";

const scene = standScene({ count: 2000, selected: [3, 4] });
const entries = entriesOf(layers);
const idsOf = (shown: typeof entries, of = scene) =>
  deckLayers(layers, shown, of).map(({ id }) => id);

describe("the shelf of layers", () => {
  it("begins with the base map, which is fixed, and has no id twice", () => {
    expect(entries[0]).toMatchObject({ id: "base_map", fixed: true });
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    expect(entries.filter(({ fixed }) => fixed).length).toBe(1);
  });

  it("gives every deck layer an id of its own", () => {
    for (const compare of [null, "swipe", "difference"] as const) {
      const all = entries.map((entry) => ({ ...entry, visible: true }));
      // The heatmap needs a browser's ImageData.
      const ids = idsOf(
        all.filter(({ id }) => id !== "heatmap"),
        standScene({ count: 2000, compare, selected: [1] }),
      );
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe("deckLayers", () => {
  it("draws in the order it is told, bottom to top", () => {
    const two = ["plant_area", "components"].map((id) => entries.find((one) => one.id === id)!);
    expect(idsOf(two)[0]).toBe("plant_area");
    expect(idsOf(two.toReversed()).at(-1)).toBe("plant_area");
  });

  it("leaves out what is hidden, faded out or has nothing to draw", () => {
    const [area] = entries.filter(({ id }) => id === "plant_area");
    expect(idsOf([{ ...area!, visible: false }])).toEqual([]);
    expect(idsOf([{ ...area!, opacity: 0 }])).toEqual([]);
    expect(idsOf([area!], { ...scene, area: null })).toEqual([]);
    expect(deckLayers(layers, entries, null)).toEqual([]);
  });

  it("hands the opacity on", () => {
    const [components] = entries.filter(({ id }) => id === "components");
    const drawn = deckLayers(layers, [{ ...components!, opacity: 0.4 }], scene);
    expect(drawn.length).toBeGreaterThan(0);
    for (const { props } of drawn) expect(props.opacity).toBe(0.4);
  });

  it("draws both surveys of a swipe on their sides and the difference in place of the components", () => {
    const swipe = standScene({ count: 2000, compare: "swipe", position: 0.3 });
    const parts = deckLayers(layers, entries, swipe)
      .filter(({ id }) => id.startsWith("components-module"))
      .map(({ id, props }) => [id, (props as unknown as { swipe: number[] }).swipe]);
    expect(parts).toEqual([
      ["components-module-other", [0, 0.3]],
      ["components-module-this", [0.3, 1]],
    ]);
    const ids = idsOf(entries, standScene({ count: 2000, compare: "difference" }));
    expect(ids).toContain("difference-module");
    expect(ids.some((id) => id.startsWith("components"))).toBe(false);
  });
});

describe("the components", () => {
  it("are stood for by the levels above while their own is on its way", () => {
    const coming = { ...scene, levels: scene.levels.filter(({ type }) => type !== "module") };
    const ids = idsOf(entries, coming);
    expect(ids).toContain("components-tracker-plain");
    expect(ids).not.toContain("components-module-this");
  });
});

describe("baseOpacity", () => {
  it("follows the base map's entry", () => {
    expect(baseOpacity(layers, entries)).toBe(1);
    expect(baseOpacity(layers, [{ id: "base_map", visible: true, opacity: 0.5 }])).toBe(0.5);
    expect(baseOpacity(layers, [{ id: "base_map", visible: false, opacity: 0.5 }])).toBe(0);
  });
});

describe("layerBounds", () => {
  it("zooms to the plant, to the selection, and not to the world", () => {
    const bounds = layerBounds(layers, standScene({ count: 2000, selected: [3, 4] }));
    expect(bounds["components"]).toEqual(scene.bounds);
    expect(bounds["base_map"]).toBeUndefined();
    const [west, south, east, north] = bounds["selection"]!;
    expect(west).toBeGreaterThan(scene.bounds[0]);
    expect(east - west).toBeLessThan((scene.bounds[2] - scene.bounds[0]) / 4);
    expect(north).toBeGreaterThanOrEqual(south);
  });
});
