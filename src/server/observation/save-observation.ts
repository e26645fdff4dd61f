// Stores and changes observations: checked first, then written in one transaction with the audit entry.
import { randomUUID } from "node:crypto";
import { conflict, failure } from "../../domain/error.ts";
import { requestedValues } from "../../domain/observation/observation-column.ts";
import type { Observation, ObservationFields } from "../../domain/observation/observation.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import { requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { readAnalysis } from "../store/plant/analysis/analysis.ts";
import { readLives } from "../store/plant/finding/finding-life.ts";
import * as store from "../store/plant/observation/observation.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { readPlant } from "../store/plant/plant.ts";
import { requireQuota } from "../store/provider/quota.ts";
import { readTwin } from "../store/plant/twin.ts";
import { componentsOfTwin } from "../store/plant/twin-components.ts";
import { requireFault, valueCheck } from "./check-observation.ts";
import { finishFindings } from "./finish-findings.ts";
import { readColumns, readObservation } from "./read-observations.ts";

type NamedPlant = Pick<Plant, "id" | "technology" | "customer_id">;
type Form = ObservationFields & {
  readonly external_id?: string | undefined;
  /** Of the one component: findings that are done with it. */
  readonly finished_ids?: readonly number[];
  /** Of the one component: the finding that it is about. */
  readonly fault_type?: number | null;
};

/**
 * Stores the form for each of these components; those that an earlier request has stored are left as they are.
 * @param nameOf makes the external ID of each from that of the form
 * @returns the external IDs
 * @throws BAD_REQUEST for an unknown component or a value that cannot be, CONFLICT where the quota is full; nothing is stored then
 */
export async function storeObservations(
  context: Context,
  plant: NamedPlant,
  form: Form,
  components: readonly { readonly dt_id: string; readonly field: string }[],
  nameOf: (external_id: string, dt_id: string) => string,
): Promise<string[]> {
  const { db, viewer } = context;
  const { request, external_id = randomUUID(), observed_at, notes } = form;
  const { finished_ids = [], fault_type = null } = form;
  const names = components.map(({ dt_id }) => nameOf(external_id, dt_id));
  const [first = ""] = names;
  const isOne = components.length === 1;
  // At once: one after the other they would be half of the time that a phone waits for its receipt.
  const [known, twin, columns] = await Promise.all([
    isOne ? store.readObservationRows(db, plant.id, { external_ids: [first] }) : [],
    readTwin(db, plant.id),
    readColumns(context, plant),
  ]);
  if (known.length > 0) return names;
  await requireAnalysis(context, plant.id, request.analysis_id);
  if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const directory = await (await componentsOfTwin(context.files, twin)).directory();
  const column_values = requestedValues(request);
  const checkType = valueCheck(columns, request.analysis_id);
  // A crew reports later what it did: the component of its findings may have left the twin meanwhile.
  const repaired = new Map(
    finished_ids.length === 0
      ? []
      : (await readLives(db, viewer, plant.id, { ids: finished_ids })).map((life) => [
          life.dt_id,
          life.component_type,
        ]),
  );
  const rows = components.map(({ dt_id, field }, at) => {
    const type = directory.byDtId(dt_id)?.type ?? repaired.get(dt_id);
    if (!type) {
      throw failure("BAD_REQUEST", {
        reason: "component_unknown",
        field,
        values: { name: dt_id },
      });
    }
    // A record of repairs is a crew's receipt: a missing value never refuses it.
    checkType(type, column_values, null, finished_ids.length === 0);
    requireFault(type, fault_type);
    return {
      plant_id: plant.id,
      component_type: type,
      dt_id,
      observed_at,
      notes,
      external_id: names[at]!,
      analysis_id: request.analysis_id,
      column_values,
      file_ids: request.file_ids,
      fault_type,
      created_by: viewer.account_id,
      updated_by: viewer.account_id,
    };
  });
  const { customer_id } = plant;
  await requireQuota(context.db, viewer, customer_id, { bytes: 0, rows: rows.length });
  await changeWithAudit(
    context,
    async (transaction) => {
      const ids = await store.insertObservations(transaction, rows);
      const [observation_id] = ids;
      const { analysis_id } = request;
      const about = { plant_id: plant.id, dt_id: components[0]?.dt_id ?? "", analysis_id };
      // A request that is sent again has made its step already.
      if (observation_id === undefined || finished_ids.length === 0) return { ids, finished: 0 };
      const record = { ...about, observation_id, observed_at };
      const finished = await finishFindings(context, transaction, record, finished_ids);
      return { ids, finished: finished.length };
    },
    ({ ids, finished }) => {
      if (ids.length === 0) return null;
      const of = { plant_id: plant.id, count: ids.length, observation_id: ids[0] };
      const detail = finished > 0 ? { ...of, finished } : of;
      return { action: "create_observations", detail };
    },
  );
  return names;
}

/** Only an analysis of the same plant that the viewer sees. */
async function requireAnalysis(
  { db, viewer }: Context,
  plantId: number,
  id: number | null,
): Promise<void> {
  if (id === null) return;
  const found = await readAnalysis(db, viewer, id);
  if (found?.plant_id === plantId) return;
  throw failure("BAD_REQUEST", { reason: "observation_analysis", field: "request.analysis_id" });
}

type Edit = {
  readonly action: "update_observation" | "overwrite_observation" | "move_observation";
  /** Null: whatever the stored revision is. */
  readonly base_revision: number | null;
  readonly fields?: ObservationFields;
  readonly dt_id?: string;
  /** With `dt_id`: the finding that it is about there. Absent: as before, where its fault can be there too. */
  readonly fault_type?: number | null | undefined;
};

