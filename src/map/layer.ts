// The contract of a map layer: one file in `layers/`, one line in its index, whose order is the paint order.
import type { Layer } from "@deck.gl/core";
import { atom, type Atom } from "jotai";
import type { LayerGroup } from "../state/map/layer.ts";
import type { CallName } from "../state/account/ask.ts";
import type { Bounds, Scene } from "./scene.ts";

export type MapLayer<Data = unknown> = {
  /** Lower-case and stable: it is part of addresses. */
  readonly id: string;
  /** Word key of the layer's name. */
  readonly name: string;
  /** The heading under which the panel lists it. */
  readonly group: LayerGroup;
  /** Shown from the start. */
  readonly visible: boolean;
  /** Opacity from the start, 0 to 1. */
  readonly opacity: number;
  /** The calls that its data need. The layer is listed for users who may make them all; absent: for everybody. */
  readonly calls?: readonly CallName[];
  /** Also drawn in 3D, by an overlay of `twin/overlays.ts` or with the solids; absent: on the map alone. */
  readonly inSpace?: true;
  /** False for what is drawn in 3D alone. */
  readonly onMap?: false;
  /** Below all others; represents the map's own style. */
  readonly base?: boolean;
  /**
   * What the layer draws; null where there is nothing. It is read while the layer is shown, so an atom
   * that fetches on read starts then. The layer is rebuilt only when its value, the scene or the opacity
   * changes, so expensive computations belong here.
   */
  readonly data: Atom<Data | null>;
  /** The same for the map of the other analysis, side by side with the first. Default: the same data. */
  readonly beside?: Atom<Data | null>;
  /** The deck.gl layers, bottom to top; ids begin with the layer's own. */
  build(data: Data, scene: Scene, opacity: number): Layer[];
  /** The extent while the layer is shown; null for none. Default: the whole plant. */
  bounds?(data: Data, scene: Scene): Bounds | null;
};

/** For `beside`: what belongs to the current analysis alone is not on the map of the other. */
export const nothingBeside = atom(() => null);

/** Declares a map layer. */
export function defineLayer<Data>(layer: MapLayer<Data>): MapLayer {
  return layer;
}

/** The layers that a user can have, by the calls that the user may make. */
export function permittedShelf(
  all: readonly MapLayer[],
  mayCall: (name: CallName) => boolean,
): MapLayer[] {
  return all.filter(({ calls = [] }) => calls.every(mayCall));
}

/** The layers for the map of the other analysis. */
export function besideLayers(all: readonly MapLayer[]): MapLayer[] {
  return all.map((layer) => (layer.beside ? { ...layer, data: layer.beside } : layer));
}
