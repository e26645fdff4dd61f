// Measures the rasters of an analysis and publishes the values in one transaction.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { failure } from "../../domain/error.ts";
import { surveyedType, type SurveyLog } from "../../domain/evaluation/survey-log.ts";
import { isConditionFile } from "../../domain/evaluation/survey-condition.ts";
import type { EvaluatedFile } from "../adapters/analysis-server.ts";
import type { Services } from "../context.ts";
import { columnFromFile } from "../reading/column-file.ts";
import { refreshCarried } from "../store/plant/carried-refresh.ts";
import { listColumns, readPlantOfAnalysis } from "../store/plant/column.ts";
import { publishResult } from "../store/plant/result.ts";
import { readTwin } from "../store/plant/twin.ts";

type Survey = {
  readonly analysis_id: number;
  readonly files: readonly EvaluatedFile[];
  readonly signal: AbortSignal;
};

/** Bytes of memory per component of the plant, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 2000;

/**
 * Answers null where there is nothing to measure: no raster, no twin with modules or tubes. May be repeated.
 * @throws FILE_REFUSED with what is wrong in which file
 */
export async function evaluateSurvey(
  services: Services,
  { analysis_id, files, signal }: Survey,
): Promise<SurveyLog | null> {
  const { db, settings } = services;
  const rasters = files.filter(({ name }) => /\.tiff?$/i.test(name));
  if (rasters.length === 0) return null;
  const plant = await readPlantOfAnalysis(db, analysis_id);
  const twin = await readTwin(db, plant.id);
  const type = twin && surveyedType(twin);
  if (!twin || !type) return null;
  const [conditions = null, second] = files.filter(({ name }) => isConditionFile(name));
  if (second) throw failure("FILE_REFUSED", { reason: "condition_files", file: second.name });
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  const known = await listColumns(db, [analysis_id]);
  const parent = join(settings.data_dir, "tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "survey-"));
  try {
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const { columns, log } = await services.readers.later("survey", {
      input: {
        store: { data_dir, object_store_url, disk_reserve_mb },
        twin,
        rasters,
        conditions,
        folder,
        known: known.map(({ key_figure_id }) => key_figure_id),
      },
      file: rasters.map(({ name }) => name).join(", "),
      bytes: rasters.reduce((sum, { bytes }) => sum + bytes, components * BYTES_PER_COMPONENT),
      owner: analysis_id,
      signal,
    });
    if (columns.length === 0) return log;
    await publishResult(services, analysis_id, {
      columns: columns.map((file) => columnFromFile(folder, file)),
      images: [],
      delete_before: false,
      eval_batch_num: null,
      twin_version: twin.version,
      at: services.now(),
      account_id: null,
    });
    await refreshCarried(services, analysis_id, null);
    return log;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
