// The digital twin as a whole: downloaded, copied from another plant, deleted.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { waitForTask } from "../settings/task.ts";
import { retryPlant } from "../plant/open-plant.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { reloadPlants } from "../settings/plants.ts";

export const twinFormats = ["geojson", "flatgeobuf", "kml"] as const;
export type TwinFormat = (typeof twinFormats)[number];

/** Downloads the file; the browser streams it. Rejects with the refusal. */
export const downloadTwin = atom(null, async (get, _set, format: TwinFormat) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  const { url } = await call(api.digitalTwin.fileUrl, { params: { id }, query: { format } });
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
});

/** Deletes the twin of the plant on the map; rejects with the refusal. */
export const removeTwin = atom(null, async (get, set) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  await call(api.digitalTwin.remove, { params: { id } });
  await set(twinChanged, id);
});

/** Copies another plant's twin and waits for the task; rejects with the refusal or the task's error. */
export const cloneTwin = atom(null, async (get, set, source_plant_id: number) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  const body = { source_plant_id };
  const { task_id } = await call(api.digitalTwin.clone, { params: { id }, body });
  const task = await waitForTask(task_id, () => {}, new AbortController().signal);
  if (task.state === "FAILED") throw new Error(task.output.error ?? "");
  await set(twinChanged, id);
});

const twinChanged = atom(null, async (get, set, id: number) => {
  void reloadPlants();
  if (get(plantIdAtom) === id) await set(retryPlant);
});
