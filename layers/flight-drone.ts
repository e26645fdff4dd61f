// The drone at the time that the slider of the flight shows, with its way of the last minute.
import { TripsLayer } from "@deck.gl/geo-layers";
import { ScatterplotLayer, TextLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { mapInks, signalInks } from "../src/domain/colour/palette.ts";
import { defineLayer } from "../src/map/layer.ts";
import { sceneDroneAtom } from "../src/state/map/flight-scene.ts";
import { flightTrailAtom, TRAIL_S, type FlightTrail } from "../src/state/map/flight-trail.ts";

type Moment = {
  readonly at: [number, number];
  readonly heading_deg: number;
  readonly trail: FlightTrail | null;
};

const droneAtom = atom((get): Moment | null => {
  const drone = get(sceneDroneAtom);
  if (!drone) return null;
  const [longitude, latitude] = drone.position;
  return { at: [longitude, latitude], heading_deg: drone.heading_deg, trail: get(flightTrailAtom) };
});

export const flightDrone = defineLayer({
  id: "flight_drone",
  name: "layer:flight_drone",
  group: "flights",
  visible: true,
  opacity: 1,
  inSpace: true,
  calls: ["flightCampaign.list", "flightRoute.list"],
  data: droneAtom,
  build: (moment, { scheme }, opacity) => [
    new TripsLayer<FlightTrail>({
      id: "flight_drone-trail",
      data: moment.trail ? [moment.trail] : [],
      opacity,
      getPath: ({ path }) => [...path],
      getTimestamps: ({ seconds }) => [...seconds],
      currentTime: moment.trail?.seconds.at(-1) ?? 0,
      trailLength: TRAIL_S,
      getColor: [...signalInks.drawing],
      getWidth: 6,
      widthUnits: "pixels",
      jointRounded: true,
      capRounded: true,
    }),
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
