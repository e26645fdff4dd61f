// The one updater: the layers shown, in order, as deck.gl layers.
import type { Layer } from "@deck.gl/core";
import type { LayerEntry } from "../state/map/layer.ts";
import type { MapLayer } from "./layer.ts";
import type { Scene } from "./scene.ts";

/** What the layer panel lists of a shelf, bottom to top. */
export function entriesOf(shelf: readonly MapLayer[]): LayerEntry[] {
  return shelf.map(({ id, name, visible, opacity, base }) => ({
    id,
    name,
    visible,
    opacity,
    fixed: base === true,
  }));
}

type Shown = Pick<LayerEntry, "id" | "visible" | "opacity">;

/** The deck.gl layers to draw; `shown` bottom to top as state/map/layer.ts has it. */
export function deckLayers(
  shelf: readonly MapLayer[],
  shown: readonly Shown[],
  scene: Scene | null,
): Layer[] {
  if (!scene) return [];
  return shown.flatMap(({ id, visible, opacity }) => {
    const layer = shelf.find((one) => one.id === id);
    if (!layer || !visible || opacity <= 0 || !layer.available(scene)) return [];
    return layer.build(scene, opacity);
  });
}

/** Opacity of the map's own style, 0 where its layer is hidden. */
export function baseOpacity(shelf: readonly MapLayer[], shown: readonly Shown[]): number {
  const base = shelf.find((layer) => layer.base);
  const entry = base && shown.find(({ id }) => id === base.id);
  if (!entry) return base ? base.opacity : 0;
  return entry.visible ? entry.opacity : 0;
}

/** Where each layer can be zoomed to, for state/map/layer.ts. */
export function layerBounds(shelf: readonly MapLayer[], scene: Scene | null) {
  const bounds: Record<string, readonly [number, number, number, number]> = {};
  if (!scene) return bounds;
  for (const layer of shelf) {
    if (!layer.available(scene)) continue;
    const box = layer.bounds ? layer.bounds(scene) : scene.bounds;
    if (box) bounds[layer.id] = box;
  }
  return bounds;
}
