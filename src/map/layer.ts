// The contract of a map layer: one file in `layers/`, one line in its index, whose order is the paint order.
import type { Layer } from "@deck.gl/core";
import type { Scene } from "./scene.ts";

export type MapLayer = {
  /** Lower-case, stable: it stands in addresses. */
  readonly id: string;
  /** Word key of the layer's name. */
  readonly name: string;
  /** Shown from the start. */
  readonly visible: boolean;
  /** Opacity from the start, 0 to 1. */
  readonly opacity: number;
  /** Lies below all others and stands for the map's own style. */
  readonly base?: boolean;
  /** Whether there is anything to draw; a layer without data is listed but greyed. */
  available(scene: Scene): boolean;
  /** The deck.gl layers, bottom to top; ids begin with the layer's own. */
  build(scene: Scene, opacity: number): Layer[];
  /** [west, south, east, north] in degrees to zoom to; the plant's bounds where it is left out. */
  bounds?(scene: Scene): readonly [number, number, number, number] | null;
};

/** Declares a map layer. */
export function defineLayer(layer: MapLayer): MapLayer {
  return layer;
}
