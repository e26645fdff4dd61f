// The blueprints of a plant: uploaded with progress, downloaded by an address with a URL token.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call, callBytes, type CallOptions } from "../../client/call.ts";
import { isOffline } from "../../client/offline/offline.ts";
import { upload } from "../../client/upload.ts";
import type { Blueprint, BlueprintKind } from "../../domain/plant/blueprint.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { track } from "../import/upload.ts";
import { removeRow } from "../shell/mutation.ts";
import { saveBlob } from "../shell/save-file.ts";
import { queriesById, reload, type ServerQuery } from "../shell/query.ts";

type Blueprints = readonly Blueprint[];

const keyOf = (plant_id: number) => ["blueprints", plant_id];

/** The blueprints of a plant, newest first. */
export function blueprintsQuery(plant_id: number): ServerQuery<Blueprints> {
  return {
    key: keyOf(plant_id),
    ask: (options) => call(api.blueprint.list, { params: { id: plant_id } }, options),
  };
}

export const blueprintsOf = queriesById(blueprintsQuery);

/** Fetches a plant's blueprints again. */
export function reloadBlueprints(plant_id: number): Promise<void> {
  return reload(keyOf(plant_id));
}

type Sending = {
  readonly plant_id: number;
  readonly kind: BlueprintKind;
  readonly file: File;
  /** What the user said of the properties of a drawing. */
  readonly mapping?: FileMapping;
  readonly onProgress?: (share: number) => void;
};

const uploads = {
  pdf: api.blueprint.uploadPdf,
  kml: api.blueprint.uploadKml,
  tif: api.blueprint.uploadTif,
};

/** Uploads a file and returns the blueprint, with the number of features of a KML. Rejects with the refusal. */
export const sendBlueprint = atom(
  null,
  async (_get, set, { plant_id, kind, file, mapping, onProgress }: Sending) => {
    const body = new FormData();
    if (mapping) body.append("mapping", JSON.stringify(mapping));
    body.append("file", file, file.name);
    const sent = upload(uploads[kind], {
      params: { id: plant_id },
      body,
      onProgress: (done, total) => onProgress?.(done / total),
    });
    await set(track, sent);
    await reloadBlueprints(plant_id);
    return sent;
  },
);

/** Downloads a blueprint under its own name; offline from this device. */
export const downloadBlueprint = atom(null, async (_get, _set, { id, file_name }: Blueprint) => {
  if (isOffline()) {
    saveBlob(await callBytes(api.blueprint.file, { params: { id } }), file_name);
    return;
  }
  const { url } = await call(api.blueprint.fileUrl, { params: { id } });
  const link = document.createElement("a");
  link.href = url;
  link.download = file_name;
  link.click();
});

/** Deletes a blueprint, from the screen at once. Rejects with the refusal; the row is back then. */
export const removeBlueprint = atom(null, (_get, _set, { id, plant_id }: Blueprint) =>
  removeRow<Blueprint>(keyOf(plant_id), id, () => call(api.blueprint.remove, { params: { id } })),
);

export type BlueprintShapes = GeoJSON.FeatureCollection<GeoJSON.Geometry, { name: string }>;

/** The shapes of a KML blueprint as GeoJSON. */
export async function fetchBlueprintShapes(
  id: number,
  options: CallOptions,
): Promise<BlueprintShapes> {
  const bytes = await callBytes(api.blueprint.features, { params: { id } }, options);
  return JSON.parse(await bytes.text()) as BlueprintShapes;
}
