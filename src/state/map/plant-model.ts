// The 3D models of the open plant in the 3D view: which are shown, how far they are raised, what is cut off.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { callBytes } from "../../client/call.ts";
import type { PlantModel } from "../../domain/model/plant-model.ts";
import { askAtom } from "../account/ask.ts";
import { plantQueryOf } from "../plant/plant.ts";
import { modelsQuery } from "../settings/plant-model.ts";
import { perPlant } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { shownOpacityAtom } from "./layer.ts";

export const MODEL_LAYER = "models";

const listAtom = plantQueryOf((plant_id, get) =>
  get(askAtom)("plantModel.list") === null ? modelsQuery(plant_id) : null,
);

/** The models of the open plant; empty until they are known. */
export const plantModelsAtom = atom((get) => valueOf(get(listAtom)) ?? []);

/** IDs of models that are hidden in this visit. */
export const hiddenModelsAtom = perPlant<readonly number[]>([]);

/** Metres by which all models are raised in this visit, besides their own heights. */
export const modelsRaisedAtom = perPlant(0);

/** Metres above the ground between which models are drawn; null draws all of them. */
export const modelCutAtom = perPlant<readonly [lowest: number, highest: number] | null>(null);

/** Models whose files could not be read by the 3D view. */
export const failedModelsAtom = perPlant<readonly number[]>([]);

/** The models that are drawn, and how opaque they are. */
export const shownModelsAtom = atom((get) => {
  const opacity = get(shownOpacityAtom)(MODEL_LAYER);
  const hidden = get(hiddenModelsAtom);
  const models = opacity > 0 ? get(plantModelsAtom) : [];
  return { models: models.filter(({ id }) => !hidden.includes(id)), opacity };
});

/** A file of a model: by its path in the ZIP, or the .glb. */
export function readModelFile(model: PlantModel, path: string | null): Promise<Blob> {
  const params = { id: model.plant_id, model_id: model.id };
  return callBytes(api.plantModel.file, { params, query: path === null ? {} : { path } });
}
