// Results of an analysis: columns, components, images, import, edits, exports.
import { analysisResultApi } from "../../../api/analysis/analysis-result.ts";
import { failure } from "../../../domain/error.ts";
import { valueFault } from "../../../domain/result-file/result-collector.ts";
import { changedValue } from "../../../domain/column/column-codec.ts";
import { resultFileSchema } from "../../../domain/result-file/result-file.ts";
import { withUncertainty, type KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import { deriveAgain, readDerived, type DerivedAt } from "../../analysis/derived-value.ts";
import { columnBytes } from "../../result/column-memory.ts";
import { readCarried } from "../../result/carried.ts";
import { readComponentResult } from "../../result/component-result.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { readHeadline } from "../../result/headline.ts";
import { readPlantResults } from "../../result/plant-result.ts";
import { markReader } from "../../finding/marked-component.ts";
import { parseRowsQuery } from "../../result/result-rows.ts";
import { rowsAnswer } from "../../result/rows-answer.ts";
import { visibleKeyFigure } from "../../result/shown-result.ts";
import { verdictsOf } from "../../finding/withdraw-verdict.ts";
import { changeVisibility } from "../../result/visibility.ts";
import { receiveResult } from "../../upload/result-upload.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import {
  listColumns,
  lockAnalysis,
  readPlantOfAnalysis,
  removeColumns,
} from "../../store/plant/column/column.ts";
import { writeHistory } from "../../store/plant/analysis/analysis-change.ts";
import { joined } from "../../store/plant/analysis/result.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { findImage, listImages, removeImages } from "../../store/plant/analysis/result-image.ts";
import { readTwin } from "../../store/plant/twin.ts";
import * as journal from "../../store/plant/analysis/value-change.ts";

