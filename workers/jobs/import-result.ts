// Imports a result file and its images. Everything is checked first, then published in one transaction.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import type { ComponentDirectory } from "../../src/domain/component/component-directory.ts";
import { failure } from "../../src/domain/error.ts";
import {
  emptyResultRefusal,
  type CollectedResult,
} from "../../src/domain/result-file/result-collector.ts";
import type { Services } from "../../src/server/context.ts";
import { defineJob, type Progress } from "../../src/server/job/job.ts";
import { importResultInput, uploadShape } from "../../src/server/result-file/import-input.ts";
import { readPlantOfAnalysis } from "../../src/server/store/plant/column.ts";
import { readComponents } from "../../src/server/store/plant/plant-component.ts";
import { storeImage, type StoredImage } from "../../src/server/store/plant/result-image.ts";
import { publishResult } from "../../src/server/store/plant/result.ts";
import { assignImages, kindOf, readImage } from "../../src/server/result-file/read-images.ts";
import { readResultValues } from "../../src/server/result-file/read-values.ts";
import { openImagesZip } from "../../src/server/result-file/images-zip.ts";

/** Parts of the progress, of 100 steps in total. */
const READ_STEPS = 40;
const IMAGE_STEPS = 50;

export const importResult = defineJob({
  name: "import_result",
  input: importResultInput,
  uploads: ({ values, images }) => [values, images].flatMap((upload) => upload?.key ?? []),
  run: importUploads,
});

async function importUploads(
  services: Services,
  input: z.output<typeof importResultInput>,
  progress: Progress,
): Promise<Record<string, unknown>> {
  const { files } = services;
  const plant = await readPlantOfAnalysis(services.db, input.analysis_id);
  const components = await readComponents(services, plant.id);
  const directory = components.directory();
  let result: CollectedResult = { columns: new Map(), images: [], value_count: 0, filled_count: 0 };
  if (input.values) {
    const { key, name, bytes } = input.values;
    await progress.step(0, 100, { reason: "result_reading", values: { file: name } });
    const report = (read: number) =>
      progress.step(Math.floor((read / Math.max(bytes, 1)) * READ_STEPS), 100);
    const stream = await files.stream(key);
    result = await readResultValues(stream, name, directory, plant.technology, report);
    const { delete_before, images } = input;
    const refusal = emptyResultRefusal(result, { delete_before, has_images: images !== null });
    if (refusal) throw failure("FILE_REFUSED", { ...refusal, file: name });
  }
  const stored = await storeImages(services, input.images, result, directory, progress);
  try {
    await progress.step(READ_STEPS + IMAGE_STEPS, 100, { reason: "result_publishing" });
    const published = await publishResult(services, input.analysis_id, {
      ...input,
      columns: [...result.columns.values()],
      images: stored.map(({ row }) => row),
      twin_version: components.twin_version,
      at: services.now(),
    });
    await progress.step(100, 100);
    return { ...published, value_count: result.value_count };
  } catch (cause) {
    await removeImagesOf(services, stored);
    throw cause;
  }
}

/** Checks all images, then stores them. Nothing refers to them until the result is published. */
async function storeImages(
  services: Services,
  upload: z.output<typeof uploadShape> | null,
  result: CollectedResult,
  directory: ComponentDirectory,
  progress: Progress,
): Promise<StoredImage[]> {
  if (upload === null) {
    assignImages([], result.images, directory, "images");
    return [];
  }
  const values = { file: upload.name };
  await progress.step(READ_STEPS, 100, { reason: "result_reading", values });
  const parent = join(services.settings.data_dir, "tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "images-"));
  const stored: StoredImage[] = [];
  try {
    const path = join(folder, "images.zip");
    await pipeline(await services.files.stream(upload.key), createWriteStream(path));
    const { zip, images } = await openImagesZip(path, upload.name);
    try {
      const assigned = assignImages(images, result.images, directory, upload.name);
      // All files are checked before any is stored.
      for (const { image } of assigned) await readImage(zip, image, upload.name);
      for (const [i, { image, components }] of assigned.entries()) {
        const { bytes, sidecar } = await readImage(zip, image, upload.name);
        const kind = kindOf(image.name, sidecar);
        const fields = { ...sidecar, kind, bytes, file_name: image.name };
        for (const { type, row } of components) {
          const level = directory.levels.find((level) => level.type === type);
          const dt_id = level?.names.dtId(row) ?? "";
          stored.push(await storeImage(services.files, { ...fields, component_type: type, dt_id }));
        }
        const fraction = (i + 1) / assigned.length;
        await progress.step(READ_STEPS + Math.floor(fraction * IMAGE_STEPS), 100);
      }
    } finally {
      zip.close();
    }
    return stored;
  } catch (cause) {
    await removeImagesOf(services, stored);
    throw cause;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeImagesOf({ files }: Services, stored: readonly StoredImage[]): Promise<void> {
  for (const key of stored.flatMap(({ new_keys }) => new_keys)) await files.remove(key);
}
