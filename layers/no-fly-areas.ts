// Where drones may not fly.
import { PolygonLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { FlightPolygon } from "../src/domain/flight/route/flight-route.ts";
import { defineLayer } from "../src/map/layer.ts";
import { shownAreasAtom } from "../src/state/map/flight-area.ts";

const noFlyAtom = atom((get) => {
  const { no_fly } = get(shownAreasAtom);
  return no_fly.length > 0 ? no_fly : null;
});

export const noFlyAreas = defineLayer({
  id: "no_fly_areas",
  name: "layer:no_fly_areas",
  group: "flights",
  visible: false,
  opacity: 1,
  inSpace: true,
  calls: ["flightArea.rules"],
  data: noFlyAtom,
  build: (polygons, _scene, opacity) => [
    new PolygonLayer<FlightPolygon>({
      id: "no_fly_areas",
      data: polygons,
      opacity,
      getPolygon: (rings) => rings.map((ring) => ring.map(([lon, lat]) => [lon, lat])),
      getFillColor: [...signalInks.no_fly_area],
      getLineColor: [...signalInks.no_fly],
      getLineWidth: 2,
      lineWidthUnits: "pixels",
    }),
  ],
});
