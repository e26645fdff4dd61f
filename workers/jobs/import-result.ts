// Imports a result file and its images. Everything is checked first, then published in one transaction.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { farImages } from "../../src/domain/analysis/far-image.ts";
import { failure } from "../../src/domain/error.ts";
import type { Services } from "../../src/server/context.ts";
import { defineJob, type Progress } from "../../src/server/job/job.ts";
import { columnFromFile } from "../../src/server/file-reader/table/column-file.ts";
import type { SaidImage } from "../../src/server/file-reader/table/result-reader.ts";
import { refreshCarried } from "../../src/server/store/plant/column/carried-refresh.ts";
import { importResultInput } from "../../src/server/result-file/import-input.ts";
import { listColumns, readPlantOfAnalysis } from "../../src/server/store/plant/column/column.ts";
import {
  storeImage,
  type StoredImage,
} from "../../src/server/store/plant/analysis/result-image.ts";
import { publishResult } from "../../src/server/store/plant/analysis/result.ts";
import { rememberMapping } from "../../src/server/store/plant/file-mapping.ts";
import { readCustomerOf } from "../../src/server/store/provider/quota.ts";
import { readPlantZone } from "../../src/server/store/plant/plant-zone.ts";
import { readTwin } from "../../src/server/store/plant/twin.ts";

/** Parts of the progress, of 100 steps in total. */
const READ_STEPS = 40;
const IMAGE_STEPS = 50;
/** Bytes of memory per component of the plant, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 80;

type Input = z.output<typeof importResultInput>;

export const importResult = defineJob({
  name: "import_result",
  input: importResultInput,
  uploads: ({ values, images }) => [values, images].flatMap((upload) => upload?.key ?? []),
  async run(services, input, progress, { account_id }) {
    const parent = join(services.settings.data_dir, "tmp");
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, "import-"));
    const stored: StoredImage[] = [];
    try {
      return await importUploads(services, input, { progress, folder, stored, account_id });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

type Run = {
  readonly progress: Progress;
  readonly folder: string;
  /** Images that were stored so far. Nothing refers to them until the result is published. */
  readonly stored: StoredImage[];
  readonly account_id: number | null;
};

async function importUploads(
  services: Services,
  input: Input,
  { progress, folder, stored, account_id }: Run,
): Promise<Record<string, unknown>> {
  const { db, readers, settings } = services;
  const { analysis_id, values, delete_before } = input;
  const plant = await readPlantOfAnalysis(db, analysis_id);
  const twin = await readTwin(db, plant.id);
  if (twin === null) throw failure("RESOURCE_NOT_FOUND", { reason: "twin_missing" });
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  const known = delete_before ? [] : await listColumns(db, [analysis_id]);
  const uploads = [values, input.images].filter((upload) => upload !== null);
  const owner = account_id ?? 0;
  const plant_zone = await readPlantZone(db, { plant_id: plant.id });
  const pictures = pictureQueue(services, { owner, plant_zone }, stored);
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  const reading = await readers
    .later("result", {
      input: {
        store: { data_dir, object_store_url, disk_reserve_mb },
        twin,
        technology: plant.technology,
        values,
        ...(input.sheet !== undefined && { sheet: input.sheet }),
        ...(input.mapping !== undefined && { mapping: input.mapping }),
        images: await imagesOnDisk(services, input.images, folder),
        delete_before,
        folder,
        known: known.map(({ key_figure_id }) => key_figure_id),
      },
      file: uploads.map(({ name }) => name).join(", "),
      bytes: uploads.reduce((sum, { bytes }) => sum + bytes, components * BYTES_PER_COMPONENT),
      owner,
      async onSaid(said) {
        const isValues = said.part === "values";
        const step = isValues ? READ_STEPS * said.done : READ_STEPS + IMAGE_STEPS * said.done;
        const file = (isValues ? values : input.images)?.name ?? "";
        const info = { reason: "result_reading", values: { file } };
        await progress.step(Math.floor(step), 100, ...(said.done === 0 ? [info] : []));
        if (said.part === "image") await pictures.add(said.image);
      },
    })
    .finally(pictures.settled);
  pictures.check();
  await progress.step(READ_STEPS + IMAGE_STEPS, 100, { reason: "result_publishing" });
  const customer_id = await readCustomerOf(db, plant.id);
  const { mapping } = input;
  const published = await publishResult(services, analysis_id, {
    ...input,
    async remember(inside) {
      if (!mapping || customer_id === null) return;
      await rememberMapping(inside, { customer_id, purpose: "results", mapping });
    },
    columns: reading.columns.map((file) => columnFromFile(folder, file)),
    images: stored,
    twin_version: twin.version,
    at: services.now(),
    account_id,
  });
  await refreshCarried(services, analysis_id, account_id);
  await progress.step(100, 100);
  const { value_count, empty_count } = reading;
  const far = farImages(stored, plant);
  const warnings = far ? [...reading.warnings, far] : reading.warnings;
  return { ...published, value_count, empty_count, warnings };
}

/** The directory of a ZIP is at its end, so it is copied to the disk. */
async function imagesOnDisk({ files }: Services, upload: Input["images"], folder: string) {
  if (upload === null) return null;
  const path = join(folder, "images.zip");
  await pipeline(await files.stream(upload.key), createWriteStream(path));
  return { path, name: upload.name };
}

/** Stores images, a few at a time, while the next ones are unpacked. */
function pictureQueue(
  { files, readers, settings }: Services,
  { owner, plant_zone }: { readonly owner: number; readonly plant_zone: string | null },
  stored: StoredImage[],
) {
  const running = new Set<Promise<void>>();
  const faults: unknown[] = [];
  async function store({ components, ...image }: SaidImage): Promise<void> {
    const { bytes, file_name: name } = image;
    const about = { file: name, bytes: bytes.length, owner };
    const input = { name, bytes, plant_zone };
    const picture = await readers.picture("picture", { input, ...about });
    for (const component of components) {
      stored.push(await storeImage(files, { ...image, ...component }, picture));
    }
  }
  /** @throws the first fault */
  const check = () => {
    if (faults.length > 0) throw faults[0];
  };
  const settled = () => Promise.all(running);
  return {
    check,
    settled,
    /** Waits while as many pictures are decoded as there are processes. @throws the fault of an earlier image */
    async add(image: SaidImage): Promise<void> {
      const work = store(image)
        .catch((fault: unknown) => void faults.push(fault))
        .finally(() => running.delete(work));
      running.add(work);
      if (running.size >= settings.picture_processes) await Promise.race(running);
      check();
    },
  };
}
