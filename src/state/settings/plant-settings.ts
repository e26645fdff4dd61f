// A plant as its settings panel shows it.
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { queriesById, reload } from "../shell/query.ts";
import { settingsPlantKey } from "./plants.ts";

/** A plant by its id; `failed` with RESOURCE_NOT_FOUND where there is none for the viewer. */
export const settingsPlantOf = queriesById((id: number) => ({
  key: settingsPlantKey(id),
  ask: (options) => call(api.plant.read, { params: { id } }, options),
}));

/** Fetches it again. */
export function reloadSettingsPlant(id: number): Promise<void> {
  return reload(settingsPlantKey(id));
}
