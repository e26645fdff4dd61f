// Reference measurements: entered, imported, changed, left out, moved.
import { referenceMeasurementApi as calls } from "../../../api/analysis/reference-measurement.ts";
import { readReferenceCsv, referenceCsv } from "../../../domain/analysis/reference-csv.ts";
import { isReferenceHead } from "../../../domain/analysis/reference-head.ts";
import { referenceValuesRefusal } from "../../../domain/analysis/reference-measurement.ts";
import { limits } from "../../../domain/limits.ts";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import { tableWords } from "../../../domain/file-preview/table-mapping.ts";
import { failure } from "../../../domain/error.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import { previewTable } from "../../../domain/file-preview/read-table-preview.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import {
  readReferences as storedReferences,
  typeOfComponent,
} from "../../result/reference-measurement.ts";
import { readCompared } from "../../result/shown-result.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import * as store from "../../store/plant/analysis/reference-measurement.ts";
import { requireRows } from "../../store/provider/quota.ts";
import { textStream } from "../../twin-file/text-file.ts";
import { inTurns, stepsInTurns } from "../../turn.ts";
import {
  explainedPreview,
  namedTable,
  rememberedFor,
  rememberTable,
  rowsOfTable,
} from "../../upload/table-preview.ts";
import { receiveTable, type SentTable } from "../../upload/table-upload.ts";

export const referenceMeasurementHandlers: Handlers<typeof calls> = {
  list: (context, { analysis }) => storedReferences(context, analysis),

  async create(context, { analysis, body }) {
    const component_type = await typeOfComponent(context, analysis.plant_id, body.dt_id);
    refuse(calls.create, context.viewer, { values: body.values, component_type });
    const created_by = context.viewer.account_id;
    await requireRows(context, analysis.plant_id, 1);
    const row = { ...body, component_type, analysis_id: analysis.id, created_by };
    const [id] = await audited(context, "create_reference_measurements", analysis.id, (db) =>
      insertWithin(db, analysis.id, [row]),
    );
    return requireFound((await storedReferences(context, analysis, id))[0]);
  },

  async update(context, { analysis, params: { measurement_id }, body }) {
    const [before] = await store.readMeasurements(context.db, analysis.id, measurement_id);
    const refusal = referenceValuesRefusal(body.values, requireFound(before).component_type);
    if (refusal) throw failure("BAD_REQUEST", refusal);
    await change(context, analysis.id, measurement_id, body);
    return requireFound((await storedReferences(context, analysis, measurement_id))[0]);
  },

  async remove(context, { analysis, params: { measurement_id } }) {
    await audited(context, "delete_reference_measurement", measurement_id, async (db) => {
      if (await store.deleteMeasurement(db, analysis.id, measurement_id)) return;
      throw failure("RESOURCE_NOT_FOUND");
    });
    return { done: true };
  },

  async ignore(context, { analysis, params: { measurement_id }, body }) {
    await change(context, analysis.id, measurement_id, body);
    return requireFound((await storedReferences(context, analysis, measurement_id))[0]);
  },

  async move(context, { analysis, params: { measurement_id }, body }) {
    const [before] = await store.readMeasurements(context.db, analysis.id, measurement_id);
    const { values } = requireFound(before);
    const dt_id = body.dt_id ?? requireFound(before).dt_id;
    const component_type = await typeOfComponent(context, analysis.plant_id, dt_id);
    const refusal = referenceValuesRefusal(values, component_type);
    if (refusal) throw failure("CONFLICT", refusal);
    const analysis_id = body.analysis_id ?? analysis.id;
    // Only to an analysis of the same plant that the viewer sees.
    if (analysis_id !== analysis.id) {
      await readCompared(context, analysis, analysis_id);
      await requireRoom(context.db, analysis_id, 1);
    }
    const place = { dt_id, component_type, analysis_id };
    await change(context, analysis.id, measurement_id, place);
    return { done: true };
  },

  async preview(context, { analysis, parts }) {
    const typeOf = await componentTypes(context, analysis.plant_id);
    const of = { plant_id: analysis.plant_id, purpose: "references" } as const;
    const remembered = () => rememberedFor(context, of);
    return receiveTable(context, parts, { ...asked, remembered }, async (sent) => {
      const { mapping, placed, notes } = sent;
      const read = await previewTable({
        rows: rowsOfTable(sent),
        words: tableWords.references,
        mapping: mapping ?? null,
        remembered: sent.remembered,
        async read(said) {
          const { rows, problems, notes: ofHeads } = await readReferences(sent, said, typeOf);
          const faults = problems.map(placed);
          return { result_count: rows.length, faults, notes: [...notes, ...ofHeads] };
        },
      });
      return explainedPreview(context, read);
    });
  },

  async importCsv(context, { analysis, parts }) {
    const typeOf = await componentTypes(context, analysis.plant_id);
    return receiveTable(context, parts, asked, async (sent) => {
      const { mapping, placed, notes } = sent;
      const { rows, problems, notes: ofHeads } = await readReferences(sent, mapping, typeOf);
      if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.map(placed));
      const about = { analysis_id: analysis.id, created_by: context.viewer.account_id };
      const of = { plant_id: analysis.plant_id, purpose: "references" } as const;
      await requireRows(context, analysis.plant_id, rows.length);
      const ids = await audited(
        context,
        "create_reference_measurements",
        analysis.id,
        async (db) => {
          await rememberTable(db, of, mapping);
          const added = rows.map((row) => ({ ...row, ...about }));
          return insertWithin(db, analysis.id, added);
        },
      );
      return { count: ids.length, notes: [...notes, ...ofHeads] };
    });
  },

  async exportCsv(context, { analysis }) {
    const measurements = await storedReferences(context, analysis);
    return {
      content_type: "text/csv; charset=utf-8",
      file_name: `reference-measurements-${analysis.id}.csv`,
      body: textStream(inTurns(referenceCsv(measurements))),
    };
  },
};

