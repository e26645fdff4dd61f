// The flight in three dimensions, for views that have heights: the ways of the shown routes, and the drone.
import { atom } from "jotai";
import type { Rgb } from "../../domain/colour/colour.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import type { Place } from "../../domain/flight/route/flight-route.ts";
import type { WayHeights } from "../../domain/flight/route/way-heights.ts";
import { wayHeightsAtom } from "./ground.ts";
import { seenRoutesAtom, routeInkAtom } from "./flight-route-view.ts";
import { flightMomentAtom } from "./flight-time.ts";

/** Degrees (WGS 84), and metres above the take-off position of the route. */
export type ScenePosition = readonly [longitude: number, latitude: number, height_m: number];

/** Metres of the take-off position above the WGS 84 ellipsoid; null: unknown, the drone starts on the ground. */
type Based = { readonly elevation_m: number | null };

export type SceneRoute = Based & {
  readonly route: FlightRouteRecord;
  /** From the ground straight up, out, down to the first waypoint, along the route, up, home and down to the ground. */
  readonly positions: readonly ScenePosition[];
  /** The colour at each position, as on the map. */
  readonly inks: readonly Rgb[];
};

export type SceneDrone = Based & {
  readonly position: ScenePosition;
  /** Where its route begins; heights count from there. */
  readonly take_off: Place;
  /** Degrees clockwise from north. */
  readonly heading_deg: number;
};

const positionAt = (place: Place, height_m: number): ScenePosition => [
  place[0],
  place[1],
  height_m,
];

/** The positions of a route, and the heights whose colours they have: climb and descent have one colour each. */
function wayOf({ take_off: { place }, waypoints }: FlightRouteRecord, ways: WayHeights) {
  const [first, last] = [waypoints[0], waypoints.at(-1)];
  if (!first || !last) return { positions: [], heights: [] };
  const { security_height_m: out, return_height_m: back } = ways;
  return {
    positions: [
      positionAt(place, 0),
      positionAt(place, out),
      positionAt(first.place, out),
      ...waypoints.map((waypoint) => positionAt(waypoint.place, waypoint.height_m)),
      positionAt(last.place, back),
      positionAt(place, back),
      positionAt(place, 0),
    ],
    heights: [first, first, first, ...waypoints, last, last, last].map(({ height_m }) => height_m),
  };
}

export const sceneRoutesAtom = atom((get): readonly SceneRoute[] => {
  const inkOf = get(routeInkAtom);
  const waysOf = get(wayHeightsAtom);
  return get(seenRoutesAtom).map((route) => {
    const { positions, heights } = wayOf(route, waysOf(route));
    const inks = heights.map((height_m) => inkOf(route, height_m));
    return { route, positions, inks, elevation_m: route.take_off.elevation_m };
  });
});

/** Null while no flight is shown. */
export const sceneDroneAtom = atom((get): SceneDrone | null => {
  const moment = get(flightMomentAtom);
  return (
    moment && {
      position: positionAt(moment.place, moment.height_m),
      take_off: moment.route.take_off.place,
      heading_deg: moment.heading_deg,
      elevation_m: moment.route.take_off.elevation_m,
    }
  );
});
