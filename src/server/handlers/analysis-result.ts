// Results of an analysis: columns, components, images, import, edits, exports.
import { analysisResultApi } from "../../api/analysis-result.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { valueFault } from "../../domain/result-file/result-collector.ts";
import { storedValue } from "../../domain/column/column-codec.ts";
import { resultFileSchema } from "../../domain/result-file/result-file.ts";
import { columnBytes } from "../result/column-memory.ts";
import { readComponentResult } from "../result/component-result.ts";
import type { Context, Database } from "../context.ts";
import { named, refuse, type Handlers } from "../implement.ts";
import {
  csvRows,
  jsonRows,
  mappedKeyFigures,
  parseRowsAsk,
  readValues,
  selectRows,
} from "../result/result-rows.ts";
import { receiveResult } from "../upload/result-upload.ts";
import { changeWithAudit, writeAuditEntry } from "../store/account/audit.ts";
import { readAnalysis } from "../store/plant/analysis.ts";
import {
  listColumns,
  lockAnalysis,
  readPlantOfAnalysis,
  removeColumns,
} from "../store/plant/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { findImage, listImages, removeImages } from "../store/plant/result-image.ts";
import { readTwin } from "../store/plant/twin.ts";
import * as journal from "../store/plant/value-change.ts";

export const analysisResultHandlers: Handlers<typeof analysisResultApi> = {
  fileSchema: async () => resultFileSchema(),

  async columns({ db }, { analysis }) {
    const { id, key_figure_ids } = named(analysis);
    const columns = await listColumns(db, [id], key_figure_ids);
    return columns.map(({ summary }) => ({ ...summary, histogram: [...summary.histogram] }));
  },

  async column({ db, files }, { analysis, params }) {
    shownKeyFigure(named(analysis), params.key_figure_id);
    const { analysis_id, key_figure_id, hash } = params;
    const body = await columnBytes(files, params, async () => {
      const [column] = await listColumns(db, [analysis_id], [key_figure_id]);
      return column?.summary.hash === hash;
    });
    if (!body) throw failure("RESOURCE_NOT_FOUND");
    return {
      content_type: "application/octet-stream",
      content_encoding: "gzip",
      immutable: true,
      body,
    };
  },

  async read(context, { analysis, params, query }) {
    const survey = named(analysis);
    const keyFigure = shownKeyFigure(survey, params.key_figure_id);
    refuse(analysisResultApi.read, context.viewer, query);
    const ask = parseRowsAsk(query);
    const other = await compared(context, survey, query.compare_analysis_id);
    const rows = await selectRows(context, survey, keyFigure, ask);
    if (query.csv !== "1") {
      const ids = [keyFigure.id];
      const values = (await readValues(context, survey.id, ids)).get(keyFigure.id);
      const compare = other && (await readValues(context, other.id, ids)).get(keyFigure.id);
      const empty = new Float32Array(0);
      return {
        content_type: "application/json; charset=utf-8",
        body: jsonRows(rows, values ?? empty, other ? (compare ?? empty) : null, query),
      };
    }
    const mapped = mappedKeyFigures(survey, keyFigure, ask.mappings);
    const ids = mapped.map((one) => one.keyFigure.id);
    const values = await readValues(context, survey.id, ids);
    const shown = ids.filter((id) => other?.key_figure_ids.includes(id));
    const compare = other ? await readValues(context, other.id, shown) : null;
    const columns = mapped.flatMap(({ keyFigure: { id }, header }) => [
      { header, values: values.get(id) ?? new Float32Array(0) },
      ...(compare && other
        ? [{ header: `${header} (${other.name})`, values: compare.get(id) ?? new Float32Array(0) }]
        : []),
    ]);
    return {
      content_type: "text/csv; charset=utf-8",
      file_name: `${survey.plant_name} ${survey.name}.csv`,
      body: csvRows(rows, columns),
    };
  },

  component: (context, { analysis, params }) =>
    readComponentResult(context, named(analysis), params.component_type, params.dt_id),

  images: ({ db }, { analysis }) => listImages(db, named(analysis).id),

  async imageFile({ db, files }, { analysis, params }) {
    const image = await findImage(db, named(analysis).id, params.image_id);
    if (!image) throw failure("RESOURCE_NOT_FOUND");
    const isFull = params.size === "full";
    return {
      content_type: isFull ? image.content_type : "image/jpeg",
      immutable: true,
      body: await files.read(isFull ? image.full : image.thumb),
    };
  },

  async importFile(context, { analysis, parts }) {
    const survey = named(analysis);
    const twin = await readTwin(context.db, survey.plant_id);
    const target = { analysis: survey, plant: { digitized: twin !== null } };
    refuse(analysisResultApi.importFile, context.viewer, target);
    const { technology } = await readPlantOfAnalysis(context.db, survey.id);
    const about = { analysis_id: survey.id, plant_id: survey.plant_id, technology };
    const input = await receiveResult(context, about, parts);
    await writeAuditEntry(context, context.db, {
      action: "import_analysis_result",
      detail: {
        analysis_id: survey.id,
        plant_id: survey.plant_id,
        values: input.values?.name ?? null,
        images: input.images?.name ?? null,
        delete_before: input.delete_before,
      },
    });
    const task_id = await context.enqueue("import_result", input, about);
    return { task_id };
  },

  async remove(context, { analysis }) {
    const { id, plant_id } = named(analysis);
    const remove = async (db: Database) => {
      const row = await lockAnalysis(db, id);
      if (!row) throw failure("RESOURCE_NOT_FOUND");
      refuse(analysisResultApi.remove, context.viewer, row);
      await removeColumns(db, id);
      await removeImages(db, id);
    };
    const detail = { analysis_id: id, plant_id };
    await changeWithAudit(context, remove, () => ({ action: "remove_analysis_results", detail }));
    return { done: true };
  },

  async modifyValue(context, { analysis, params, body }) {
    const survey = named(analysis);
    const keyFigure = shownKeyFigure(survey, params.key_figure_id);
    const fault = body.value === null ? null : valueFault(keyFigure, body.value);
    if (fault) throw failure("BAD_REQUEST", { ...fault, field: "value" });
    const components = await readComponents(context, survey.plant_id);
    const found = components.directory().byDtId(body.dt_id);
    if (found?.type !== keyFigure.component_type) {
      const values = { name: body.dt_id };
      throw failure("BAD_REQUEST", { reason: "component_unknown", field: "dt_id", values });
    }
    const value = body.value === null ? null : journal.shortest(storedValue(keyFigure, body.value));
    return edit(context, params, (db, column) =>
      journal.addChange(db, context.files, column, keyFigure, {
        row: found.row,
        dt_id: body.dt_id,
        value,
        account_id: context.viewer.account_id,
      }),
    );
  },

  changeHistory({ db }, { analysis, params }) {
    shownKeyFigure(named(analysis), params.key_figure_id);
    return journal.listChanges(db, params);
  },

  undo(context, { analysis, params, body }) {
    const keyFigure = shownKeyFigure(named(analysis), params.key_figure_id);
    return edit(context, params, (db, column) =>
      journal.undoChange(db, context.files, column, keyFigure, {
        id: body.change_id,
        account_id: context.viewer.account_id,
        at: context.now(),
      }),
    );
  },
};

