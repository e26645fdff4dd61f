// The one updater: the layers shown, in order, as deck.gl layers.
import type { Layer } from "@deck.gl/core";
import type { Atom } from "jotai";
import type { LayerEntry } from "../state/map/layer.ts";
import type { Store } from "../state/shell/on-change.ts";
import type { MapLayer } from "./layer.ts";
import type { Bounds, Scene } from "./scene.ts";

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

/** Opacity of the map's own style, 0 where its layer is hidden. */
export function baseOpacity(shelf: readonly MapLayer[], shown: readonly Shown[]): number {
  const base = shelf.find((layer) => layer.base);
  const entry = base && shown.find(({ id }) => id === base.id);
  if (!entry) return base ? base.opacity : 0;
  return entry.visible ? entry.opacity : 0;
}

export type LayerHost = {
  readonly store: Pick<Store, "get" | "sub">;
  readonly shelf: readonly MapLayer[];
  readonly scene: Atom<Scene | null>;
  /** Bottom to top, as state/map/layer.ts has it. */
  readonly shown: Atom<readonly Shown[]>;
  /** Told at once and after every change; a layer that has not changed is the same object again. */
  readonly draw: (layers: Layer[]) => void;
  /** Told where each layer can be zoomed to, by id. */
  readonly place?: (bounds: Readonly<Record<string, Bounds>>) => void;
  /** Runs something once before the next frame. */
  readonly nextFrame?: (run: () => void) => void;
};

type Built = {
  readonly data: unknown;
  readonly scene: Scene;
  readonly opacity: number;
  readonly layers: readonly Layer[];
  readonly bounds: Bounds | null;
};

/**
 * Draws the layers that are shown and follows what they read until the returned function is called. The
 * first change is drawn at once; those that come before the next frame wait for it.
 */
export function watchLayers(work: LayerHost): () => void {
  const { store, shelf, scene: sceneAtom, shown: shownAtom, draw, place } = work;
  const nextFrame = work.nextFrame ?? ((run) => void requestAnimationFrame(run));
  const followed = new Map<string, () => void>();
  let built = new Map<string, Built>();
  let isDue = false;
  let isWaiting = false;
  let isStopped = false;

  const changed = () => {
    if (isDue) return;
    isDue = true;
    // After the verb that sets several atoms, before the frame.
    if (!isWaiting) queueMicrotask(update);
  };
  const update = () => {
    if (!isDue || isStopped) return;
    isDue = false;
    isWaiting = true;
    rebuild();
    nextFrame(() => {
      isWaiting = false;
      update();
    });
  };
  const rebuild = () => {
    const scene = store.get(sceneAtom);
    const drawn = store.get(shownAtom).flatMap(({ id, visible, opacity }) => {
      const layer = shelf.find((one) => one.id === id);
      return layer && visible && opacity > 0 ? [{ layer, opacity }] : [];
    });
    for (const [id, stop] of followed) {
      if (drawn.some(({ layer }) => layer.id === id)) continue;
      stop();
      followed.delete(id);
    }
    const next = new Map<string, Built>();
    for (const { layer, opacity } of scene ? drawn : []) {
      if (!followed.has(layer.id)) followed.set(layer.id, store.sub(layer.data, changed));
      const one = buildOne(layer, store.get(layer.data), scene!, opacity, built.get(layer.id));
      if (one) next.set(layer.id, one);
    }
    built = next;
    draw([...built.values()].flatMap(({ layers }) => layers));
    if (scene) place?.(boundsOf(shelf, store.get(shownAtom), built, scene));
  };

  const stops = [store.sub(sceneAtom, changed), store.sub(shownAtom, changed)];
  rebuild();
  return () => {
    isStopped = true;
    for (const stop of [...stops, ...followed.values()]) stop();
  };
}

/** What was built before where nothing has changed; null where there is nothing to draw. */
function buildOne(
  layer: MapLayer,
  data: unknown,
  scene: Scene,
  opacity: number,
  before: Built | undefined,
): Built | null {
  if (data === null) return null;
  if (before && before.data === data && before.scene === scene && before.opacity === opacity) {
    return before;
  }
  try {
    const bounds = layer.bounds ? layer.bounds(data, scene) : scene.bounds;
    return { data, scene, opacity, layers: layer.build(data, scene, opacity), bounds };
  } catch (cause) {
    // The other layers are drawn all the same.
    reportError(cause);
    return { data, scene, opacity, layers: [], bounds: null };
  }
}

/** A hidden layer is not read, so it can be zoomed to only where it covers the plant. */
function boundsOf(
  shelf: readonly MapLayer[],
  shown: readonly Shown[],
  built: ReadonlyMap<string, Built>,
  scene: Scene,
): Record<string, Bounds> {
  const bounds: Record<string, Bounds> = {};
  for (const { id, visible } of shown) {
    const layer = shelf.find((one) => one.id === id);
    if (!layer || layer.base) continue;
    const hidden = layer.bounds ? null : scene.bounds;
    const box = visible ? built.get(id)?.bounds : hidden;
    if (box) bounds[id] = box;
  }
  return bounds;
}
