// The camera of the map, and requests to move it.
import { atom } from "jotai";
import { boxOf, type PlaneArea } from "../../domain/column/in-view.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { ViewEye } from "../../domain/raster/tile-cover.ts";
import { sheetHeightAtom } from "../shell/dock.ts";
import { nextVersion, perPlant } from "../shell/lifetime.ts";

export type Camera = {
  /** Longitude, latitude in degrees. */
  readonly centre: LonLat;
  readonly zoom: number;
  /** Degrees clockwise from north. */
  readonly bearing: number;
  /** Degrees from straight down. */
  readonly pitch: number;
};

/** The map writes it after every move; null before the first frame. */
export const cameraAtom = perPlant<Camera | null>(null);

/** What the map shows, in metres on the plant plane; the map writes it. */
export const viewAreaAtom = perPlant<PlaneArea | null>(null);

/** [min x, min y, max x, max y] of what the map shows: more than it where the map is turned or tilted. */
export const viewBoxAtom = atom((get) => {
  const area = get(viewAreaAtom);
  return area && boxOf(area);
});

/** Where the 3D view looks from while it rests; the view writes it. Null on the map. */
export const eyeAtom = perPlant<ViewEye | null>(null);

/** A place to show, or how to show it. */
export type PlaceTarget =
  | { readonly camera: Camera }
  /** [west, south, east, north] in degrees. `straight`: with north above, and the map seen from straight above. */
  | { readonly bounds: readonly [number, number, number, number]; readonly straight?: true }
  /** Pans where the place is or gets covered; the zoom stays. */
  | { readonly reveal: LonLat }
  /** Moves a place to the middle of what is not covered, and nearer where the map is farther than this zoom. */
  | { readonly middle: LonLat; readonly leastZoom: number };

/**
 * A move from where the view is now. In 3D it is as by hand: it stops before what stands in the way, and a walker goes on
 * walking. The map turns to the north with a camera.
 */
export type MoveTarget = { readonly zoomBy: number } | { readonly turnTo: "north" };

export type FlyTarget = PlaceTarget | MoveTarget;

/** The last request; the map flies when `id` changes, and jumps without animation where `jump` is set. */
export const flyRequestAtom = perPlant<{ id: number; target: FlyTarget; jump: boolean } | null>(
  null,
);

/** True while the map follows the own position. It ends when the map is moved to something else. */
export const followingAtom = perPlant(false);

/** Asks the map to show a camera, bounds or a place. */
export const flyTo = atom(null, (get, set, target: FlyTarget, jump?: boolean) => {
  const isElsewhere =
    "bounds" in target ||
    ("camera" in target && !isSamePlace(target.camera.centre, get(cameraAtom)?.centre));
  if (isElsewhere) set(followingAtom, false);
  // Under a sheet as high as the window nothing is seen.
  if (!jump && get(sheetHeightAtom) === "full") set(sheetHeightAtom, "half");
  set(flyRequestAtom, { id: nextVersion(), target, jump: jump === true });
});

function isSamePlace(one: LonLat, other: LonLat | undefined): boolean {
  return one[0] === other?.[0] && one[1] === other[1];
}
