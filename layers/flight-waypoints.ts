// The waypoints of the route that is edited, with what is wrong where it is.
import { PathLayer, ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { defineLayer } from "../src/map/layer.ts";
import {
  chosenRangeAtom,
  chosenWaypointAtom,
  draftRouteAtom,
  routeProblemsAtom,
} from "../src/state/map/flight-route-edit.ts";
import { formatNumber } from "../src/state/shell/locale.ts";

type Handle = { readonly place: Place; readonly isChosen: boolean; readonly isWrong: boolean };

const handlesAtom = atom((get) => {
  const route = get(draftRouteAtom);
  if (!route) return null;
  const { take_off, waypoints } = route;
  const chosen = get(chosenWaypointAtom);
  const [first, last] = get(chosenRangeAtom) ?? [-1, -1];
  const wrong = new Set(get(routeProblemsAtom).map(({ values }) => Number(values?.["waypoint"])));
  const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
  const handles = waypoints.map(({ place }, at): Handle => ({
    place,
    isChosen: at >= first && at <= last,
    isWrong: wrong.has(at + 1),
  }));
  // Waypoint 1 ends the leg from the take-off position.
  const legs = [...wrong].flatMap((waypoint) => {
    const [from, to] = [places[waypoint - 1], places[waypoint]];
    return from && to ? [[from, to] as const] : [];
  });
  const label = chosen === null ? null : waypoints[chosen];
  return {
    handles,
    legs,
    label: label
      ? [{ place: label.place, text: `${chosen! + 1} · ${formatNumber(label.height_m, 1)} m` }]
      : [],
  };
});

const positionOf = (place: Place): [number, number] => [place[0], place[1]];

export const flightWaypoints = defineLayer({
  id: "flight_waypoints",
  name: "layer:flight_waypoints",
  visible: true,
  opacity: 1,
  calls: ["flightRoute.list", "flightRoute.update"],
  data: handlesAtom,
  build: ({ handles, legs, label }, { scheme }, opacity) => [
    new PathLayer<readonly [Place, Place]>({
      id: "flight_waypoints-faults",
      data: legs,
      opacity,
      getPath: (leg) => leg.map(positionOf),
      getColor: [...signalInks.refused],
      getWidth: 5,
      widthUnits: "pixels",
    }),
    new ScatterplotLayer<Handle>({
      id: "flight_waypoints",
      data: handles,
      opacity,
      getPosition: ({ place }) => positionOf(place),
      getFillColor: ({ isChosen }) =>
        isChosen ? [...signalInks.take_off] : [...mapInks[scheme].halo],
      getLineColor: ({ isWrong }) => [...(isWrong ? signalInks.refused : signalInks.drawing)],
      stroked: true,
      radiusUnits: "pixels",
      getRadius: ({ isChosen }) => (isChosen ? 8 : 5),
      lineWidthUnits: "pixels",
      getLineWidth: 2,
      updateTriggers: { getFillColor: scheme },
    }),
    new TextLayer<{ readonly place: Place; readonly text: string }>({
      id: "flight_waypoints-label",
      data: label,
      opacity,
      getPosition: ({ place }) => positionOf(place),
      getText: ({ text }) => text,
      ...labelStyle(scheme),
      getColor: [...mapInks[scheme].text],
      getPixelOffset: [14, -14],
      getTextAnchor: "start",
      getAlignmentBaseline: "bottom",
      updateTriggers: { getColor: scheme },
    }),
  ],
});
