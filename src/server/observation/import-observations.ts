// Observations from a file: read in a reading process, stored in one transaction with the audit entry.
import { componentTypesOf } from "../../domain/component/component.ts";
import { failure } from "../../domain/error.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import type { ObservationTwin } from "../file-reader/file-preview-reader.ts";
import type { Part } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { rememberMapping } from "../store/plant/file-mapping.ts";
import * as store from "../store/plant/observation/observation.ts";
import { readTwin } from "../store/plant/twin.ts";
import { requireQuota } from "../store/provider/quota.ts";
import { translateProblem } from "../translate.ts";
import { receivePreviewed, type Previewed } from "../upload/previewed-files.ts";
import { readColumns } from "./read-observations.ts";

/**
 * What a reader of observations needs. Without a component type those of the lowest level of the twin are meant.
 * @throws RESOURCE_NOT_FOUND for a plant without a twin
 */
export async function observationTwin(
  context: Context,
  plant: Plant,
  { component_type, time_zone, observed_at }: Previewed,
): Promise<ObservationTwin> {
  const { db, settings } = context;
  const twin = await readTwin(db, plant.id);
  if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const { origin, levels } = twin;
  const present = levels.filter(({ component_count }) => component_count > 0);
  const lowest = componentTypesOf(plant.technology).findLast((type) =>
    present.some((level) => level.component_type === type),
  );
  if (lowest === undefined) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const columns = [...(await readColumns(context, plant)).values()];
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  return {
    store: { data_dir, object_store_url, disk_reserve_mb },
    twin: { origin, levels: present },
    component_type: component_type ?? lowest,
    time_zone,
    observed_at,
    columns,
    now: context.now().getTime(),
  };
}

/** @throws FILE_REFUSED where no observation can be read, CONFLICT where the quota is full; nothing is stored then */
export async function importObservations(
  context: Context,
  plant: Plant,
  parts: AsyncIterable<Part>,
) {
  const { db, readers, viewer } = context;
  const sent = await receivePreviewed(context, parts, "observations", plant);
  const { mapping, sheet } = sent;
  const [file] = sent.files;
  if (!file || mapping === null) {
    throw failure("BAD_REQUEST", { reason: "field_missing", field: file ? "mapping" : "file" });
  }
  const twin = await observationTwin(context, plant, sent);
  const { rows, refused, lacks_zone } = await readers.now("observations", {
    input: { ...twin, name: file.name, bytes: file.bytes, sheet, mapping },
    file: file.name,
    bytes: file.bytes.length,
    owner: viewer.account_id,
  });
  // Times without a zone are all of the file's, so nothing is stored of it until somebody says the zone.
  if (lacks_zone || rows.length === 0) throw failure("FILE_REFUSED", ...refused.problems);
  const external_ids = rows.map(({ external_id }) => external_id);
  const known = new Set(await store.knownExternalIds(db, plant.id, external_ids));
  const fresh = rows.filter(({ external_id }) => !known.has(external_id));
  const { customer_id, id: plant_id } = plant;
  await requireQuota(db, viewer, customer_id, { bytes: 0, rows: fresh.length });
  const ids = await changeWithAudit(
    context,
    async (transaction) => {
      await rememberMapping(transaction, { customer_id, purpose: "observations", mapping });
      const by = { created_by: viewer.account_id, updated_by: viewer.account_id };
      const made = fresh.map((row) => ({ ...row, ...by, plant_id, file_ids: [] }));
      return store.insertObservations(transaction, made);
    },
    (stored) => {
      if (stored.length === 0) return null;
      const detail = { plant_id, count: stored.length, observation_id: stored[0] };
      return { action: "create_observations", detail };
    },
  );
  return {
    created: ids.length,
    known: rows.length - ids.length,
    refused_count: refused.count,
    refused: refused.problems.map((problem) => translateProblem(viewer.locale, problem)),
  };
}
