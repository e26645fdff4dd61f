// The own position on the map: watched on request, with its accuracy and heading.
import { atom } from "jotai";
import { planeAt, type PlanePoint } from "../../domain/geometry/plane.ts";
import { steadied, type Steady } from "../../domain/geometry/steady-position.ts";
import { flyTo, followingAtom } from "../map/view.ts";
import { plantBoundsAtom, twinAtom } from "../plant/plant.ts";
import { perPlantValue, perPlant, plantLifetime } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { watchHeading } from "./heading.ts";
import { watchPosition, type OwnPosition, type PositionFault } from "./position-watch.ts";

export type PositionState =
  | { readonly state: "off" }
  | { readonly state: "waiting" }
  /** `fault`: why no newer position has come. */
  | {
      readonly state: "shown";
      /** The mean of what the device has reported since it stands still. */
      readonly position: OwnPosition;
      /** Over how many seconds it was averaged; 0 while the device moves. */
      readonly averaged_s: number;
      readonly fault: PositionFault | null;
    }
  | { readonly state: "failed"; readonly fault: PositionFault };

/** A position that is less accurate than this does not show which row one stands in. */
const INACCURATE_M = 20;
/** Farther from the plant than this, its components are not near. */
const AWAY_M = 2000;
/** The zoom at which single rows of components are visible. */
const FOLLOW_ZOOM = 18;

/** A mean of fewer fixes is none to speak of. */
const LEAST_FIXES = 3;

const off: PositionState = { state: "off" };
export const positionAtom = perPlant<PositionState>(off);

/** Degrees clockwise from north in which the device points; null where it does not say. */
export const headingAtom = perPlant<number | null>(null);

/** The own position while there is one. */
export const ownPositionAtom = atom((get): OwnPosition | null => {
  const now = get(positionAtom);
  return now.state === "shown" ? now.position : null;
});

/** The own position on the plant plane, in metres; null without a position or a twin. */
export const ownPointAtom = atom((get): PlanePoint | null => {
  const position = get(ownPositionAtom);
  const origin = valueOf(get(twinAtom))?.origin;
  return position && origin ? planeAt(origin).toPlane(position.lon, position.lat) : null;
});

/** Metres to the box around the plant; 0 inside. */
const awayAtom = atom((get): number => {
  const bounds = get(plantBoundsAtom);
  const position = get(ownPositionAtom);
  if (!bounds || !position) return 0;
  const [west, south, east, north] = bounds;
  const plane = planeAt([(west + east) / 2, (south + north) / 2]);
  const [x, y] = plane.toPlane(position.lon, position.lat);
  const [halfX, halfY] = plane.toPlane(east, north);
  return Math.hypot(Math.max(0, Math.abs(x) - halfX), Math.max(0, Math.abs(y) - halfY));
});

export type PositionNotice =
  | { readonly kind: PositionFault }
  | { readonly kind: "inaccurate"; readonly metres: number }
  | { readonly kind: "away"; readonly metres: number };

/** What the user must know of the own position; null where all is well. */
export const positionNoticeAtom = atom((get): PositionNotice | null => {
  const now = get(positionAtom);
  if (now.state === "failed") return { kind: now.fault };
  if (now.state !== "shown") return null;
  if (now.fault) return { kind: now.fault };
  const away = get(awayAtom);
  if (away > AWAY_M) return { kind: "away", metres: away };
  const { accuracy_m } = now.position;
  return accuracy_m > INACCURATE_M ? { kind: "inaccurate", metres: accuracy_m } : null;
});

/** Ends the watching. */
const watching = perPlantValue(({ signal }) => {
  const held: { stop: (() => void) | null; steady: Steady | null } = { stop: null, steady: null };
  signal.addEventListener("abort", () => held.stop?.(), { once: true });
  return held;
});

/** Shows the own position from now on. To be called by a press: browsers ask the user for permission. */
export const startPosition = atom(null, (get, set) => {
  const held = watching();
  const before = get(positionAtom);
  if (held.stop && before.state !== "failed") return;
  held.stop?.();
  const { signal } = plantLifetime();
  set(positionAtom, { state: "waiting" });
  const stopPosition = watchPosition({
    onPosition: (position) => {
      if (!signal.aborted) set(keepPosition, position);
    },
    onFault: (fault) => {
      if (!signal.aborted) set(keepFault, fault);
    },
  });
  const stopHeading = watchHeading((heading) => {
    if (!signal.aborted) set(headingAtom, heading);
  });
  held.stop = () => {
    stopPosition();
    stopHeading();
    held.stop = null;
    held.steady = null;
  };
});

/** Over how many seconds the own position was averaged; 0 where it was not. */
export const averagedSecondsAtom = atom((get) => {
  const now = get(positionAtom);
  return now.state === "shown" ? now.averaged_s : 0;
});

const keepPosition = atom(null, (get, set, reported: OwnPosition) => {
  const held = watching();
  const steady = steadied(held.steady, reported);
  held.steady = steady;
  const { lon, lat, accuracy_m, fixes, since_ms, time_ms } = steady;
  const position = { ...reported, lon, lat, accuracy_m };
  const averaged_s = fixes < LEAST_FIXES ? 0 : Math.round((time_ms - since_ms) / 1000);
  set(positionAtom, { state: "shown", position, averaged_s, fault: null });
  if (get(followingAtom)) set(goToPosition);
});

const keepFault = atom(null, (get, set, fault: PositionFault) => {
  const now = get(positionAtom);
  // A position that was just shown is still the best there is.
  const stays = now.state === "shown" && fault !== "refused";
  set(positionAtom, stays ? { ...now, fault } : { state: "failed", fault });
  if (!stays) set(followingAtom, false);
});

const goToPosition = atom(null, (get, set) => {
  const position = get(ownPositionAtom);
  if (!position) return;
  set(flyTo, { middle: [position.lon, position.lat], leastZoom: FOLLOW_ZOOM });
});

/** Keeps the own position in the middle of the map until the user moves the map. */
export const follow = atom(null, (_get, set) => {
  set(startPosition);
  set(followingAtom, true);
  set(goToPosition);
});

/** Shows the own position no more. */
export const stopPosition = atom(null, (_get, set) => {
  watching().stop?.();
  set(positionAtom, off);
  set(headingAtom, null);
  set(followingAtom, false);
});

/** The button of the map: shows and follows, follows again after the map was moved, and switches off. */
export const pressPosition = atom(null, (get, set) => {
  const { state } = get(positionAtom);
  const isFollowing = get(followingAtom);
  if (state === "waiting" || (state === "shown" && isFollowing)) set(stopPosition);
  else set(follow);
});
