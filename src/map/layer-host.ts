// Builds the deck.gl layers of all layers shown, in order, and rebuilds them when their data change.
import type { Layer } from "@deck.gl/core";
import type { Atom } from "jotai";
import type { LayerEntry } from "../state/map/layer.ts";
import type { Store } from "../state/shell/on-change.ts";
import type { MapLayer } from "./layer.ts";
import type { Bounds, Scene } from "./scene.ts";

/** The entries of the layer panel, bottom to top. */
export function entriesOf(all: readonly MapLayer[]): LayerEntry[] {
  return all.map(({ id, name, group, visible, opacity, base, inSpace, onMap }) => ({
    id,
    name,
    group,
    visible,
    opacity,
    fixed: base === true,
    inSpace: inSpace === true,
    onMap: onMap !== false,
  }));
}

type Shown = Pick<LayerEntry, "id" | "visible" | "opacity">;

/** Opacity of the map's own style, 0 where its layer is hidden. */
export function baseOpacity(all: readonly MapLayer[], shown: readonly Shown[]): number {
  const base = all.find((layer) => layer.base);
  const entry = base && shown.find(({ id }) => id === base.id);
  if (!entry) return base ? base.opacity : 0;
  return entry.visible ? entry.opacity : 0;
}

export type LayerHost = {
  readonly store: Pick<Store, "get" | "sub">;
  readonly all: readonly MapLayer[];
  readonly scene: Atom<Scene | null>;
  /** Bottom to top, as state/map/layer.ts has it. */
  readonly shown: Atom<readonly Shown[]>;
  /** Called at once and after every change; an unchanged layer is the same object again. */
  readonly draw: (layers: Layer[]) => void;
  /** False where another view draws, and the extents alone are of use. */
  readonly isDrawn?: boolean;
  /** Called with the extent of each layer, by id. */
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
 * Draws the layers that are shown and watches their data until the returned function is called. The first
 * change is drawn at once; further changes before the next frame wait for it.
 */
export function watchLayers(work: LayerHost): () => void {
  const { store, all, scene: sceneAtom, shown: shownAtom, draw, place, isDrawn = true } = work;
  const nextFrame = work.nextFrame ?? ((run) => void requestAnimationFrame(run));
  const watched = new Map<string, () => void>();
  let built = new Map<string, Built>();
  let isDue = false;
  let isWaiting = false;
  let isStopped = false;

  const changed = () => {
    if (isDue) return;
    isDue = true;
    // After a verb that sets several atoms, but before the frame.
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
      const layer = all.find((one) => one.id === id);
      return layer && visible && opacity > 0 ? [{ layer, opacity }] : [];
    });
    for (const [id, stop] of watched) {
      if (drawn.some(({ layer }) => layer.id === id)) continue;
      stop();
      watched.delete(id);
    }
    const next = new Map<string, Built>();
    for (const { layer, opacity } of scene ? drawn : []) {
      if (!watched.has(layer.id)) watched.set(layer.id, store.sub(layer.data, changed));
      const result = buildLayer(
        layer,
        store.get(layer.data),
        scene!,
        opacity,
        built.get(layer.id),
        isDrawn,
      );
      if (result) next.set(layer.id, result);
    }
    built = next;
    draw([...built.values()].flatMap(({ layers }) => layers));
    if (scene) place?.(boundsOf(all, store.get(shownAtom), built, scene));
  };

  const stops = [store.sub(sceneAtom, changed), store.sub(shownAtom, changed)];
  rebuild();
  return () => {
    isStopped = true;
    for (const stop of [...stops, ...watched.values()]) stop();
  };
}

/** The previous layers where nothing has changed; null where there is nothing to draw. */
function buildLayer(
  layer: MapLayer,
  data: unknown,
  scene: Scene,
  opacity: number,
  before: Built | undefined,
  isDrawn: boolean,
): Built | null {
  if (data === null) return null;
  if (before && before.data === data && before.scene === scene && before.opacity === opacity) {
    return before;
  }
  try {
    const bounds = layer.bounds ? layer.bounds(data, scene) : scene.bounds;
    const made = isDrawn ? layer.build(data, scene, opacity) : [];
    return { data, scene, opacity, layers: made, bounds };
  } catch (cause) {
    // The other layers are still drawn.
    reportError(cause);
    return { data, scene, opacity, layers: [], bounds: null };
  }
}

/** The data of a hidden layer are not read, so only a layer that covers the plant has an extent then. */
function boundsOf(
  all: readonly MapLayer[],
  shown: readonly Shown[],
  built: ReadonlyMap<string, Built>,
  scene: Scene,
): Record<string, Bounds> {
  const bounds: Record<string, Bounds> = {};
  for (const { id, visible } of shown) {
    const layer = all.find((one) => one.id === id);
    if (!layer || layer.base) continue;
    const hidden = layer.bounds ? null : scene.bounds;
    const box = visible ? built.get(id)?.bounds : hidden;
    if (box) bounds[id] = box;
  }
  return bounds;
}
