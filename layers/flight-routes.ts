// The routes of the chosen flight campaign: by sortie or by height, with the direction of each photo line.
import { PathLayer, ScatterplotLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import type { Rgb } from "../src/domain/colour/colour.ts";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { FlightRouteRecord } from "../src/domain/flight/route/flight-route-record.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { routeArrows } from "../src/domain/flight/route/route-arrow.ts";
import { defineLayer } from "../src/map/layer.ts";
import { drawnRoutesAtom, routeInkAtom } from "../src/state/map/flight-route-view.ts";

const routesAtom = atom((get) => {
  const routes = get(drawnRoutesAtom);
  return routes.length > 0 ? { routes, inkOf: get(routeInkAtom) } : null;
});

const positionOf = (place: Place): [number, number] => [place[0], place[1]];

type Arrow = { readonly places: readonly Place[]; readonly ink: Rgb };

const arrowsOf = (
  route: FlightRouteRecord,
  inkOf: (route: FlightRouteRecord, height_m: number) => Rgb,
): Arrow[] =>
  routeArrows(route).map(({ places, height_m }) => ({ places, ink: inkOf(route, height_m) }));

export const flightRoutes = defineLayer({
  id: "flight_routes",
  name: "layer:flight_routes",
  group: "flights",
  visible: true,
  opacity: 1,
  inSpace: true,
  calls: ["flightCampaign.list", "flightRoute.list"],
  data: routesAtom,
  build: ({ routes, inkOf }, _scene, opacity) => [
    new PathLayer<FlightRouteRecord>({
      id: "flight_routes",
      data: routes,
      opacity,
      getPath: ({ take_off, waypoints }) =>
        [take_off.place, ...waypoints.map(({ place }) => place), take_off.place].map(positionOf),
      // One colour for each waypoint, and for the take-off position at both ends.
      getColor: (route) =>
        [route.waypoints[0]!, ...route.waypoints, route.waypoints.at(-1)!].map(
          ({ height_m }) => [...inkOf(route, height_m), 255] as [number, number, number, number],
        ),
      getWidth: 2,
      widthUnits: "pixels",
      updateTriggers: { getColor: inkOf },
    }),
    new PathLayer<Arrow>({
      id: "flight_routes-arrows",
      data: routes.flatMap((route) => arrowsOf(route, inkOf)),
      opacity,
      getPath: ({ places }) => places.map(positionOf),
      getColor: ({ ink }) => [...ink],
      getWidth: 2,
      widthUnits: "pixels",
    }),
    new ScatterplotLayer<FlightRouteRecord>({
      id: "flight_routes-take-off",
      data: routes,
      opacity,
      getPosition: ({ take_off }) => positionOf(take_off.place),
      getFillColor: [...signalInks.take_off],
      radiusUnits: "pixels",
      getRadius: 5,
    }),
  ],
});
