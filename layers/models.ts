// The plant's 3D models, in the 3D view alone.
import { defineLayer } from "../src/map/layer.ts";
import { MODEL_LAYER, plantModelsAtom } from "../src/state/map/plant-model.ts";

export const models = defineLayer({
  id: MODEL_LAYER,
  name: "layer:models",
  group: "plant",
  visible: true,
  opacity: 1,
  inSpace: true,
  onMap: false,
  calls: ["plantModel.list"],
  data: plantModelsAtom,
  build: () => [],
  bounds: () => null,
});
