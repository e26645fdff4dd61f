// The orthomosaics of the drone's camera, below the components.
import { defineLayer } from "../src/map/layer.ts";
import { besideAtom, drawnAtom, tileLayers } from "../src/map/orthomosaic/tile-layer.ts";
import { orthomosaicLayerId } from "../src/state/map/orthomosaic.ts";

export const orthomosaicRgb = defineLayer({
  id: orthomosaicLayerId.rgb,
  name: "layer:orthomosaic_rgb",
  group: "images",
  visible: true,
  opacity: 1,
  inSpace: true,
  calls: ["orthomosaic.list"],
  data: drawnAtom("rgb"),
  beside: besideAtom("rgb"),
  build: (drawn, _scene, opacity) => tileLayers(orthomosaicLayerId.rgb, drawn, opacity),
  bounds: ({ extent }) => extent,
});
