// Names of components from a KML file: what they would change, and the change.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import type { Nomenclature } from "../../domain/twin/nomenclature.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { retryPlant } from "../plant/open-plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { idle, failed, loading, ready, type Loaded } from "../shell/loaded.ts";

/** What the chosen file would change; `idle` before one is chosen. */
export const nomenclatureAtom = perPlant<Loaded<Nomenclature>>(idle);

/** Sends the file; nothing is written. */
export const readNames = atom(null, async (get, set, file: File) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  set(nomenclatureAtom, loading);
  const body = new FormData();
  body.append("file", file, file.name);
  try {
    const answer = await upload(api.nomenclature.validate, { params: { id }, body });
    if (get(plantIdAtom) === id) set(nomenclatureAtom, ready(answer));
  } catch (cause) {
    if (get(plantIdAtom) === id) set(nomenclatureAtom, failed(cause));
  }
});

/** Forgets the file. */
export const forgetNames = atom(null, (_get, set) => set(nomenclatureAtom, idle));

/** Gives the components the names that were read. Rejects with the refusal. @returns how many */
export const renameComponents = atom(
  null,
  async (get, set, { component_type, twin_version, renames }: Nomenclature): Promise<number> => {
    const id = get(plantIdAtom);
    if (id === null) return 0;
    const wanted = renames.map(({ dt_id, pcs }) => ({ dt_id, pcs }));
    const body = { component_type, twin_version, renames: wanted };
    const { renamed_count } = await call(api.nomenclature.rename, { params: { id }, body });
    if (get(plantIdAtom) === id) {
      set(nomenclatureAtom, idle);
      await set(retryPlant);
    }
    return renamed_count;
  },
);
