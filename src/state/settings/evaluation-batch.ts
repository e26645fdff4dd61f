// The evaluation batches of plants.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import type { EvaluationBatchForm } from "../../domain/analysis/evaluation-batch.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { queriesById, queryOf, reload, type ServerQuery } from "../shell/query.ts";
import type { EvaluationBatch } from "../../domain/analysis/evaluation-batch.ts";
import { plantIdAtom } from "../plant/plant.ts";

const keyOf = (plant_id: number) => ["evaluation-batches", plant_id];

function batchesQuery(plant_id: number): ServerQuery<readonly EvaluationBatch[]> {
  return {
    key: keyOf(plant_id),
    ask: (options) => call(api.evaluationBatch.list, { params: { id: plant_id } }, options),
  };
}

/** The batches of a plant by its id. */
export const evaluationBatchesOf = queriesById(batchesQuery);

/** Those of the plant on the map; idle where the viewer may not read them. */
export const evaluationBatchesAtom = queryOf((get) => {
  const plant_id = get(plantIdAtom);
  const isRead = get(hasPermissionAtom)(api.evaluationBatch.list.permission);
  return plant_id === null || !isRead ? null : batchesQuery(plant_id);
});

/** "2 · South". */
export function batchName({ number, name }: Pick<EvaluationBatch, "number" | "name">): string {
  return `${number} · ${name}`;
}

/** Fetches the batches of a plant again. */
export function reloadBatches(plant_id: number): Promise<void> {
  return reload(keyOf(plant_id));
}

/** Creates a batch, or changes the one with this id. Rejects with the refusal. */
export const saveBatch = atom(
  null,
  async (_get, _set, id: number, batch_id: number | null, body: EvaluationBatchForm) => {
    await (batch_id === null
      ? call(api.evaluationBatch.create, { params: { id }, body })
      : call(api.evaluationBatch.update, { params: { id, batch_id }, body }));
    await reloadBatches(id);
  },
);

/** Deletes a batch. Rejects with the refusal. */
export const removeBatch = atom(null, async (_get, _set, id: number, batch_id: number) => {
  await call(api.evaluationBatch.remove, { params: { id, batch_id } });
  await reloadBatches(id);
});