/** The key figure, where the viewer is shown it; hidden and missing ones are not told apart. */
function shownKeyFigure(analysis: Analysis, id: number): KeyFigure {
  const keyFigure = analysis.key_figure_ids.includes(id) ? keyFigureById(id) : undefined;
  if (!keyFigure) throw failure("RESOURCE_NOT_FOUND", { reason: "column_missing" });
  return keyFigure;
}

/** The other analysis of a comparison: of the same plant and seen by the viewer. */
async function compared(
  { db, viewer }: Context,
  analysis: Analysis,
  otherId: number | undefined,
): Promise<Analysis | null> {
  if (otherId === undefined) return null;
  const other = await readAnalysis(db, viewer, otherId);
  if (other?.plant_id !== analysis.plant_id) throw failure("RESOURCE_NOT_FOUND");
  return other;
}

type EditOf = Parameters<typeof journal.lockColumn>[1];
type EditAct = (
  db: Context["db"],
  column: Awaited<ReturnType<typeof journal.lockColumn>>,
) => ReturnType<typeof journal.addChange>;

/** Edits come one after the other and not beside an import. */
async function edit(context: Context, of: EditOf, act: EditAct) {
  const summary = await context.db.transaction(async (db) => {
    const row = await lockAnalysis(db, of.analysis_id);
    if (!row) throw failure("RESOURCE_NOT_FOUND");
    // Undoing is refused by the same rule.
    refuse(analysisResultApi.modifyValue, context.viewer, row);
    return act(db, await journal.lockColumn(db, of));
  });
  return { ...summary, histogram: [...summary.histogram] };
}
