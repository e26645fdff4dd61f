// The ground of the 3D view: from the plant's elevation file, or flat.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { callBytes } from "../../client/call.ts";
import {
  elevationAt,
  readElevationBytes,
  type ElevationOf,
} from "../../domain/flight/ground/elevation.ts";
import type { FlightRoute } from "../../domain/flight/route/flight-route.ts";
import { flownHeights, homeHeights } from "../../domain/flight/route/home-leg.ts";
import type { WayHeights } from "../../domain/flight/route/way-heights.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { groundSurface, type GroundSurface } from "../../domain/twin-view/ground-surface.ts";
import { askAtom } from "../account/ask.ts";
import { plantBoundsAtom, plantQueryOf, twinAtom } from "../plant/plant.ts";
import { savedAreasAtom } from "./flight-area.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";

/** The heights of the elevation file; `bytes` is null without one. */
const gridAtom = plantQueryOf((plant_id, get) =>
  get(askAtom)("elevation.grid") === null
    ? {
        key: ["elevation-grid", plant_id],
        async ask(options): Promise<{ readonly bytes: ArrayBuffer | null }> {
          const blob = await callBytes(api.elevation.grid, { params: { id: plant_id } }, options);
          return { bytes: blob.size > 0 ? await blob.arrayBuffer() : null };
        },
      }
    : null,
);

/** Metres of the ground at a place, by the elevation file; null without one. */
export const elevationAtom = atom((get): ElevationOf | null => {
  const bytes = valueOf(get(gridAtom))?.bytes;
  return bytes ? elevationAt(readElevationBytes(new Uint8Array(bytes))) : null;
});

/** True once it is known that the plant has no elevation file: its ground is drawn flat. */
export const isGroundFlatAtom = atom((get) => valueOf(get(gridAtom))?.bytes === null);

/** Metres above the take-off position at which a route's ways out and home are flown. */
export const wayHeightsAtom = atom((get) => {
  const elevation = get(elevationAtom);
  const { obstacles } = get(savedAreasAtom);
  const known = new WeakMap<FlightRoute, WayHeights>();
  return (route: FlightRoute): WayHeights => {
    const heights =
      known.get(route) ?? flownHeights(route, homeHeights(route, elevation, obstacles));
    known.set(route, heights);
    return heights;
  };
});

const surfaceAtom = atom((get): GroundSurface | null => {
  const bytes = valueOf(get(gridAtom))?.bytes;
  const origin = valueOf(get(twinAtom))?.origin;
  const bounds = get(plantBoundsAtom);
  if (!bytes || !origin || !bounds) return null;
  const { toPlane } = planeAt(origin);
  const [west, south, east, north] = bounds;
  const plant = [...toPlane(west, south), ...toPlane(east, north)] as const;
  return groundSurface(readElevationBytes(new Uint8Array(bytes)), origin, plant);
});

/** False shows the ground flat although heights are known. */
export const terrainShownAtom = perPlant(true);

/** True if the plant has an elevation file with heights around it. */
export const hasTerrainAtom = atom((get) => get(surfaceAtom) !== null);

/** The ground that is shown; null for flat ground. */
export const groundAtom = atom((get) => (get(terrainShownAtom) ? get(surfaceAtom) : null));
