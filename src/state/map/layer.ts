// The user's settings of the map layers. The layers themselves are listed in `layers/index.ts`.
import { atom } from "jotai";
import { doUndoably, undoable } from "../shell/undoable.ts";
import { perPlant } from "../shell/lifetime.ts";

export type LayerSetting = { readonly visible: boolean; readonly opacity: number };

/** The headings of the layer list, from its top. */
export const layerGroups = ["results", "images", "flights", "field", "plant"] as const;
export type LayerGroup = (typeof layerGroups)[number];

/** A layer as the panel lists it; the map fills the list at start, bottom to top. */
export type LayerEntry = {
  readonly id: string;
  /** Word key of the layer's name. */
  readonly name: string;
  readonly group: LayerGroup;
  readonly visible: boolean;
  readonly opacity: number;
  /** True where the order may not be changed (the base map lies below all). */
  readonly fixed: boolean;
  /** True if the layer is also drawn in 3D. */
  readonly inSpace?: boolean;
  /** False if the layer is drawn in 3D alone. */
  readonly onMap?: boolean;
};

export const layerEntriesAtom = atom<readonly LayerEntry[]>([]);
/** Only the settings that differ from the defaults, by layer id. */
export const layerSettingsAtom = undoable<Readonly<Record<string, LayerSetting>>>({}, "layers");
/** Layer ids bottom to top as ordered by the user; empty means the order of `layers/index.ts`. */
export const layerOrderAtom = undoable<readonly string[]>([], "layer_order");
/** The one layer shown over the base map, or null. */
export const soloLayerAtom = undoable<string | null>(null, "solo");

/** All layers bottom to top, with order, settings and solo applied. */
export const shownLayersAtom = atom((get) => {
  const entries = get(layerEntriesAtom);
  const order = get(layerOrderAtom);
  const settings = get(layerSettingsAtom);
  const solo = get(soloLayerAtom);
  const rank = (id: string) => {
    const at = order.indexOf(id);
    return at < 0 ? entries.findIndex((entry) => entry.id === id) : at;
  };
  return entries
    .toSorted((a, b) => Number(b.fixed) - Number(a.fixed) || rank(a.id) - rank(b.id))
    .map((entry) => {
      const { visible, opacity } = settings[entry.id] ?? entry;
      const isCovered = solo !== null && !entry.fixed;
      return { ...entry, visible: solo === entry.id || (visible && !isCovered), opacity };
    });
});

/** How opaque a layer is by its id, 0 to 1; 0 while it is hidden. */
export const shownOpacityAtom = atom((get) => {
  const opacities = new Map(
    get(shownLayersAtom).map(({ id, visible, opacity }) => [id, visible ? opacity : 0]),
  );
  return (id: string): number => opacities.get(id) ?? 0;
});

/** The extent of each layer, [west, south, east, north] in degrees; the map writes it. */
export const layerBoundsAtom = perPlant<
  Readonly<Record<string, readonly [number, number, number, number]>>
>({});

/**
 * The layers of the list, by group, each top first. `empty`: ids of those that are shown and have nothing to draw now.
 * While the map has placed no layer yet, none is called empty.
 */
export const groupedLayersAtom = atom((get) => {
  const bounds = get(layerBoundsAtom);
  const isPlaced = Object.keys(bounds).length > 0;
  const layers = get(shownLayersAtom).toReversed();
  // What is clear as glass is not drawn, but its slider stays where the pointer is.
  const isEmpty = ({ id, visible, fixed, opacity }: LayerEntry) =>
    isPlaced && visible && opacity > 0 && !fixed && !bounds[id];
  return layerGroups.flatMap((group) => {
    const all = layers.filter((layer) => layer.group === group);
    const empty = new Set(all.filter(isEmpty).map(({ id }) => id));
    return all.length === 0 ? [] : [{ group, layers: all, empty }];
  });
});

const changeLayer = atom(
  null,
  (get, set, id: string, change: Partial<LayerSetting>, name: string) => {
    const entry = get(layerEntriesAtom).find((one) => one.id === id);
    if (!entry) return;
    const { visible, opacity } = get(layerSettingsAtom)[id] ?? entry;
    const next = { ...get(layerSettingsAtom), [id]: { visible, opacity, ...change } };
    set(doUndoably, {
      name,
      merge: `${name} ${id}`,
      change: (_get, set) => set(layerSettingsAtom, next),
    });
  },
);

/** Shows or hides a layer. */
export const showLayer = atom(null, (_get, set, id: string, visible: boolean) => {
  set(changeLayer, id, { visible }, "workbench:step.show_layer");
});

/** Sets how opaque a layer is, 0 to 1. */
export const fadeLayer = atom(null, (_get, set, id: string, opacity: number) => {
  const clamped = Math.min(1, Math.max(0, opacity));
  set(changeLayer, id, { opacity: clamped }, "workbench:step.fade_layer");
});

/** Moves a layer to a place among the movable ones, 0 at the bottom. */
export const moveLayer = atom(null, (get, set, id: string, place: number) => {
  const movable = get(shownLayersAtom)
    .filter((layer) => !layer.fixed)
    .map((layer) => layer.id);
  if (!movable.includes(id)) return;
  const others = movable.filter((one) => one !== id);
  const next = others.toSpliced(Math.min(others.length, Math.max(0, place)), 0, id);
  if (next.join() === movable.join()) return;
  // The order of single orthomosaics stands behind that of the layers.
  const order = [...next, ...get(layerOrderAtom).filter((one) => !movable.includes(one))];
  set(doUndoably, {
    name: "workbench:step.move_layer",
    change: (_get, set) => set(layerOrderAtom, order),
  });
});

/** Shows one layer alone; the same one again shows all. */
export const soloLayer = atom(null, (get, set, id: string) => {
  const next = get(soloLayerAtom) === id ? null : id;
  set(doUndoably, {
    name: "workbench:step.solo_layer",
    change: (_get, set) => set(soloLayerAtom, next),
  });
});
