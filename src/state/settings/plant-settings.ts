// The plant whose settings are open.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { markedPlantAtom } from "./plants.ts";
import { perSession } from "../shell/lifetime.ts";

const keptAtom = perSession<Loaded<Plant>>(idle);

/** `failed` with RESOURCE_NOT_FOUND where there is no such plant for the viewer. */
export const settingsPlantAtom = atom((get) => get(keptAtom));

/** Fetches the plant, and marks it on the map of the world. */
export const loadSettingsPlant = atom(null, async (get, set, id: number) => {
  set(markedPlantAtom, id);
  if (valueOf(get(keptAtom))?.id !== id) set(keptAtom, loading);
  try {
    set(keptAtom, ready(await call(api.plant.read, { params: { id } })));
  } catch (cause) {
    set(keptAtom, failed(cause));
  }
});
