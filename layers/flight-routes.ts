// The routes of the chosen flight campaign: one colour per sortie, with the direction of each leg.
import { PathLayer, ScatterplotLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { rgbOf } from "../src/domain/colour/colour.ts";
import { plainColours, signalInks } from "../src/domain/colour/palette.ts";
import type { FlightRouteRecord } from "../src/domain/flight/flight-route-record.ts";
import type { Place } from "../src/domain/flight/flight-route.ts";
import { planeAt } from "../src/domain/geometry/plane.ts";
import { defineLayer } from "../src/map/layer.ts";
import { shownRoutesAtom } from "../src/state/plant/flight-campaign.ts";

const routesAtom = atom((get) => {
  const routes = get(shownRoutesAtom);
  return routes.length > 0 ? routes : null;
});

/** Without the grey of the palette, which is for what is missing. */
const inks = plainColours.slice(1).map(rgbOf);
const inkOf = ({ number }: FlightRouteRecord) => inks[(number - 1) % inks.length]!;
const positionOf = (place: Place): [number, number] => [place[0], place[1]];

type Arrow = { readonly places: readonly Place[]; readonly route: FlightRouteRecord };

/** Metres of each side of an arrowhead, and radians between a side and the way back. */
const ARROW_M = 5;
const ARROW_ANGLE = 0.5;

/** An arrowhead in the middle of every stretch with photos. */
function arrowsOf(route: FlightRouteRecord): Arrow[] {
  return route.photo_runs.flatMap(({ from, to }) => {
    const [a, b] = [route.waypoints[from]?.place, route.waypoints[to]?.place];
    if (!a || !b) return [];
    const tip: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const plane = planeAt(tip);
    const [x, y] = plane.toPlane(a[0], a[1]);
    const back = Math.atan2(y, x);
    const side = (turn: number) =>
      plane.toLonLat(ARROW_M * Math.cos(back + turn), ARROW_M * Math.sin(back + turn));
    return [{ places: [side(ARROW_ANGLE), tip, side(-ARROW_ANGLE)], route }];
  });
}

export const flightRoutes = defineLayer({
  id: "flight_routes",
  name: "layer:flight_routes",
  visible: true,
  opacity: 1,
  data: routesAtom,
  build: (routes, _scene, opacity) => [
    new PathLayer<FlightRouteRecord>({
      id: "flight_routes",
      data: routes,
      opacity,
      getPath: ({ take_off, waypoints }) =>
        [take_off.place, ...waypoints.map(({ place }) => place), take_off.place].map(positionOf),
      getColor: inkOf,
      getWidth: 2,
      widthUnits: "pixels",
    }),
    new PathLayer<Arrow>({
      id: "flight_routes-arrows",
      data: routes.flatMap(arrowsOf),
      opacity,
      getPath: ({ places }) => places.map(positionOf),
      getColor: ({ route }) => inkOf(route),
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
