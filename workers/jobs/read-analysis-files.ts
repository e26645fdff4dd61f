// Reads the uploaded files of an analysis that were not read yet: camera, time, place, thumbnail.
import { z } from "zod";
import { isHeif } from "../../src/domain/image/heif.ts";
import { isFailure } from "../../src/domain/error.ts";
import { idShape } from "../../src/domain/id.ts";
import { orthomosaicFileRefusal } from "../../src/domain/raster/orthomosaic.ts";
import { filesBeside, isBesideFile } from "../../src/domain/raster/world-file.ts";
import type { Beside } from "../../src/server/file-reader/raster/world-place.ts";
import type { Services } from "../../src/server/context.ts";
import { defineJob } from "../../src/server/job/job.ts";
import {
  readFileRows,
  readWaitingFiles,
  storeReading,
  type FileRow,
} from "../../src/server/store/plant/analysis/analysis-file.ts";
import { listEvaluatedFiles } from "../../src/server/store/plant/analysis/evaluated-file.ts";
import { readPlantZone } from "../../src/server/store/plant/plant-zone.ts";

/** Larger files are no photos, and would fill the memory. */
const MOST_BYTES = 100 * 1024 ** 2;
/** The directories of a raster, whatever its size. */
const RASTER_BYTES = 8 * 1024 ** 2;

export const readAnalysisFiles = defineJob({
  name: "read_analysis_files",
  input: z.object({ analysis_id: idShape }),
  async run(services, { analysis_id }, progress) {
    const waiting = await readWaitingFiles(services.db, analysis_id);
    const files = [...waiting, ...(await rastersBeside(services.db, analysis_id, waiting))];
    const reading = { reason: "files_reading", values: { count: files.length } };
    await progress.step(0, files.length, reading);
    const plant_zone = await readPlantZone(services.db, { analysis_id });
    for (const [index, file] of files.entries()) {
      await readOne(services, file, plant_zone);
      await progress.step(index + 1, files.length);
    }
    return { count: files.length };
  },
});

async function readOne(
  { db, files, readers, settings }: Services,
  file: FileRow,
  plant_zone: string | null,
): Promise<void> {
  const { id, object, file_name, bytes, analysis_id } = file;
  if ((await files.size(object)) === null) {
    const reading_fault = "analysis_file_missing";
    return storeReading(db, id, { reading_state: "unreadable", reading_fault, thumb: null });
  }
  const isRaster = orthomosaicFileRefusal(file_name) === null;
  const beside = isRaster
    ? filesBeside(file_name, await listEvaluatedFiles(db, analysis_id))
    : null;
  const place = beside && (await rasterPlace({ readers, settings }, file, beside));
  if (place) {
    return storeReading(db, id, {
      ...place,
      reading_state: "read",
      reading_fault: null,
      thumb: null,
      temperature_values: null,
    });
  }
  const kind = bytes <= MOST_BYTES ? await headKind(files, file) : null;
  if (kind !== "image") {
    const reading_state = kind === null ? "read" : "unreadable";
    return storeReading(db, id, { reading_state, reading_fault: kind, thumb: null });
  }
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  const store = { data_dir, object_store_url, disk_reserve_mb };
  const isPlaced = (beside?.world ?? beside?.prj ?? null) !== null;
  const input = { store, object, name: file_name, plant_zone, isPlaced };
  try {
    const owner = `analysis ${analysis_id}`;
    const order = { input, file: file_name, bytes, owner };
    const { thumb: picture, fault, ...read } = await readers.picture("analysis_file", order);
    const thumb = picture && `${object}.thumb.jpeg`;
    if (picture && thumb) await files.put(thumb, picture);
    const reading_state = fault === null ? "read" : "unreadable";
    await storeReading(db, id, { ...read, reading_state, reading_fault: fault, thumb });
  } catch (error) {
    if (!isFailure(error) || error.code !== "FILE_REFUSED") throw error;
    const reading_fault = error.problems[0]?.reason ?? "image_broken";
    await storeReading(db, id, { reading_state: "unreadable", reading_fault, thumb: null });
  }
}

/** Rasters that were read before the files that say where they lie. */
async function rastersBeside(
  db: Services["db"],
  analysis_id: number,
  waiting: readonly FileRow[],
): Promise<FileRow[]> {
  const arrived = new Set(waiting.map(({ file_name }) => file_name));
  if (!waiting.some(({ file_name }) => isBesideFile(file_name))) return [];
  const all = await readFileRows(db, analysis_id);
  const named = all.map(({ file_name: name }) => ({ name }));
  return all.filter(({ file_name, lon }) => {
    if (lon !== null || arrived.has(file_name) || orthomosaicFileRefusal(file_name)) return false;
    const { world, prj, aux } = filesBeside(file_name, named);
    return [world, prj, aux].some((one) => one && arrived.has(one.name));
  });
}

/** The middle of a GeoTIFF; null for a file without a place. */
async function rasterPlace(
  { readers, settings }: Pick<Services, "readers" | "settings">,
  { object, file_name: file, bytes, analysis_id }: FileRow,
  beside: Beside,
) {
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  const store = { data_dir, object_store_url, disk_reserve_mb };
  const owner = `analysis ${analysis_id}`;
  const input = { store, object, name: file, beside };
  const order = { input, file, bytes: Math.min(bytes, RASTER_BYTES), owner };
  // One that takes too much is judged as an image.
  return readers.later("raster_place", order).catch((error: unknown) => {
    if (!isFailure(error) || error.code !== "FILE_REFUSED") throw error;
    return null;
  });
}

/** What a file is by its first bytes: an image of ours, why it is none that is read, or null for other files. */
async function headKind(
  files: Services["files"],
  { object, bytes }: FileRow,
): Promise<"image" | "file_empty" | null> {
  if (bytes === 0) return "file_empty";
  if (bytes < 4) return null;
  const chunks: Buffer[] = [];
  const range = { start: 0, end: Math.min(12, bytes) - 1 };
  for await (const chunk of await files.stream(object, range)) chunks.push(chunk);
  const first = Buffer.concat(chunks);
  if (isHeif(first)) return "image";
  const head = first.toString("latin1");
  const isImage =
    head.startsWith("\xff\xd8\xff") || ["\x89PNG", "II*\0", "MM\0*"].includes(head.slice(0, 4));
  return isImage ? "image" : null;
}
