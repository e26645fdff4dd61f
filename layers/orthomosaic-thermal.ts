// The thermal orthomosaics, coloured by temperature, below the components.
import { defineLayer } from "../src/map/layer.ts";
import { besideAtom, drawnAtom, tileLayers } from "../src/map/orthomosaic/tile-layer.ts";
import { orthomosaicLayerId } from "../src/state/map/orthomosaic.ts";

export const orthomosaicThermal = defineLayer({
  id: orthomosaicLayerId.thermal,
  name: "layer:orthomosaic_thermal",
  group: "images",
  visible: false,
  opacity: 1,
  inSpace: true,
  calls: ["orthomosaic.list"],
  data: drawnAtom("thermal"),
  beside: besideAtom("thermal"),
  build: (drawn, _scene, opacity) => tileLayers(orthomosaicLayerId.thermal, drawn, opacity),
  bounds: ({ extent }) => extent,
});
