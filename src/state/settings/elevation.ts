// The elevation file of a plant: uploaded with progress, deleted.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import type { Elevation, HeightUnit } from "../../domain/flight/ground/elevation.ts";
import { track } from "../import/upload.ts";
import { queriesById, queryClient, reload } from "../shell/query.ts";

type Known = { readonly elevation: Elevation | null };

const keyOf = (plant_id: number) => ["elevation", plant_id];

/** What is known of the plant's elevation; null without one. */
export const elevationOf = queriesById((plant_id: number) => ({
  key: keyOf(plant_id),
  ask: (options) => call(api.elevation.read, { params: { id: plant_id } }, options),
}));

export function reloadElevation(plant_id: number): Promise<void> {
  return reload(keyOf(plant_id));
}

type Sending = {
  readonly plant_id: number;
  readonly file: File;
  /** Of heights whose file names none; null where the user has not said it. */
  readonly unit: HeightUnit | null;
  readonly onProgress?: (share: number) => void;
};

/** Uploads a GeoTIFF in place of the one before. Rejects with the refusal. */
export const sendElevation = atom(
  null,
  async (_get, set, { plant_id, file, unit, onProgress }: Sending) => {
    const body = new FormData();
    if (unit !== null) body.append("height_unit", unit);
    body.append("file", file, file.name);
    const sent = upload(api.elevation.upload, {
      params: { id: plant_id },
      body,
      onProgress: (done, total) => onProgress?.(done / total),
    });
    await set(track, sent);
    queryClient().setQueryData<Known>(keyOf(plant_id), { elevation: await sent });
    await reload(["elevation-grid", plant_id]);
    return sent;
  },
);

/** Rejects with the refusal. */
export const removeElevation = atom(null, async (_get, _set, plant_id: number) => {
  await call(api.elevation.remove, { params: { id: plant_id } });
  queryClient().setQueryData<Known>(keyOf(plant_id), { elevation: null });
  await reload(["elevation-grid", plant_id]);
});
