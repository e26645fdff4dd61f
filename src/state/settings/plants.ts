// The plants the viewer may see, for the list, the palette and the way home.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { readLocal, writeLocal } from "../../client/local.ts";
import type { PlantForm, PlantStatus } from "../../domain/plant/plant.ts";
import { plantAtom, plantIdAtom } from "../plant/plant.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { showFault } from "../shell/toast.ts";
import { perSession } from "../shell/lifetime.ts";

export const plantsAtom = perSession<Loaded<readonly PlantStatus[]>>(idle);

/** The plant that stands out on the map of the world: the one that is looked at beside it. */
export const markedPlantAtom = perSession<number | null>(null);

/** Fetches the plants; what is known stays in sight meanwhile. */
export const loadPlants = atom(null, async (get, set) => {
  if (get(plantsAtom).state !== "ready") set(plantsAtom, loading);
  try {
    set(plantsAtom, ready(await call(api.plant.listForTable)));
  } catch (cause) {
    if (valueOf(get(plantsAtom)) === undefined) set(plantsAtom, failed(cause));
    else throw cause;
  }
});

/** The same where nobody waits for it: a list that is there stays, and the fault is shown. */
export const refreshPlants = atom(null, async (_get, set) => {
  try {
    await set(loadPlants);
  } catch (cause) {
    showFault(cause);
  }
});

/** Creates a plant and answers its id. Rejects with the refusal. */
export const createPlant = atom(null, async (_get, set, form: PlantForm) => {
  const plant = await call(api.plant.create, { body: form });
  await set(refreshPlants);
  return plant.id;
});

const put = atom(
  null,
  (get, set, update: (plants: readonly PlantStatus[]) => readonly PlantStatus[]) => {
    const plants = get(plantsAtom);
    if (plants.state === "ready") set(plantsAtom, ready(update(plants.value)));
  },
);

/** Changes fields of a plant, in the list at once. Rejects with the refusal; the list is as before then. */
export const updatePlant = atom(null, async (get, set, id: number, form: Partial<PlantForm>) => {
  const before = valueOf(get(plantsAtom))?.find((one) => one.id === id);
  const swap = (fields: object) =>
    set(put, (plants) => plants.map((one) => (one.id === id ? { ...one, ...fields } : one)));
  if (before) swap(form);
  try {
    const plant = await call(api.plant.update, { params: { id }, body: form });
    swap(plant);
    if (get(plantIdAtom) === id) set(plantAtom, ready(plant));
    void set(refreshPlants);
    return plant;
  } catch (cause) {
    if (before) swap(before);
    throw cause;
  }
});

/** Deletes a plant, from the list at once. Rejects with the refusal; it stands there again then. */
export const removePlant = atom(null, async (get, set, id: number) => {
  const at = (valueOf(get(plantsAtom)) ?? []).findIndex((one) => one.id === id);
  const before = valueOf(get(plantsAtom))?.[at];
  set(put, (plants) => plants.filter((one) => one.id !== id));
  try {
    await call(api.plant.remove, { params: { id } });
  } catch (cause) {
    if (before) set(put, (plants) => plants.toSpliced(at, 0, before));
    throw cause;
  }
  await set(refreshPlants);
});

const COLUMNS = "plants-hidden-columns";
const hiddenColumnsAtom = atom<readonly string[]>(
  (readLocal(COLUMNS) ?? "area_ha").split(",").filter(Boolean),
);

/** Ids of the columns left out of the plants' table; remembered. */
export const plantColumnsAtom = atom(
  (get) => get(hiddenColumnsAtom),
  (_get, set, hidden: readonly string[]) => {
    writeLocal(COLUMNS, hidden.join(","));
    set(hiddenColumnsAtom, hidden);
  },
);
