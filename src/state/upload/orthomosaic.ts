// Orthomosaics of an analysis: prepared from its files, downloaded, deleted.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { addressOf } from "../../client/address.ts";
import { call } from "../../client/call.ts";
import type { Task } from "../../domain/analysis/task.ts";
import type { TemperatureScale } from "../../domain/raster/temperature.ts";
import type { PlacementId } from "../../domain/raster/fit.ts";
import { orthomosaicsOf, previewPlacement, reloadOrthomosaics } from "../map/orthomosaic.ts";
import { waitForTask } from "../settings/task.ts";
import { sessionLifetime } from "../shell/lifetime.ts";
import { saveSigned } from "../shell/save-file.ts";

export { orthomosaicsOf, reloadOrthomosaics };
export { drawnPlacementAtom, previewPlacement } from "../map/orthomosaic.ts";

/**
 * Prepares a file; resolves to the task when it has ended. `temperature` says what the numbers of a thermal one mean.
 * Rejects with the refusal.
 */
export const prepareOrthomosaic = atom(
  null,
  async (
    _get,
    _set,
    id: number,
    file_name: string,
    temperature: TemperatureScale | null,
    onTask: (task: Task) => void,
  ): Promise<Task> => {
    const { signal } = sessionLifetime();
    const body = { file_name, ...(temperature && { temperature }) };
    const { task_id } = await call(api.orthomosaic.prepare, { params: { id }, body });
    await reloadOrthomosaics(id);
    const ended = await waitForTask(task_id, onTask, signal);
    await reloadOrthomosaics(id);
    return ended;
  },
);

/** Compares an orthomosaic with the components; resolves to the task when it has ended. Rejects with the refusal. */
export const checkFit = atom(
  null,
  async (_get, _set, id: number, orthomosaic_id: number): Promise<Task> => {
    const { signal } = sessionLifetime();
    const { task_id } = await call(api.orthomosaic.checkFit, { params: { id, orthomosaic_id } });
    const ended = await waitForTask(task_id, () => undefined, signal);
    await reloadOrthomosaics(id);
    return ended;
  },
);

/** Draws an orthomosaic somewhere for everybody. Rejects with the refusal. */
export const placeOrthomosaic = atom(
  null,
  async (_get, set, id: number, orthomosaic_id: number, placement: PlacementId): Promise<void> => {
    const params = { id, orthomosaic_id };
    await call(api.orthomosaic.place, { params, body: { placement } });
    await reloadOrthomosaics(id);
    set(previewPlacement, orthomosaic_id, null);
  },
);

/** Deletes an orthomosaic; its file stays. Rejects with the refusal. */
export const removeOrthomosaic = atom(
  null,
  async (_get, _set, id: number, orthomosaic_id: number): Promise<void> => {
    await call(api.orthomosaic.remove, { params: { id, orthomosaic_id } });
    await reloadOrthomosaics(id);
  },
);

/** Downloads the GeoTIFF. Rejects with the refusal. */
export function saveOrthomosaic(id: number, orthomosaic_id: number): Promise<void> {
  return saveSigned(addressOf(api.orthomosaic.download, { params: { id, orthomosaic_id } }));
}