export const analysisResultHandlers: Handlers<typeof analysisResultApi> = {
  fileSchema: async () => resultFileSchema(),

  async columns({ db }, { analysis }) {
    const { id, key_figure_ids } = analysis;
    const columns = await listColumns(db, [id], withUncertainty(key_figure_ids));
    return columns.map(({ summary }) => ({ ...summary, histogram: [...summary.histogram] }));
  },

  headline: (context, { analysis }) => readHeadline(context, analysis),

  async column(context, { analysis, params }) {
    const { db, files } = context;
    const key_figure_ids = withUncertainty(analysis.key_figure_ids);
    visibleKeyFigure({ key_figure_ids }, params.key_figure_id);
    const { analysis_id, key_figure_id, hash } = params;
    const isServed = async () => {
      const [column] = await listColumns(db, [analysis_id], [key_figure_id]);
      if (column?.summary.hash === hash) return true;
      const carried = await readCarried(context, analysis);
      return carried.some((one) => one.key_figure_id === key_figure_id && one.hash === hash);
    };
    return {
      content_type: "application/octet-stream",
      content_encoding: "gzip",
      tag: hash,
      body: async () => requireFound(await columnBytes(files, params, isServed)),
    };
  },

  async read(context, { analysis, params, query }) {
    const keyFigure = visibleKeyFigure(analysis, params.key_figure_id);
    refuse(analysisResultApi.read, context.viewer, query);
    const rowsQuery = parseRowsQuery(query, markReader(context, analysis));
    return rowsAnswer(context, analysis, keyFigure, rowsQuery, query);
  },

  async readMany(context, { analysis, params, body }) {
    const keyFigure = visibleKeyFigure(analysis, params.key_figure_id);
    refuse(analysisResultApi.readMany, context.viewer, body);
    const { filters, dt_ids, csv_mappings: mappings } = body;
    const markedBy = markReader(context, analysis);
    return rowsAnswer(context, analysis, keyFigure, { filters, dt_ids, mappings, markedBy }, body);
  },

  async update(context, { analysis, body }) {
    refuse(analysisResultApi.update, context.viewer, { analysis, ...body });
    return changeVisibility(context, analysis, body.visibility, verdictsOf(context, analysis));
  },

  async listOfPlant(context, { plant, query }) {
    refuse(analysisResultApi.listOfPlant, context.viewer, query);
    return readPlantResults(context, plant.id, query.all_key_figures);
  },

  history: ({ db }, { analysis }) => journal.listChanges(db, analysis.id, analysis.key_figure_ids),

  component: (context, { analysis, params }) =>
    readComponentResult(context, analysis, params.component_type, params.dt_id),

  images: ({ db }, { analysis, query }) => listImages(db, analysis.id, query.dt_id),

  async imageFile({ db, files }, { analysis, params }) {
    const image = await findImage(db, analysis.id, params.image_id);
    if (!image) throw failure("RESOURCE_NOT_FOUND");
    const isFull = params.size === "full";
    const key = isFull ? image.full : image.thumb;
    return {
      content_type: isFull ? image.content_type : "image/jpeg",
      tag: key,
      body: () => files.read(key),
    };
  },

  async importFile(context, { analysis, parts }) {
    const twin = await readTwin(context.db, analysis.plant_id);
    const state = { analysis, plant: { digitized: twin !== null } };
    refuse(analysisResultApi.importFile, context.viewer, state);
    const { technology } = await readPlantOfAnalysis(context.db, analysis.id);
    const target = { analysis_id: analysis.id, plant_id: analysis.plant_id, technology };
    const input = await receiveResult(context, target, parts);
    const audit = {
      action: "import_analysis_result",
      detail: {
        analysis_id: analysis.id,
        plant_id: analysis.plant_id,
        values: input.values?.name ?? null,
        images: input.images?.name ?? null,
        delete_before: input.delete_before,
      },
    } as const;
    try {
      return { task_id: await context.enqueue("import_result", input, target, audit) };
    } catch (error) {
      for (const file of [input.values, input.images]) {
        if (file) await context.files.remove(file.key);
      }
      throw error;
    }
  },

  async remove(context, { analysis }) {
    const { id, plant_id } = analysis;
    const remove = async (db: Database) => {
      const row = await lockAnalysis(db, id);
      if (!row) throw failure("RESOURCE_NOT_FOUND");
      refuse(analysisResultApi.remove, context.viewer, row);
      const before = await listColumns(db, [id]);
      await removeColumns(db, id);
      await removeImages(db, id);
      const old_value = joined(before.map(({ key_figure_id }) => key_figure_id));
      await writeHistory(db, id, context.viewer.account_id, [{ field: "results", old_value }]);
    };
    const detail = { analysis_id: id, plant_id };
    await changeWithAudit(context, remove, () => ({ action: "remove_analysis_results", detail }));
    return { done: true };
  },

  async modifyValue(context, { analysis, params, body }) {
    const keyFigure = visibleKeyFigure(analysis, params.key_figure_id);
    const fault = body.value === null ? null : valueFault(keyFigure, body.value);
    if (fault) throw failure("BAD_REQUEST", { ...fault, field: "value" });
    const components = await readComponents(context, analysis.plant_id);
    const found = (await components.directory()).byDtId(body.dt_id);
    if (found?.type !== keyFigure.component_type) {
      const values = { name: body.dt_id };
      throw failure("BAD_REQUEST", { reason: "component_unknown", field: "dt_id", values });
    }
    const value = changedValue(keyFigure, body.value);
    const at = { row: found.row, dt_id: body.dt_id };
    return changeColumn(context, params, (db, column) =>
      withDerived(context, db, keyFigure, { ...at, analysis_id: analysis.id }, () =>
        journal.addChange(db, context.files, column, keyFigure, {
          ...at,
          value,
          account_id: context.viewer.account_id,
        }),
      ),
    );
  },

  changeHistory({ db }, { analysis, params }) {
    visibleKeyFigure(analysis, params.key_figure_id);
    return journal.listChanges(db, params.analysis_id, [params.key_figure_id]);
  },

  undo(context, { analysis, params, body }) {
    const keyFigure = visibleKeyFigure(analysis, params.key_figure_id);
    return changeColumn(context, params, async (db, column, row) => {
      const change = await journal.findChange(db, params, body.change_id);
      if (!change) throw failure("CONFLICT", { reason: "change_already_undone" });
      refuse(analysisResultApi.undo, context.viewer, { analysis: row, change });
      const by = { account_id: context.viewer.account_id, at: context.now() };
      const { row: at, dt_id } = change;
      const of = { row: at, dt_id, analysis_id: analysis.id };
      return withDerived(context, db, keyFigure, of, () =>
        journal.undoChange(db, context.files, column, keyFigure, { id: body.change_id, ...by }),
      );
    });
  },
};

type ColumnKey = Parameters<typeof journal.lockColumn>[1];
type ChangeColumn = (
  db: Context["db"],
  column: Awaited<ReturnType<typeof journal.lockColumn>>,
  analysis: NonNullable<Awaited<ReturnType<typeof lockAnalysis>>>,
) => ReturnType<typeof journal.addChange>;

/** Changes a value; the class and the fault type of the component that followed from it follow again. */
async function withDerived<Answer>(
  { files, viewer: { account_id } }: Context,
  db: Database,
  { id, component_type }: KeyFigure,
  of: Omit<DerivedAt, "component_type">,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const at = { ...of, component_type };
  const before = await readDerived({ files }, db, at);
  const answer = await change();
  await deriveAgain({ files }, db, at, { before, settled: new Set([id]), account_id });
  return answer;
}

/** Locks the analysis, so that edits and imports of it run one after another. */
async function changeColumn(context: Context, key: ColumnKey, change: ChangeColumn) {
  const summary = await context.db.transaction(async (db) => {
    const row = await lockAnalysis(db, key.analysis_id);
    if (!row) throw failure("RESOURCE_NOT_FOUND");
    // The same rule applies to undoing a change.
    refuse(analysisResultApi.modifyValue, context.viewer, row);
    return change(db, await journal.lockColumn(db, key), row);
  });
  return { ...summary, histogram: [...summary.histogram] };
}
