// Where the shown routes take their photos, and what each photo shows on the ground.
import { PathLayer, ScatterplotLayer } from "@deck.gl/layers";
import { atom } from "jotai";
import { signalInks } from "../src/domain/colour/palette.ts";
import type { Place } from "../src/domain/flight/route/flight-route.ts";
import { defineLayer } from "../src/map/layer.ts";
import {
  drawnFootprintsAtom,
  drawnPhotosAtom,
  routeInkAtom,
  type DrawnFootprint,
  type DrawnPhoto,
} from "../src/state/map/flight-route-view.ts";

const photosAtom = atom((get) => {
  const [photos, footprints] = [get(drawnPhotosAtom), get(drawnFootprintsAtom)];
  if (!photos && !footprints) return null;
  const inkOf = get(routeInkAtom);
  return { photos: photos?.drawn ?? [], footprints: footprints?.drawn ?? [], inkOf };
});

const positionOf = (place: Place): [number, number] => [place[0], place[1]];

export const flightPhotos = defineLayer({
  id: "flight_photos",
  name: "layer:flight_photos",
  group: "flights",
  visible: true,
  opacity: 1,
  inSpace: true,
  calls: ["flightCampaign.list", "flightRoute.list"],
  data: photosAtom,
  build: ({ photos, footprints, inkOf }, _scene, opacity) => [
    new PathLayer<DrawnFootprint>({
      id: "flight_photos-footprints",
      data: footprints,
      opacity: opacity * 0.5,
      getPath: ({ ring }) => ring.map(positionOf),
      getColor: ({ route }) => [...inkOf(route, route.altitude_agl_m)],
      getWidth: 1,
      widthUnits: "pixels",
      updateTriggers: { getColor: inkOf },
    }),
    new ScatterplotLayer<DrawnPhoto>({
      id: "flight_photos",
      data: photos,
      opacity,
      getPosition: ({ point }) => positionOf(point.place),
      getFillColor: ({ route, point }) => [...inkOf(route, point.height_m)],
      getLineColor: [...signalInks.image_rim],
      stroked: true,
      radiusUnits: "pixels",
      getRadius: 3,
      lineWidthUnits: "pixels",
      getLineWidth: 1,
      updateTriggers: { getFillColor: inkOf },
    }),
  ],
});
