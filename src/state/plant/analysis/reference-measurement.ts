// The reference measurements of the current analysis, and what they say of the current key figure.
import { atom } from "jotai";
import { addressOf } from "../../../client/address.ts";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { agreementOf, type Agreement, type Pair } from "../../../domain/analysis/agreement.ts";
import type {
  ReferenceForm,
  ReferenceMeasurement,
} from "../../../domain/analysis/reference-measurement.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { reload } from "../../shell/query.ts";
import { saveSigned } from "../../shell/save-file.ts";
import { tableForm, type SentAnswers } from "../../shell/table-file.ts";
import { showFault } from "../../shell/toast.ts";
import { analysisIdAtom } from "./analysis.ts";
import { keyFigureIdAtom } from "../column/key-figure.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

const keyOf = (id: number) => plantKey("references", id);

export const referencesAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  if (id === null) return null;
  return {
    key: keyOf(id),
    ask: (options) => call(api.referenceMeasurement.list, { params: { id } }, options),
  };
});

export type ReferencePair = Pair & { readonly measurement: ReferenceMeasurement };

/** Measurements of the current key figure where the drone measured too; ignored ones are apart. */
export const referencePairsAtom = atom((get) => {
  const key_figure_id = get(keyFigureIdAtom);
  const used: ReferencePair[] = [];
  const ignored: ReferencePair[] = [];
  for (const measurement of valueOf(get(referencesAtom)) ?? []) {
    const isOne = (one: { key_figure_id: number }) => one.key_figure_id === key_figure_id;
    const reference = measurement.values.find(isOne)?.value;
    const drone = measurement.drone_values.find(isOne)?.value ?? null;
    if (reference === undefined || drone === null) continue;
    (measurement.is_ignored ? ignored : used).push({ reference, drone, measurement });
  }
  return { used, ignored };
});

/** Null without pairs. */
export const agreementAtom = atom((get): Agreement | null =>
  agreementOf(get(referencePairsAtom).used),
);

const changed = (id: number) => void reload(keyOf(id));

/** Adds a measurement. Rejects with the refusal. */
export const addReference = atom(null, async (get, _set, body: ReferenceForm): Promise<void> => {
  const id = get(analysisIdAtom);
  if (id === null) return;
  await call(api.referenceMeasurement.create, { params: { id }, body });
  changed(id);
});

/** The measurement whose values are being edited; null for none. */
export const editedReferenceAtom = perPlant<ReferenceMeasurement | null>(null);

/** Changes a measurement of the component that it has. Rejects with the refusal. */
export const updateReference = atom(
  null,
  async (
    _get,
    _set,
    one: ReferenceMeasurement,
    body: Omit<ReferenceForm, "dt_id">,
  ): Promise<void> => {
    const params = { id: one.analysis_id, measurement_id: one.id };
    await call(api.referenceMeasurement.update, { params, body });
    changed(one.analysis_id);
  },
);

/** Leaves a measurement out, or takes it in again. Rejects with the refusal. */
export const ignoreReference = atom(
  null,
  async (_get, _set, one: ReferenceMeasurement, is_ignored: boolean): Promise<void> => {
    const params = { id: one.analysis_id, measurement_id: one.id };
    await call(api.referenceMeasurement.ignore, { params, body: { is_ignored } });
    changed(one.analysis_id);
  },
);

/** Moves a measurement to another component. Rejects with the refusal. */
export const moveReference = atom(
  null,
  async (_get, _set, one: ReferenceMeasurement, dt_id: string): Promise<void> => {
    const params = { id: one.analysis_id, measurement_id: one.id };
    await call(api.referenceMeasurement.move, { params, body: { dt_id } });
    changed(one.analysis_id);
  },
);

/** Deletes a measurement. Rejects with the refusal. */
export const removeReference = atom(
  null,
  async (_get, _set, one: ReferenceMeasurement): Promise<void> => {
    const params = { id: one.analysis_id, measurement_id: one.id };
    await call(api.referenceMeasurement.remove, { params });
    changed(one.analysis_id);
  },
);

/** Imports a CSV file or workbook; answers the number of measurements. Rejects with its faults by line. */
export const importReferences = atom(null, async (get, _set, file: File, given: SentAnswers) => {
  const id = get(analysisIdAtom);
  if (id === null) return { count: 0, notes: [] };
  const body = tableForm(file, given);
  const answer = await call(api.referenceMeasurement.importCsv, { params: { id }, body });
  changed(id);
  return answer;
});

/** Downloads the measurements as CSV; shows an error where that fails. */
export const exportReferences = atom(null, async (get): Promise<void> => {
  const id = get(analysisIdAtom);
  if (id === null) return;
  try {
    await saveSigned(addressOf(api.referenceMeasurement.exportCsv, { params: { id } }));
  } catch (cause) {
    showFault(cause);
  }
});
