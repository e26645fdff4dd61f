// What the user has set at the map's layers. The layers themselves are listed by the shelf `layers/`.
import { atom } from "jotai";

export type LayerSetting = { readonly visible: boolean; readonly opacity: number };

/** One layer of the shelf as the panel needs it; `app` fills the list at start, bottom to top. */
export type LayerEntry = {
  readonly id: string;
  /** Word key of the layer's name. */
  readonly name: string;
  readonly visible: boolean;
  readonly opacity: number;
  /** True where the order may not be changed (the base map lies below all). */
  readonly fixed: boolean;
};

export const layerEntriesAtom = atom<readonly LayerEntry[]>([]);
/** Only what differs from the shelf, by layer id. */
export const layerSettingsAtom = atom<Readonly<Record<string, LayerSetting>>>({});
/** Layer ids bottom to top as the user has put them; empty means the shelf's order. */
export const layerOrderAtom = atom<readonly string[]>([]);
/** The one layer shown over the base map, or null. */
export const soloLayerAtom = atom<string | null>(null);

/** What is drawn now, bottom to top: order, settings and solo applied. */
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
      const alone = solo === null || solo === entry.id || entry.fixed;
      return { ...entry, visible: solo === entry.id || (visible && alone), opacity };
    });
});

/** Where a layer can be zoomed to, [west, south, east, north] in degrees; layers fill it. */
export const layerBoundsAtom = atom<
  Readonly<Record<string, readonly [number, number, number, number]>>
>({});
