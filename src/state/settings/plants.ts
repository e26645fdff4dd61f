// The plants the viewer may see: for the list, the palette and the start page.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { readLocal, writeLocal } from "../../client/local.ts";
import type { PlantProgress } from "../../domain/analysis/analysis.ts";
import type { Plant, PlantForm, PlantStatus } from "../../domain/plant/plant.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { plantAtom, plantIdAtom, plantKey } from "../plant/plant.ts";
import { siteClock } from "../shell/site-clock.ts";
import { perSession } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { change, removeRow, updateAnswer } from "../shell/mutation.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";

const key = ["plants"];

/** The plants the viewer may see; idle where the viewer may see none. */
export const plantsAtom = queryOf((get): ServerQuery<readonly PlantStatus[]> | null => {
  const { listForTable } = api.plant;
  if (!get(hasPermissionAtom)(listForTable.permission)) return null;
  return { key, ask: (options) => call(listForTable, {}, options) };
});

/** A function that returns the clock at a plant by its id. */
export const clockOfPlantAtom = atom((get) => {
  const open = valueOf(get(plantAtom));
  const plants = valueOf(get(plantsAtom));
  return (id: number) =>
    siteClock((open?.id === id ? open : plants?.find((one) => one.id === id))?.time_zone);
});

const progressAtom = queryOf((get): ServerQuery<readonly PlantProgress[]> | null => {
  const { listProgress } = api.plant;
  if (!get(hasPermissionAtom)(listProgress.permission)) return null;
  return { key: [...key, "progress"], ask: (options) => call(listProgress, {}, options) };
});

/** How far each plant is, by its id; null where the viewer may not read it, empty until it is loaded. */
export const plantProgressAtom = atom((get): ReadonlyMap<number, PlantProgress> | null => {
  const loaded = get(progressAtom);
  if (loaded.state === "idle") return null;
  return new Map((valueOf(loaded) ?? []).map((one) => [one.plant_id, one]));
});

/** The plant that is highlighted on the world map: the one selected in the list. */
export const highlightedPlantAtom = perSession<number | null>(null);

/** Fetches the plants again; the cached data stay on the screen meanwhile. */
export function reloadPlants(): Promise<void> {
  return reload(key);
}

/** Creates a plant and returns its id. Rejects with the refusal. */
export const createPlant = atom(null, async (_get, _set, form: PlantForm) => {
  const plant = await call(api.plant.create, { body: form });
  await reloadPlants();
  return plant.id;
});

/** Changes fields of a plant, in the list at once. Rejects with the refusal; the list is as before then. */
export const updatePlant = atom(null, async (get, _set, id: number, form: Partial<PlantForm>) => {
  let before: PlantStatus | undefined;
  const withFields = (rows: readonly PlantStatus[], fields: object | undefined) =>
    rows.map((one) => (one.id === id ? { ...one, ...fields } : one));
  const plant = await change<readonly PlantStatus[], Plant>({
    key,
    preview(rows) {
      before = rows.find((one) => one.id === id);
      return withFields(rows, form);
    },
    undo: (rows) => withFields(rows, before),
    send: () => call(api.plant.update, { params: { id }, body: form }),
    keep: withFields,
  });
  if (get(plantIdAtom) === id) updateAnswer<Plant>(plantKey("fields"), () => plant);
  updateAnswer<Plant>(settingsPlantKey(id), () => plant);
  void reloadPlants();
  return plant;
});

/** The key of a plant's fields as its settings show them. */
export function settingsPlantKey(id: number): readonly unknown[] {
  return ["plant", id];
}

/** Deletes a plant, from the list at once. Rejects with the refusal; the row is back then. */
export const removePlant = atom(null, async (_get, _set, id: number) => {
  await removeRow<PlantStatus>(key, id, () => call(api.plant.remove, { params: { id } }));
  await reloadPlants();
});

const COLUMNS = "plants-hidden-columns";
const hiddenColumnsAtom = atom<readonly string[]>(
  (readLocal(COLUMNS) ?? "area_ha").split(",").filter(Boolean),
);

/** Ids of the columns left out of the plants' table; stored in this browser. */
export const plantColumnsAtom = atom(
  (get) => get(hiddenColumnsAtom),
  (_get, set, hidden: readonly string[]) => {
    writeLocal(COLUMNS, hidden.join(","));
    set(hiddenColumnsAtom, hidden);
  },
);
