// The plants the viewer may see, for the list, the palette and the way home.
import { atom } from "jotai";
import { api } from "../api/index.ts";
import { call } from "../client/call.ts";
import { readLocal, writeLocal } from "../client/local.ts";
import type { PlantForm, PlantStatus } from "../domain/plant.ts";
import { plantAtom, plantIdAtom } from "./plant.ts";
import { failed, idle, loading, ready, valueOf, type Loaded } from "./loaded.ts";

export const plantsAtom = atom<Loaded<readonly PlantStatus[]>>(idle);

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

/** Creates a plant and answers its id. Rejects with the refusal. */
export const createPlant = atom(null, async (_get, set, form: PlantForm) => {
  const plant = await call(api.plant.create, { body: form });
  void set(loadPlants);
  return plant.id;
});

/** Changes fields of a plant. Rejects with the refusal. */
export const updatePlant = atom(null, async (get, set, id: number, form: Partial<PlantForm>) => {
  const plant = await call(api.plant.update, { params: { id }, body: form });
  if (get(plantIdAtom) === id) set(plantAtom, ready(plant));
  void set(loadPlants);
  return plant;
});

/** Deletes a plant without analyses. Rejects with the refusal. */
export const removePlant = atom(null, async (_get, set, id: number) => {
  await call(api.plant.remove, { params: { id } });
  await set(loadPlants);
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
