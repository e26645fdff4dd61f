// Measures the rasters of an analysis and publishes the values in one transaction.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { failure } from "../../domain/error.ts";
import { surveyedType, type SurveyLog } from "../../domain/evaluation/survey-log.ts";
import { conditionFilesOf, isRasterFile } from "../../domain/evaluation/survey-condition.ts";
import { modulesOf, moduleWatts } from "../../domain/loss/module-power.ts";
import { settingsWith as lossSettingsWith } from "../../domain/loss/loss-settings.ts";
import { filesBeside } from "../../domain/raster/world-file.ts";
import { statedWiring } from "../../domain/loss/wiring.ts";
import type { EvaluationReport } from "../../domain/provider/analysis-server.ts";
import { fileCamera } from "../../domain/image/file-camera.ts";
import { usedFrames } from "../../domain/image/exported-frame.ts";
import type { TemperatureScale } from "../../domain/raster/temperature.ts";
import { readFlightTime } from "./flight-time.ts";
import { repeatDecisions } from "./finding-decision.ts";
import type { EvaluatedFile } from "../adapters/analysis-server.ts";
import type { Database, Services } from "../context.ts";
import { requireFound } from "../implement.ts";
import type { FindingPicture } from "../file-reader/picture/finding-picture.ts";
import { columnFromFile } from "../file-reader/table/column-file.ts";
import { refreshCarried } from "../store/plant/column/carried-refresh.ts";
import { listColumns, readPlantOfAnalysis } from "../store/plant/column/column.ts";
import { readCoveragePlant } from "../store/plant/flight/coverage.ts";
import { listSurveyImages, listTemperatureImages } from "../store/plant/analysis/evaluated-file.ts";
import { readLossSettings } from "../store/plant/analysis/loss-settings.ts";
import { readEvaluationInputs, writeEvaluationLog } from "../store/plant/analysis/evaluation.ts";
import { listJudged, renewFindings } from "../store/plant/analysis/finding.ts";
import { storeImage, type StoredImage } from "../store/plant/analysis/result-image.ts";
import { publishResult } from "../store/plant/analysis/result.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readDimensions } from "../store/plant/twin-dimension.ts";

type Survey = {
  readonly analysis_id: number;
  readonly files: readonly EvaluatedFile[];
  readonly signal: AbortSignal;
  /** Writes in the transaction that publishes the values. */
  readonly published?: (db: Database, log: SurveyLog) => Promise<void>;
};

const MOST_NAMES = 500;
/** Bytes of memory per component of the plant, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 2000;
/**
 * Working memory of any survey, counted the same way: a small file may hold a raster of gigapixels, of which 136 to
 * 310 MB are in memory at a time.
 */
const BYTES_OF_SURVEY = 30 * 1024 ** 2;
/** An image is decoded as a whole, and its file may be much smaller. */
const BYTES_PER_PIXEL = 3;

/**
 * Answers null where there is nothing to measure: no raster, no twin with modules or tubes. May be repeated.
 * @throws FILE_REFUSED with what is wrong in which file
 */
