// Importing the results of an analysis.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { saidOf, type FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { importAtoms } from "./import.ts";
import { retryPlant } from "../plant/open-plant.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { reloadPlants } from "../settings/plants.ts";

const atoms = importAtoms();
export const resultImportAtom = atoms.runAtom;
export const resetResultImport = atoms.reset;

/** The analysis whose results the panel imports; null until one is chosen. */
export const importAnalysisIdAtom = perPlant<number | null>(null);

/** The files that were chosen: they come from the panel, or were dropped on the map. */
export const resultFilesAtom = perPlant<{
  readonly results: File | null;
  readonly images: File | null;
}>({ results: null, images: null });

export type ResultFiles = {
  /** JSON, CSV or a workbook. */
  readonly results: File;
  /** ZIP of the images the results name, or null. */
  readonly images: File | null;
  readonly delete_before: boolean;
  /** Number of the evaluation batch; null for none. */
  readonly eval_batch_num?: number | null;
  /** The sheet of a workbook with several tables. */
  readonly sheet?: string | null;
  /** What the user said of the columns of a table. */
  readonly mapping?: FileMapping | undefined;
};

/** Uploads the files; a task writes the columns. */
export const importResult = atom(
  null,
  async (
    get,
    set,
    analysis_id: number,
    { results, images, delete_before, eval_batch_num = null, sheet = null, mapping }: ResultFiles,
  ) => {
    const plant_id = get(plantIdAtom);
    if (plant_id === null) return;
    const body = new FormData();
    body.append("delete_before", delete_before ? "true" : "false");
    if (eval_batch_num !== null) body.append("eval_batch_num", String(eval_batch_num));
    if (sheet !== null) body.append("sheet", sheet);
    const said = saidOf(mapping);
    if (said) body.append("mapping", JSON.stringify(said));
    body.append("json_file", results, results.name);
    if (images) body.append("images_zip_filename", images, images.name);
    await set(atoms.start, {
      endpoint: api.analysisResult.importFile,
      plant_id,
      id: analysis_id,
      body,
      onDone: async (get, set) => {
        void reloadPlants();
        if (get(plantIdAtom) === plant_id) await set(retryPlant);
      },
    });
  },
);
