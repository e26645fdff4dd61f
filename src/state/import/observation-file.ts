// Observations from a file: what the form offers, and the import.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import type { AnswerOf } from "../../api/endpoint.ts";
import { upload } from "../../client/upload.ts";
import { componentTypesOf, type ComponentType } from "../../domain/component/component.ts";
import { typeOfColumn } from "../../domain/observation/observation-column.ts";
import { observationColumnsAtom, observationsKey } from "../observation/observation.ts";
import { columnName } from "../observation/words.ts";
import { plantAtom, twinAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { reload } from "../shell/query.ts";
import { previewForm, type AskedPreview } from "./file-preview.ts";
import { track } from "./upload.ts";

export type ObservationsAnswer = AnswerOf<typeof api.observation.importFile>;

/** Types that the plant has components of, the lowest level first. */
export const observedTypesAtom = atom((get): ComponentType[] => {
  const plant = valueOf(get(plantAtom));
  const levels = valueOf(get(twinAtom))?.levels ?? [];
  if (!plant) return [];
  return componentTypesOf(plant.technology)
    .toReversed()
    .filter((type) => levels.some(({ component_type }) => component_type === type));
});

/** The columns that a file may have values of, for components of a type. */
export const fileColumnsOf = (type: ComponentType | null) =>
  atom((get) =>
    (valueOf(get(observationColumnsAtom)) ?? [])
      .filter((column) => typeOfColumn(column) === type)
      .filter(({ ccp_column }) => ccp_column !== null && ccp_column.relation_type !== "analysis")
      .map((column) => ({ id: column.id, label: columnName(column) })),
  );

/** Stores the observations of a file, all at once. Rejects with the refusal; nothing is stored then. */
export const importObservations = atom(
  null,
  async (_get, set, asked: AskedPreview): Promise<ObservationsAnswer> => {
    const params = { id: asked.plant_id };
    const sent = upload(api.observation.importFile, { params, body: previewForm(asked) });
    await set(track, sent);
    const answer = await sent;
    await reload(observationsKey());
    return answer;
  },
);
