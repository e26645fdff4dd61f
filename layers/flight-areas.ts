// Where drones may fly, and where they take off.
import { PolygonLayer, ScatterplotLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { FlightPolygon, TakeOff } from "../src/domain/flight/route/flight-route.ts";
import { defineLayer } from "../src/map/layer.ts";
import { shownAreasAtom } from "../src/state/map/flight-area.ts";

const areasAtom = atom((get) => {
  const { flight, take_offs } = get(shownAreasAtom);
  return flight.length + take_offs.length > 0 ? { flight, take_offs } : null;
});

export const flightAreas = defineLayer({
  id: "flight_areas",
  name: "layer:flight_areas",
  group: "flights",
  visible: false,
  opacity: 1,
  inSpace: true,
  calls: ["flightArea.rules"],
  data: areasAtom,
  build: ({ flight, take_offs }, _scene, opacity) => [
    new PolygonLayer<FlightPolygon>({
      id: "flight_areas",
      data: flight,
      opacity,
      getPolygon: (rings) => rings.map((ring) => ring.map(([lon, lat]) => [lon, lat])),
      getFillColor: [...signalInks.flight_area],
      getLineColor: [...signalInks.flight],
      getLineWidth: 2,
      lineWidthUnits: "pixels",
    }),
    new ScatterplotLayer<TakeOff>({
      id: "flight_areas-take-off",
      data: take_offs,
      opacity,
      getPosition: ({ place }) => [place[0], place[1]],
      getFillColor: [...signalInks.take_off],
      getLineColor: [...signalInks.image_rim],
      stroked: true,
      radiusUnits: "pixels",
      getRadius: 8,
      lineWidthUnits: "pixels",
      getLineWidth: 2,
    }),
  ],
});
