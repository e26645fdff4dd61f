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
  readonly minPixels: number;
};

/** Degrees around the position of a plant of which nothing else is known. */
const AROUND = 0.01;

function boundsAround(place: { readonly lon: number; readonly lat: number } | undefined) {
  if (!place) return null;
  const { lon, lat } = place;
  return [lon - AROUND, lat - AROUND, lon + AROUND, lat + AROUND] as const;
}

export const schemeAtom = atom((get): ColourScheme => (get(isDarkAtom) ? "dark" : "light"));

/** Null until the plant's twin is loaded, or its area where it has no twin. Without the camera, because every move would rebuild all layers. */
export const sceneAtom = atom((get): Scene | null => {
  const plant = valueOf(get(plantAtom));
  const twin = get(twinAtom);
  // Flight areas are drawn before there is a twin or an area.
  const bounds = get(plantBoundsAtom) ?? (twin.state === "failed" ? boundsAround(plant) : null);
  const origin = valueOf(twin)?.origin ?? (plant && ([plant.lon, plant.lat] as const));
  if (!bounds || !origin) return null;
  return { scheme: get(schemeAtom), origin, bounds, minPixels: leastPixelsHere() };
});
