// Creates plants from a file of outlines.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import type { AnswerOf } from "../../api/endpoint.ts";
import { upload } from "../../client/upload.ts";
import type { Technology } from "../../domain/component/component.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { reloadPlants } from "../settings/plants.ts";

export type PlantAreasAnswer = AnswerOf<typeof api.digitalTwin.importPlantAreas>;

type AreaFile = {
  readonly file: File;
  readonly customer_id: number;
  readonly technology: Technology;
  /** What the user said of the properties. */
  readonly mapping: FileMapping;
};

/** Uploads the file; returns the number of plants created and what was refused. Rejects with the refusal. */
export const importPlantAreas = atom(
  null,
  async (
    _get,
    _set,
    { file, customer_id, technology, mapping }: AreaFile,
  ): Promise<PlantAreasAnswer> => {
    const body = new FormData();
    body.append("customer_id", `${customer_id}`);
    body.append("technology", technology);
    body.append("mapping", JSON.stringify(mapping));
    body.append("file", file, file.name);
    const answer = await upload(api.digitalTwin.importPlantAreas, { body });
    await reloadPlants();
    return answer;
  },
);
