// Importing a digital twin for the plant on the map.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { Refusal } from "../../domain/error.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { twinFileRefusal } from "../../domain/twin/twin-file-name.ts";
import type { ImportMode } from "../../domain/twin/twin-mode.ts";
import { importAtoms } from "./import.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { perPlant, perSession } from "../shell/lifetime.ts";
import { retryPlant } from "../plant/open-plant.ts";
import { reloadPlants } from "../settings/plants.ts";

export type TwinFile = {
  readonly file: File;
  readonly component_type: ComponentType | null;
  /** The user has said that it is of the plant, by the drop on its map or by a word; its name need not say so then. */
  readonly isOfPlant?: boolean;
};

/** Why the file cannot be imported by its name; null if it can. */
export function twinFileFault(
  { file, isOfPlant = false }: TwinFile,
  plant: string,
): Refusal | null {
  return twinFileRefusal(file.name, isOfPlant ? null : plant);
}

/** The chosen files. They outlast the panel, so that a preview can be imported when it is opened again. */
export const twinFilesAtom = perPlant<readonly TwinFile[]>([]);

const atoms = importAtoms();
export const twinImportAtom = atoms.runAtom;
export const resetTwinImport = atoms.reset;

/** The plant for which the user has confirmed that the components are far from it. */
export const confirmedPlaceAtom = perSession<number | null>(null);

export type TwinImportOptions = {
  readonly mode: ImportMode;
  /** Writes nothing; the task's result says what would change. */
  readonly preview?: boolean;
  /** Version of the twin that a preview was made for. */
  readonly twin_version?: number | undefined;
  /** Task of the preview. The server has the files from it. */
  readonly preview_task?: number | undefined;
  /** What the user said of the properties of the files. */
  readonly mapping?: FileMapping | undefined;
};

/** Uploads the files; a task creates or updates the digital twin, or says what it would do. */
export const importTwin = atom(
  null,
  async (
    get,
    set,
    files: readonly TwinFile[],
    { mode, preview = false, twin_version, preview_task, mapping }: TwinImportOptions,
  ) => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const body = new FormData();
    body.append("mode", mode);
    if (get(confirmedPlaceAtom) === id) body.append("confirm_place", "1");
    if (files.some(({ isOfPlant }) => isOfPlant)) body.append("confirm_name", "1");
    if (preview) body.append("preview", "1");
    if (twin_version !== undefined) body.append("twin_version", String(twin_version));
    if (preview_task !== undefined) body.append("preview_task", String(preview_task));
    if (mapping !== undefined && preview_task === undefined) {
      body.append("mapping", JSON.stringify(mapping));
    }
    for (const { file, component_type } of preview_task === undefined ? files : []) {
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
        if (preview) return;
        set(confirmedPlaceAtom, null);
        void reloadPlants();
        if (get(plantIdAtom) === id) await set(retryPlant);
      },
    });
  },
);
