// The routes of the chosen flight campaign: by sortie or by height, with the direction of each photo line.
import { PathLayer, ScatterplotLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import type { Rgb } from "../src/domain/colour/colour.ts";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { FlightRouteRecord } from "../src/domain/flight/flight-route-record.ts";
import type { Place } from "../src/domain/flight/flight-route.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { defineLayer } from "../src/map/layer.ts";
import { drawnRoutesAtom, routeInkAtom } from "../src/state/map/flight-route-view.ts";

const routesAtom = atom((get) => {
  const routes = get(drawnRoutesAtom);
  return routes.length > 0 ? { routes, inkOf: get(routeInkAtom) } : null;
});

const positionOf = (place: Place): [number, number] => [place[0], place[1]];

type Arrow = { readonly places: readonly Place[]; readonly ink: Rgb };

/** Metres of each side of an arrowhead, and radians between a side and the way back. */
const ARROW_M = 5;
const ARROW_ANGLE = 0.5;

/** An arrowhead in the middle of every stretch with photos. */
function arrowsOf(
  route: FlightRouteRecord,
  inkOf: (route: FlightRouteRecord, height_m: number) => Rgb,
): Arrow[] {
  return route.photo_runs.flatMap(({ from, to }) => {
    const [begin, end] = [route.waypoints[from], route.waypoints[to]];
    if (!begin || !end) return [];
    const [a, b] = [begin.place, end.place];
    const tip: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const plane = planeAt(tip);
    const [x, y] = plane.toPlane(a[0], a[1]);
    const back = Math.atan2(y, x);
    const side = (turn: number) =>
      plane.toLonLat(ARROW_M * Math.cos(back + turn), ARROW_M * Math.sin(back + turn));
    const ink = inkOf(route, (begin.height_m + end.height_m) / 2);
    return [{ places: [side(ARROW_ANGLE), tip, side(-ARROW_ANGLE)], ink }];
  });
}

export const flightRoutes = defineLayer({
  id: "flight_routes",
  name: "layer:flight_routes",
  visible: true,
  opacity: 1,
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
