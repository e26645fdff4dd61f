// The 3D models of a plant: uploaded with progress, renamed, placed, deleted.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import type { ModelChange, PlantModel } from "../../domain/model/plant-model.ts";
import { track } from "../import/upload.ts";
import { removeRow } from "../shell/mutation.ts";
import { queriesById, queryClient, reload, type ServerQuery } from "../shell/query.ts";

type Models = readonly PlantModel[];

const keyOf = (plant_id: number) => ["plant-models", plant_id];

/** The 3D models of a plant, newest first. */
export function modelsQuery(plant_id: number): ServerQuery<Models> {
  return {
    key: keyOf(plant_id),
    ask: (options) => call(api.plantModel.list, { params: { id: plant_id } }, options),
  };
}

export const modelsOf = queriesById(modelsQuery);

/** Fetches a plant's models again. */
export function reloadModels(plant_id: number): Promise<void> {
  return reload(keyOf(plant_id));
}

type Sending = {
  readonly plant_id: number;
  readonly file: File;
  readonly onProgress?: (share: number) => void;
};

/** Uploads a model. Rejects with the refusal. */
export const sendModel = atom(null, async (_get, set, { plant_id, file, onProgress }: Sending) => {
  const body = new FormData();
  body.append("file", file, file.name);
  const sent = upload(api.plantModel.upload, {
    params: { id: plant_id },
    body,
    onProgress: (done, total) => onProgress?.(done / total),
  });
  await set(track, sent);
  await reloadModels(plant_id);
  return sent;
});

/** Renames, places or raises a model. Rejects with the refusal. */
export const changeModel = atom(
  null,
  async (_get, _set, { plant_id, id }: PlantModel, body: ModelChange) => {
    const params = { id: plant_id, model_id: id };
    const changed = await call(api.plantModel.change, { params, body });
    queryClient().setQueryData<Models>(keyOf(plant_id), (known) =>
      known?.map((one) => (one.id === id ? changed : one)),
    );
    return changed;
  },
);

/** Deletes a model, from the screen at once. Rejects with the refusal; the row is back then. */
export const removeModel = atom(null, (_get, _set, { plant_id, id }: PlantModel) =>
  removeRow<PlantModel>(keyOf(plant_id), id, () =>
    call(api.plantModel.remove, { params: { id: plant_id, model_id: id } }),
  ),
);
