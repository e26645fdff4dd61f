// 3D models of a plant: photogrammetry as 3D Tiles, or a glTF model, shown in 3D.
import { z } from "zod";
import { idTextShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import {
  modelChangeShape,
  modelCountRefusal,
  placementRefusal,
  plantModelShape,
  type ModelChange,
  type PlantModel,
} from "../../domain/model/plant-model.ts";
import { lineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const sees = { any: ["READ_DIGITAL_TWIN_VISUALIZATION", "UPLOAD_DIGITAL_TWIN"] } as const;
const manages = "UPLOAD_DIGITAL_TWIN";
const scope = { plant: "id" } as const;
const one = idParams.extend({ model_id: idTextShape });

export const plantModelApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/models",
    summary: "The plant’s 3D models, newest first.",
    permission: sees,
    scope,
    params: idParams,
    answer: z.array(plantModelShape),
  }),
  /** Multipart: one file. */
  upload: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/model",
    summary:
      "Checks and stores a 3D model: a ZIP with a tileset of 3D Tiles 1.0 or 1.1, or a .glb of glTF 2.0. One without coordinates of the Earth is put in the middle of the plant.",
    permission: manages,
    refusal: (_, plant: { readonly count: number }) => modelCountRefusal(plant),
    scope,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.modelZipBytes,
    heavy: true,
    answer: plantModelShape,
  }),
  file: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/model/{model_id}/file",
    summary: "A file of a model: by its path in the ZIP, or without a path the .glb.",
    permission: sees,
    scope,
    params: one,
    query: z.object({ path: lineShape.min(1).max(1000).optional() }),
    answerKind: "bytes",
    download: "values",
  }),
  change: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/model/{model_id}",
    summary: "Renames a model, places it by hand, raises or lowers it. What is absent stays.",
    permission: manages,
    refusal: (_, facts: { readonly model: Pick<PlantModel, "own_place">; change: ModelChange }) =>
      placementRefusal(facts.model, facts.change),
    scope,
    params: one,
    body: modelChangeShape,
    answer: plantModelShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}/model/{model_id}",
    summary: "Deletes a model.",
    permission: manages,
    scope,
    params: one,
    answer: z.object({ done: z.literal(true) }),
  }),
};
