// The flight in three dimensions, for views that have heights: the ways of the shown routes, and the drone.
import { atom } from "jotai";
import type { FlightRouteRecord } from "../../domain/flight/flight-route-record.ts";
import type { Place } from "../../domain/flight/flight-route.ts";
import { drawnRoutesAtom, sortieColour } from "./flight-route-view.ts";
import { flightMomentAtom } from "./flight-time.ts";

/** Degrees (WGS 84), and metres above the take-off position of the route. */
export type ScenePosition = readonly [longitude: number, latitude: number, height_m: number];

/** Metres of the take-off position above the WGS 84 ellipsoid; null: unknown, the drone starts on the ground. */
type Based = { readonly elevation_m: number | null };

type SceneRoute = Based & {
  readonly route_id: number;
  /** As in the list of sorties, in CSS. */
  readonly colour: string;
  /** From the ground straight up, over the waypoints, and back to the ground. */
  readonly positions: readonly ScenePosition[];
};

type SceneDrone = Based & {
  readonly position: ScenePosition;
  /** Degrees clockwise from north. */
  readonly heading_deg: number;
};

const positionAt = (place: Place, height_m: number): ScenePosition => [
  place[0],
  place[1],
  height_m,
];

function wayOf({ take_off: { place }, waypoints }: FlightRouteRecord): ScenePosition[] {
  const [first, last] = [waypoints[0], waypoints.at(-1)];
  if (!first || !last) return [];
  return [
    positionAt(place, 0),
    positionAt(place, first.height_m),
    ...waypoints.map((waypoint) => positionAt(waypoint.place, waypoint.height_m)),
    positionAt(place, last.height_m),
    positionAt(place, 0),
  ];
}

export const flightSceneAtom = atom(
  (get): { readonly routes: readonly SceneRoute[]; readonly drone: SceneDrone | null } => {
    const moment = get(flightMomentAtom);
    return {
      routes: get(drawnRoutesAtom).map((route) => ({
        route_id: route.id,
        colour: sortieColour(route),
        elevation_m: route.take_off.elevation_m,
        positions: wayOf(route),
      })),
      drone: moment && {
        position: positionAt(moment.place, moment.height_m),
        heading_deg: moment.heading_deg,
        elevation_m: moment.route.take_off.elevation_m,
      },
    };
  },
);
