// The drone at the time that the slider of the flight shows.
import { ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneDroneAtom } from "../src/state/map/flight-scene.ts";

type Moment = { readonly at: [number, number]; readonly heading_deg: number };

const droneAtom = atom((get): Moment | null => {
  const drone = get(sceneDroneAtom);
  return drone && { at: [drone.position[0], drone.position[1]], heading_deg: drone.heading_deg };
});

export const flightDrone = defineLayer({
  id: "flight_drone",
  name: "layer:flight_drone",
  visible: true,
  opacity: 1,
  inSpace: true,
  calls: ["flightCampaign.list", "flightRoute.list"],
  data: droneAtom,
  build: (moment, { scheme }, opacity) => [
    new ScatterplotLayer<Moment>({
      id: "flight_drone",
      data: [moment],
      opacity,
      getPosition: ({ at }) => at,
      getFillColor: [...mapInks[scheme].halo],
      getLineColor: [...signalInks.drawing],
      stroked: true,
      radiusUnits: "pixels",
      getRadius: 12,
      lineWidthUnits: "pixels",
      getLineWidth: 2,
      updateTriggers: { getFillColor: scheme },
    }),
    new TextLayer<Moment>({
      id: "flight_drone-heading",
      data: [moment],
      opacity,
      getPosition: ({ at }) => at,
      getText: () => "▲",
      characterSet: ["▲"],
      fontFamily: "sans-serif",
      getSize: 15,
      getAngle: ({ heading_deg }) => -heading_deg,
      getColor: [...signalInks.drawing],
    }),
  ],
});
