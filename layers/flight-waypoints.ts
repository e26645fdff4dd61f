// The waypoints of the route that is edited, with what is wrong where it is.
import { PathLayer, ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { labelStyle } from "../src/map/component/label-style.ts";
import { defineLayer } from "../src/map/layer.ts";
import { flightHandlesAtom, type Handle } from "../src/state/map/flight-handles.ts";

const positionOf = (place: Place): [number, number] => [place[0], place[1]];

export const flightWaypoints = defineLayer({
  id: "flight_waypoints",
  name: "layer:flight_waypoints",
  group: "flights",
  visible: true,
  opacity: 1,
  calls: ["flightRoute.list", "flightRoute.update"],
  data: flightHandlesAtom,
  build: ({ handles, legs, label }, { scheme }, opacity) => [
    new PathLayer<(typeof legs)[number]>({
      id: "flight_waypoints-faults",
      data: legs,
      opacity,
      getPath: (leg) => leg.map(({ place }) => positionOf(place)),
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
    new TextLayer<NonNullable<typeof label>>({
      id: "flight_waypoints-label",
      data: label ? [label] : [],
      opacity,
      getPosition: ({ waypoint }) => positionOf(waypoint.place),
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
