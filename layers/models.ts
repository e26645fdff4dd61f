// The plant's 3D models, in the 3D view alone.
import { placesBounds } from "../src/domain/geometry/place-bounds.ts";
import type { PlantModel } from "../src/domain/model/plant-model.ts";
import { defineLayer } from "../src/map/layer.ts";
import { MODEL_LAYER, plantModelsAtom } from "../src/state/map/plant-model.ts";

/** Degrees around the middle of a model, whose size no list says: about 50 m. */
const AROUND = 0.0005;

/** Where the models stand; null where the plant has none. */
function modelBounds(models: readonly PlantModel[]) {
  const places = models.flatMap(({ placement, own_place }) => placement ?? own_place ?? []);
  return placesBounds(
    places.flatMap(({ lon, lat }): [number, number][] => [
      [lon - AROUND, lat - AROUND],
      [lon + AROUND, lat + AROUND],
    ]),
  );
}

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
  bounds: modelBounds,
});
