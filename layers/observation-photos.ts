// Where the photos of observations were taken.
import { ScatterplotLayer } from "@deck.gl/layers";
import { signalInks } from "../src/domain/colour/palette.ts";
import { defineLayer } from "../src/map/layer.ts";
import { photoPositionsAtom, type PhotoPosition } from "../src/state/observation/map.ts";

export const observationPhotos = defineLayer({
  id: "observation_photos",
  name: "layer:observation_photos",
  group: "field",
  visible: false,
  opacity: 1,
  data: photoPositionsAtom,
  build: (data, _scene, opacity) => [
    new ScatterplotLayer<PhotoPosition>({
      id: "observation_photos",
      data,
      opacity,
      getPosition: ({ lon, lat }) => [lon, lat],
      getFillColor: [...signalInks.observation_photo],
      getLineColor: ({ waits }) => [...(waits ? signalInks.waiting : signalInks.image_rim)],
      stroked: true,
      radiusUnits: "pixels",
      getRadius: 5,
      lineWidthUnits: "pixels",
      getLineWidth: 1.5,
    }),
  ],
});