/**
 * Changes an observation.
 * @throws CONFLICT with both versions if the stored revision is not the edit's, BAD_REQUEST for a value that cannot be
 */
export async function editObservation(
  context: Context,
  id: number,
  { action, base_revision, fields, dt_id, fault_type }: Edit,
): Promise<Observation> {
  const stored = await readObservation(context, id);
  const plant = requireFound(await readPlant(context.db, context.viewer, stored.plant_id));
  await changeWithAudit(
    context,
    async (db) => {
      const before = requireFound(await store.lockObservation(db, id));
      if (base_revision !== null) {
        await requireRevision(context, before, base_revision, fields ?? { dt_id });
      }
      const to = dt_id === undefined ? null : await placeOf(context, plant.id, dt_id);
      // Components of another type have other faults.
      const isOther = to !== null && to.component_type !== before.component_type;
      const stays = isOther ? { ...to, fault_type: null } : to;
      const place = to && fault_type !== undefined ? { ...to, fault_type } : stays;
      if (to && fault_type !== undefined) requireFault(to.component_type, fault_type);
      const changes = fields ? await changedFields(context, plant.id, before, fields) : {};
      const after = { ...before, ...place, ...changes };
      const check = valueCheck(await readColumns(context, plant), after.analysis_id);
      check(after.component_type, after.column_values, before.column_values);
      const updated_by = context.viewer.account_id;
      await store.changeObservation(db, id, { ...place, ...changes, updated_by });
      return before;
    },
    ({ plant_id, revision, ...before }) => ({
      action,
      detail: { observation_id: id, plant_id, revision, before: contentOf(before) },
    }),
  );
  return readObservation(context, id);
}

/** @throws CONFLICT with what is stored if it is another revision */
async function requireRevision(
  context: Context,
  { id, revision }: { readonly id: number; readonly revision: number },
  base_revision: number,
  sent: unknown,
): Promise<void> {
  if (base_revision === revision) return;
  const current = await readObservation(context, id);
  const values = { revision, name: current.updated_by_user ?? "" };
  throw conflict(current, sent, { reason: "observation_changed", field: "base_revision", values });
}

/** The version that was replaced. */
function contentOf(before: Omit<store.LockedObservation, "plant_id" | "revision">) {
  const { dt_id, observed_at, notes, analysis_id, column_values, fault_type, updated_by } = before;
  return { dt_id, observed_at, notes, analysis_id, column_values, fault_type, updated_by };
}

async function changedFields(
  context: Context,
  plantId: number,
  before: store.LockedObservation,
  { observed_at, notes, request }: ObservationFields,
) {
  const { analysis_id, file_ids } = request;
  const isSame = analysis_id === before.analysis_id;
  if (!isSame) await requireAnalysis(context, plantId, analysis_id);
  const isHidden =
    analysis_id === null &&
    before.analysis_id !== null &&
    (await readAnalysis(context.db, context.viewer, before.analysis_id)) === null;
  return {
    observed_at,
    notes,
    file_ids,
    // Who does not see the analysis cannot mean to take it away.
    analysis_id: isHidden ? before.analysis_id : analysis_id,
    column_values: requestedValues(request),
  };
}

async function placeOf(context: Context, plantId: number, dt_id: string) {
  const directory = await (await readComponents(context, plantId)).directory();
  const found = directory.byDtId(dt_id);
  if (found) return { dt_id, component_type: found.type };
  const values = { name: dt_id };
  throw failure("BAD_REQUEST", { reason: "component_unknown", field: "dt_id", values });
}

/**
 * Deletes one, or all of a component, with the photos; answers the number.
 * @param base_revision of one: the revision that the deletion is meant for
 * @throws CONFLICT with what is stored if that is another revision
 */
export async function removeObservations(
  context: Context,
  plantId: number,
  {
    base_revision,
    ...which
  }: Parameters<typeof store.deleteWithPhotos>[2] & {
    readonly base_revision?: number | undefined;
  },
): Promise<number> {
  const ids = await changeWithAudit(
    context,
    async (db) => {
      if (base_revision !== undefined && "id" in which) {
        const before = await store.lockObservation(db, which.id);
        if (before) await requireRevision(context, before, base_revision, null);
      }
      return store.deleteWithPhotos(db, plantId, which);
    },
    (deleted) => {
      if (deleted.length === 0) return null;
      const detail = { plant_id: plantId, ...which, count: deleted.length };
      return { action: "delete_observations", detail };
    },
  );
  return ids.length;
}

/**
 * Puts a deleted observation back, as it was. One that is there already is answered.
 * @throws RESOURCE_NOT_FOUND, or CONFLICT if its external ID was sent again meanwhile
 */
export async function restoreDeleted(
  context: Context,
  plant: NamedPlant,
  id: number,
): Promise<Observation> {
  const [present] = await store.readObservationRows(context.db, plant.id, { id });
  if (present) return readObservation(context, id);
  const columns = await readColumns(context, plant);
  await changeWithAudit(
    context,
    async (db) => {
      const deleted = requireFound(await store.lockDeleted(db, plant.id, id));
      if (await store.restoreObservation(db, deleted, (column) => columns.has(column))) return;
      throw failure("CONFLICT", { reason: "observation_external_id_taken" });
    },
    () => ({
      action: "restore_observation",
      detail: { plant_id: plant.id, observation_id: id },
    }),
  );
  return readObservation(context, id);
}
