// The blueprints of a plant: sent with progress, handed out by an address with a url token.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call, callBytes } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import type { Blueprint, BlueprintKind } from "../../domain/plant/blueprint.ts";
import { failed, idle, loading, ready, type Loaded } from "../shell/loaded.ts";
import { track } from "../import/upload.ts";
import { perSession } from "../shell/lifetime.ts";

type Blueprints = readonly Blueprint[];

const byPlantAtom = perSession<Readonly<Record<number, Loaded<Blueprints>>>>({});

/** Answers the blueprints of a plant, newest first. */
export const blueprintsOfAtom = atom((get) => {
  const all = get(byPlantAtom);
  return (plant_id: number): Loaded<Blueprints> => all[plant_id] ?? idle;
});

const put = atom(null, (get, set, plant_id: number, loaded: Loaded<Blueprints>) => {
  set(byPlantAtom, { ...get(byPlantAtom), [plant_id]: loaded });
});

/** Fetches a plant's blueprints; what is known stays in sight meanwhile. */
export const loadBlueprints = atom(null, async (get, set, plant_id: number) => {
  if (get(blueprintsOfAtom)(plant_id).state !== "ready") set(put, plant_id, loading);
  try {
    set(put, plant_id, ready(await call(api.blueprint.list, { params: { id: plant_id } })));
  } catch (cause) {
    set(put, plant_id, failed(cause));
  }
});

type Sending = {
  readonly plant_id: number;
  readonly kind: BlueprintKind;
  readonly file: File;
  readonly onProgress?: (share: number) => void;
};

/** Sends a file; answers it with the number of features of a KML. Rejects with the refusal. */
export const sendBlueprint = atom(
  null,
  async (_get, set, { plant_id, kind, file, onProgress }: Sending) => {
    const body = new FormData();
    body.append("file", file, file.name);
    const endpoint = kind === "pdf" ? api.blueprint.uploadPdf : api.blueprint.uploadKml;
    const sent = upload(endpoint, {
      params: { id: plant_id },
      body,
      onProgress: (done, total) => onProgress?.(done / total),
    });
    await set(track, sent);
    await set(loadBlueprints, plant_id);
    return sent;
  },
);

/** Downloads a blueprint under its own name. */
export const downloadBlueprint = atom(null, async (_get, _set, { id, file_name }: Blueprint) => {
  const { url } = await call(api.blueprint.fileUrl, { params: { id } });
  const link = document.createElement("a");
  link.href = url;
  link.download = file_name;
  link.click();
});

/** Deletes a blueprint, from the screen at once. Rejects with the refusal; it stands again then. */
export const removeBlueprint = atom(null, async (get, set, { id, plant_id }: Blueprint) => {
  const known = get(blueprintsOfAtom)(plant_id);
  if (known.state === "ready") {
    set(put, plant_id, ready(known.value.filter((one) => one.id !== id)));
  }
  try {
    await call(api.blueprint.remove, { params: { id } });
  } catch (cause) {
    set(put, plant_id, known);
    throw cause;
  }
});

/** What a KML blueprint draws, as GeoJSON. */
export async function fetchDrawing(id: number): Promise<GeoJSON.FeatureCollection> {
  const bytes = await callBytes(api.blueprint.features, { params: { id } });
  return JSON.parse(await bytes.text()) as GeoJSON.FeatureCollection;
}