export async function evaluateSurvey(
  services: Services,
  { analysis_id, files, signal, published }: Survey,
): Promise<SurveyLog | null> {
  const { db, settings } = services;
  const inputs = await readEvaluationInputs(db, analysis_id);
  const found = await imagesOf(db, analysis_id, inputs.temperature_images);
  const { images, unplaced, by_jpeg, frames } = found;
  const rasters = files
    .filter(({ name }) => isRasterFile(name) && !frames.has(name))
    .map((file) => ({ ...file, beside: filesBeside(file.name, files) }));
  if (rasters.length + images.length + unplaced.length === 0) return null;
  const plant = await readPlantOfAnalysis(db, analysis_id);
  const twin = await readTwin(db, plant.id);
  const type = twin && surveyedType(twin);
  if (!twin || !type) return null;
  const { found: tables, others } = conditionFilesOf(files);
  const [conditions = null, second] = tables;
  if (second) throw failure("FILE_REFUSED", { reason: "condition_files", file: second.name });
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  const known = await listColumns(db, [analysis_id]);
  const mounting = requireFound(await readCoveragePlant(db, analysis_id));
  const losses = lossSettingsWith(await readLossSettings(db, plant.id));
  const wiring = statedWiring(losses);
  const parent = join(settings.data_dir, "tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "survey-"));
  try {
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const { columns, log, findings, pictures } = await services.readers.later("survey", {
      input: {
        store: { data_dir, object_store_url, disk_reserve_mb },
        twin,
        rasters,
        images,
        unplaced,
        by_jpeg,
        plant: { ...mounting, dimensions: await readDimensions(db, plant.id) },
        conditions,
        other_tables: others.map(({ name }) => name),
        times: await readFlightTime(db, analysis_id),
        temperatures: inputs.temperature_rasters,
        image_temperatures: inputs.temperature_images,
        control_points: inputs.control_points,
        entered: inputs.survey_conditions,
        limits: inputs.limits,
        folder,
        known: known.map(({ key_figure_id }) => key_figure_id),
        imported: known
          .filter(({ is_evaluated }) => !is_evaluated)
          .map(({ key_figure_id }) => key_figure_id),
        judged: await listJudged(db, analysis_id),
        version: await productVersion(),
        wiring,
        rated_w: moduleWatts({ ...plant, ...modulesOf(twin), settings: losses }),
      },
      file: [...rasters, ...images]
        .map(({ name }) => name)
        .join(", ")
        .slice(0, MOST_NAMES),
      // Images are read twice: for their place, and to be measured.
      bytes: [...rasters, ...images, ...images].reduce(
        (sum, { bytes }) => sum + bytes,
        BYTES_OF_SURVEY +
          components * BYTES_PER_COMPONENT +
          largestOf({ images }) * BYTES_PER_PIXEL,
      ),
      owner: analysis_id,
      signal,
    });
    const writeLog = async (transaction: Database) => {
      await writeEvaluationLog(transaction, analysis_id, `${JSON.stringify(log, null, 2)}\n`);
      const kept = await renewFindings(transaction, analysis_id, findings);
      // New values replace what the verdicts had changed.
      if (columns.length > 0) await repeatDecisions(services, transaction, kept);
      await published?.(transaction, log);
    };
    if (columns.length === 0) {
      await db.transaction(writeLog);
      return log;
    }
    await publishResult(services, analysis_id, {
      columns: columns.map((file) => columnFromFile(folder, file)),
      images: await storedPictures(services.files, pictures),
      delete_before: false,
      eval_batch_num: null,
      twin_version: twin.version,
      at: services.now(),
      account_id: null,
      evaluated: writeLog,
    });
    await refreshCarried(services, analysis_id, null);
    return log;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files at a time. */
const STORED_AT_ONCE = 8;

/** Stores what the reader has cut out. */
async function storedPictures(
  files: Services["files"],
  pictures: readonly FindingPicture[],
): Promise<StoredImage[]> {
  const stored: StoredImage[] = [];
  for (let at = 0; at < pictures.length; at += STORED_AT_ONCE) {
    const some = pictures.slice(at, at + STORED_AT_ONCE);
    stored.push(...(await Promise.all(some.map((one) => storedPicture(files, one)))));
  }
  return stored;
}

async function storedPicture(
  files: Services["files"],
  {
    component_type,
    dt_id,
    kind,
    format,
    path,
    thumbPath,
    width,
    height,
    scale,
    outline,
  }: FindingPicture,
): Promise<StoredImage> {
  const [bytes, thumb] = [await readFile(path), await readFile(thumbPath)];
  const file_name = `${dt_id} ${kind}.${format}`;
  const image = { component_type, dt_id, kind, file_name, bytes };
  const [scale_min, scale_max] = scale ?? [null, null];
  const picture = { format, width, height, thumb, lon: null, lat: null, taken_at: null };
  const row = await storeImage(files, { ...image, scale_min, scale_max }, picture);
  return { ...row, outline: outline.map(([x, y]) => [x, y]), is_evaluated: true };
}

/** Why `evaluateSurvey` has answered null. */
export async function whyNothingMeasured(
  { db }: Pick<Services, "db">,
  { analysis_id, files }: Pick<Survey, "analysis_id" | "files">,
): Promise<NonNullable<EvaluationReport["nothing"]>> {
  const { images } = await imagesOf(db, analysis_id, null);
  const isAny = images.length > 0 || files.some(({ name }) => isRasterFile(name));
  return isAny ? "evaluation_without_twin" : "evaluation_without_data";
}

/** Images that say where their camera was and looked. */
async function imagesOf(db: Database, analysis_id: number, scale: TemperatureScale | null) {
  const rows = await listSurveyImages(db, analysis_id);
  const exported = await listTemperatureImages(db, analysis_id);
  const { placed, unplaced, by_jpeg, replaced } = usedFrames(exported, rows, scale);
  const frames = placed.map(({ row, camera, by }) => {
    const times = { taken_at: timeOf(by), clock: by.taken_at };
    const drone_serial = by.drone_serial ?? row.drone_serial;
    return { ...fileOf(row), camera, drone_serial, ...times, ...thermal, is_exported: true };
  });
  const images = rows.flatMap((row) => {
    const camera = replaced.has(row) ? null : fileCamera(row, row.lens);
    const is_radiometric = row.is_radiometric === true;
    const is_thermal = is_radiometric || row.is_thermal === true;
    const times = { taken_at: timeOf(row), clock: row.taken_at };
    const { drone_serial } = row;
    const about = { ...times, drone_serial, is_thermal, is_radiometric, is_exported: false };
    return camera ? [{ ...fileOf(row), camera, ...about }] : [];
  });
  return {
    images: [...images, ...frames],
    unplaced: unplaced.map(({ file_name: file }) => ({ reason: "image_frame_unplaced", file })),
    by_jpeg,
    frames: new Set(exported.map(({ file_name }) => file_name)),
  };
}

const thermal = { is_thermal: true, is_radiometric: true } as const;

type Image = Awaited<ReturnType<typeof listSurveyImages>>[number];
const fileOf = ({ object: key, file_name: name, sha256, bytes }: Image) => ({
  key,
  name,
  sha256,
  bytes,
});
/** The sun is not computed from a time whose zone was assumed. */
const timeOf = ({ utc_offset, taken_at }: Image) => (utc_offset === null ? null : taken_at);

/** Pixels of the largest image. */
const largestOf = ({ images }: Pick<Awaited<ReturnType<typeof imagesOf>>, "images">) =>
  images.reduce((most, { camera }) => Math.max(most, camera.width_px * camera.height_px), 0);

const versionShape = z.object({ version: z.string() });

/** As the browser shows it. */
async function productVersion(): Promise<string> {
  const file = await readFile(new URL("../../../public/version.json", import.meta.url), "utf8");
  return versionShape.parse(JSON.parse(file)).version;
}
