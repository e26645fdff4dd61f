// What every layer knows of the canvas. The data that a layer draws come from its own atom.
import { atom } from "jotai";
import type { ColourScheme } from "../domain/colour/palette.ts";
import type { LonLat } from "../domain/geometry/plane.ts";
import { plantAtom, plantBoundsAtom, twinAtom } from "../state/plant/plant.ts";
import { valueOf } from "../state/shell/loaded.ts";
import { isDarkAtom } from "../state/shell/theme.ts";
import { leastPixelsHere } from "./canvas/graphics.ts";

/** [west, south, east, north] in degrees. */
export type Bounds = readonly [number, number, number, number];

export type Scene = {
  readonly scheme: ColourScheme;
  /** Longitude, latitude of the plane's zero point. */
  readonly origin: LonLat;
  /** The whole plant. */
  readonly bounds: Bounds;
  /** Size in pixels below which a component gives way to its parent. */
  readonly leastPixels: number;
};

export const schemeAtom = atom((get): ColourScheme => (get(isDarkAtom) ? "dark" : "light"));

/** Null until the plant's twin is loaded, or its area where it has no twin. Without the camera, because every move would rebuild all layers. */
export const sceneAtom = atom((get): Scene | null => {
  const bounds = get(plantBoundsAtom);
  const plant = valueOf(get(plantAtom));
  const origin = valueOf(get(twinAtom))?.origin ?? (plant && ([plant.lon, plant.lat] as const));
  if (!bounds || !origin) return null;
  return { scheme: get(schemeAtom), origin, bounds, leastPixels: leastPixelsHere() };
});