/** @throws CONFLICT where the analysis would have more than it may */
async function requireRoom(db: Database, analysis_id: number, wanted: number): Promise<void> {
  const most = limits.referencesOfAnalysis;
  const count = await store.countMeasurements(db, analysis_id);
  if (count + wanted <= most) return;
  throw failure("CONFLICT", { reason: "references_full", values: { count, most } });
}

async function insertWithin(
  db: Database,
  analysis_id: number,
  rows: Parameters<typeof store.insertMeasurements>[1],
): Promise<number[]> {
  await requireRoom(db, analysis_id, rows.length);
  return store.insertMeasurements(db, rows);
}

const asked = {
  heads: "references",
  fields: ["sheet", "time_zone"],
  purpose: "references",
} as const;

async function componentTypes(context: Context, plant_id: number) {
  const directory = await (await readComponents(context, plant_id)).directory();
  return (id: string) => directory.byDtId(id)?.type;
}

/** @throws FILE_REFUSED for a file whose rows cannot be read */
async function readReferences(
  { table, time_zone }: Pick<SentTable, "table" | "time_zone">,
  mapping: FileMapping | undefined,
  typeOf: Parameters<typeof readReferenceCsv>[1],
) {
  const most_rows = limits.referenceFileRows;
  const of = { purpose: "references", heads: isReferenceHead, most_rows } as const;
  const named = await namedTable(table, mapping, of);
  const read = await stepsInTurns(readReferenceCsv(named.table, typeOf, time_zone));
  return { ...read, notes: named.notes };
}

type Fields = Parameters<typeof store.updateMeasurement>[3];

function change(context: Context, analysisId: number, id: number, fields: Fields) {
  return audited(context, "update_reference_measurement", id, async (db) => {
    if (await store.updateMeasurement(db, analysisId, id, fields)) return;
    throw failure("RESOURCE_NOT_FOUND");
  });
}

function audited<T>(
  context: Context,
  action: AuditAction,
  id: number,
  write: (db: Database) => Promise<T>,
): Promise<T> {
  return changeWithAudit(context, write, () => ({ action, detail: { analysis_id: id } }));
}
