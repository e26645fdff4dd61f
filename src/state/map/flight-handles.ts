// The waypoints of the route that is edited, as they can be grabbed on the map and in 3D, with what is wrong where it is.
import { atom } from "jotai";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { Place, Waypoint } from "../../domain/flight/route/flight-route.ts";
import { formatNumber } from "../shell/locale.ts";
import {
  chosenRangeAtom,
  chosenWaypointAtom,
  draftRouteAtom,
  routeProblemsAtom,
} from "./flight-route-edit.ts";

type Stop = {
  readonly place: Place;
  /** Above the take-off position. */
  readonly height_m: number;
};

export type Handle = Stop & {
  readonly isChosen: boolean;
  readonly isWrong: boolean;
};

type Handles = {
  readonly route: FlightRouteRecord;
  readonly handles: readonly Handle[];
  /** Legs that break a rule. */
  readonly legs: readonly (readonly [Stop, Stop])[];
  /** Number and height of the chosen waypoint. */
  readonly label: { readonly waypoint: Waypoint; readonly text: string } | null;
};

/** Null while no route is edited. */
export const flightHandlesAtom = atom((get): Handles | null => {
  const route = get(draftRouteAtom);
  if (!route) return null;
  const { take_off, waypoints } = route;
  const chosen = get(chosenWaypointAtom);
  const [first, last] = get(chosenRangeAtom) ?? [-1, -1];
  const wrong = new Set(get(routeProblemsAtom).map(({ values }) => Number(values?.["waypoint"])));
  // The drone climbs and descends at the take-off position.
  const above = (end: Waypoint | undefined): Stop => ({
    place: take_off.place,
    height_m: end?.height_m ?? 0,
  });
  const stops: readonly Stop[] = [above(waypoints[0]), ...waypoints, above(waypoints.at(-1))];
  const handles = waypoints.map(({ place, height_m }, at): Handle => ({
    place,
    height_m,
    isChosen: at >= first && at <= last,
    isWrong: wrong.has(at + 1),
  }));
  // Waypoint 1 ends the leg from the take-off position.
  const legs = [...wrong].flatMap((waypoint) => {
    const [from, to] = [stops[waypoint - 1], stops[waypoint]];
    return from && to ? [[from, to] as const] : [];
  });
  const waypoint = chosen === null ? undefined : waypoints[chosen];
  const label = waypoint && {
    waypoint,
    text: `${chosen! + 1} · ${formatNumber(waypoint.height_m, 1)} m`,
  };
  return { route, handles, legs, label: label ?? null };
});
