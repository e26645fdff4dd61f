// The way from the own position to a component: direction and distance, until it is reached.
import { atom } from "jotai";
import { bearingTo, distanceTo, nearestPoint } from "../../domain/component/nearest.ts";
import type { PlanePoint } from "../../domain/geometry/plane.ts";
import { cameraAtom, followingAtom } from "../map/view.ts";
import { geometryOf, geometryVersionAtom } from "../plant/plant.ts";
import type { ComponentRow } from "../plant/component/selection.ts";
import { sheetHeightAtom } from "../shell/dock.ts";
import { perPlant } from "../shell/lifetime.ts";
import type { Store } from "../shell/on-change.ts";
import { follow, headingAtom, ownPointAtom, ownPositionAtom } from "./own-position.ts";

/** Metres to the component at which one has arrived, with a good position and with a poor one. */
const ARRIVAL_M = { least: 4, most: 10 };
/** One has left again from this many metres beyond. */
const LEAVE_M = 5;
/** Milliseconds of vibration and pause. */
const VIBRATION = [200, 100, 200];

/** The component to which the user is taken; null for none. */
const targetAtom = perPlant<ComponentRow | null>(null);
const arrivedAtom = perPlant(false);

export type Guide = {
  readonly target: ComponentRow;
  /** Null until there is a position. */
  readonly way: {
    /** To the nearest point of the component. */
    readonly distance_m: number;
    /** Degrees clockwise from north. */
    readonly bearing: number;
    /** Degrees clockwise from the top of the screen: as the device is held, or as the map is turned. */
    readonly arrow: number;
    readonly from: PlanePoint;
    readonly to: PlanePoint;
  } | null;
  readonly hasArrived: boolean;
};

export const guideAtom = atom((get): Guide | null => {
  const target = get(targetAtom);
  if (!target) return null;
  get(geometryVersionAtom);
  const geometry = geometryOf(target.component_type);
  const from = get(ownPointAtom);
  const hasArrived = get(arrivedAtom);
  if (!geometry || !from) return { target, way: null, hasArrived };
  const distance_m = distanceTo(geometry, target.row, from, "distance_to_nearest_point");
  const to = nearestPoint(geometry, target.row, from);
  const bearing = bearingTo(from, to);
  const heading = get(headingAtom) ?? get(ownPositionAtom)?.course;
  const arrow = (bearing - (heading ?? get(cameraAtom)?.bearing ?? 0) + 360) % 360;
  return { target, way: { distance_m, bearing, arrow, from, to }, hasArrived };
});

/** Takes the user to a component. To be called by a press. */
export const guideTo = atom(null, (_get, set, target: ComponentRow) => {
  set(arrivedAtom, false);
  set(targetAtom, target);
  set(follow);
  // On a phone the map is needed now.
  set(sheetHeightAtom, "peek");
});

/** Ends the way, reached or not. */
export const endGuide = atom(null, (_get, set) => {
  set(targetAtom, null);
  set(arrivedAtom, false);
  set(followingAtom, false);
});

/** Notices the arrival, and lets the phone vibrate. Returns the stop function. */
export function startGuideWork(store: Store): () => void {
  return store.sub(guideAtom, () => {
    const guide = store.get(guideAtom);
    if (!guide?.way) return;
    const accuracy = store.get(ownPositionAtom)?.accuracy_m ?? 0;
    const reach = Math.min(ARRIVAL_M.most, Math.max(ARRIVAL_M.least, accuracy));
    const { distance_m } = guide.way;
    if (!guide.hasArrived && distance_m <= reach) {
      store.set(arrivedAtom, true);
      if ("vibrate" in navigator) navigator.vibrate(VIBRATION);
    } else if (guide.hasArrived && distance_m > reach + LEAVE_M) store.set(arrivedAtom, false);
  });
}
