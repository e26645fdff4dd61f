// Importing a digital twin for the plant on the map.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { importAtoms } from "./import.ts";
import { perSession } from "../shell/lifetime.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { retryPlant } from "../plant/open-plant.ts";
import { reloadPlants } from "../settings/plants.ts";

export type TwinFile = { readonly file: File; readonly component_type: ComponentType | null };

const atoms = importAtoms();
export const twinImportAtom = atoms.runAtom;
export const resetTwinImport = atoms.reset;

/** The plant for which the user has confirmed that the components are far from it. */
export const confirmedPlaceAtom = perSession<number | null>(null);

/** Uploads the files; a task creates or updates the digital twin. */
export const importTwin = atom(
  null,
  async (get, set, files: readonly TwinFile[], mode: "create" | "update") => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const body = new FormData();
    body.append("mode", mode);
    if (get(confirmedPlaceAtom) === id) body.append("confirm_place", "1");
    for (const { file, component_type } of files) {
      // The field applies to the file after it, so it is sent before each file.
      body.append("component_type", component_type ?? "");
      body.append("files", file, file.name);
    }
    await set(atoms.start, {
      endpoint: api.digitalTwin.importFiles,
      plant_id: id,
      id,
      body,
      onDone: async (get, set) => {
        set(confirmedPlaceAtom, null);
        void reloadPlants();
        if (get(plantIdAtom) === id) await set(retryPlant);
      },
    });
  },
);
