// Counts what the images of an analysis show of the components, and publishes it in one transaction.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { nameKey } from "../../domain/analysis/upload-name.ts";
import { generateCoverageRefusal, type Unseen } from "../../domain/coverage/coverage.ts";
import type { SeenByDrone } from "../../domain/coverage/drone-coverage.ts";
import { judgingImages } from "../../domain/coverage/coverage-images.ts";
import { failure } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import { requireFound } from "../implement.ts";
import { columnFromFile } from "../file-reader/table/column-file.ts";
import { lockAnalysis, publishColumns, storePacked } from "../store/plant/column/column.ts";
import { recountColumns } from "../store/plant/column/column-recount.ts";
import {
  coverageBasis,
  endCoverageEdits,
  readCoverageImages,
  readCoveragePlant,
} from "../store/plant/flight/coverage.ts";
import { readPlantOfAnalysis } from "../store/plant/column/column.ts";
import { readTwin } from "../store/plant/twin.ts";

/** Bytes of memory per component and per image, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 100;
const BYTES_PER_IMAGE = 2000;
/** Files may be deleted while they are counted. */
const TRIES = 5;

async function inputOf({ db, settings }: Pick<Services, "db" | "settings">, analysis_id: number) {
  const { id: plant_id } = await readPlantOfAnalysis(db, analysis_id);
  const twin = await readTwin(db, plant_id);
  if (!twin) throw failure("CONFLICT", { reason: "plant_without_twin" });
  const plant = requireFound(await readCoveragePlant(db, analysis_id));
  const images = await readCoverageImages(db, analysis_id);
  const { data_dir, object_store_url, disk_reserve_mb } = settings;
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  return {
    plant_id,
    twin,
    plant,
    images,
    basis: coverageBasis(images, twin, plant),
    store: { data_dir, object_store_url, disk_reserve_mb },
    bytes: components * BYTES_PER_COMPONENT + images.length * BYTES_PER_IMAGE,
  };
}

export type GeneratedCoverage = {
  readonly basis: string;
  readonly images: number;
  readonly usable: number;
  readonly by_drone: readonly SeenByDrone[];
};

/** May be repeated. @throws CONFLICT if the plant has nothing to cover, or the results were released */
export async function generateCoverage(
  services: Services,
  analysis_id: number,
  signal: AbortSignal,
): Promise<GeneratedCoverage> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const done = await generateOnce(services, analysis_id, signal);
    if (done) return done;
  }
  throw failure("CONFLICT", { reason: "coverage_images_changing" });
}

/** Null if the images changed while they were counted. */
async function generateOnce(
  services: Services,
  analysis_id: number,
  signal: AbortSignal,
): Promise<GeneratedCoverage | null> {
  const { db, files, readers, settings } = services;
  const { plant_id, twin, plant, images, basis, store, bytes } = await inputOf(
    services,
    analysis_id,
  );
  const parent = join(settings.data_dir, "tmp");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "coverage-"));
  try {
    const { columns, by_drone } = await readers.later("coverage", {
      input: {
        store,
        twin,
        plant,
        images: images.map((one) => ({ ...one, is_removed: false })),
        folder,
      },
      file: "",
      bytes,
      owner: analysis_id,
      signal,
    });
    const isPublished = await db.transaction(async (transaction) => {
      const analysis = requireFound((await lockAnalysis(transaction, analysis_id)) ?? null);
      const refusal = generateCoverageRefusal({ analysis, plant: { digitized: true } });
      if (refusal) throw failure("CONFLICT", refusal);
      const current = await readTwin(transaction, plant_id);
      const now = await readCoverageImages(transaction, analysis_id);
      if (!current || coverageBasis(now, current, plant) !== basis) return false;
      const stored = [];
      for (const column of columns) {
        stored.push(await storePacked(files, await columnFromFile(folder, column).packed()));
      }
      await endCoverageEdits(transaction, analysis_id, services.now());
      await publishColumns(transaction, analysis_id, stored, { twin_version: twin.version });
      const key_figure_ids = stored.map(({ summary }) => summary.key_figure_id);
      await recountColumns({ db: transaction, files }, plant_id, twin, {
        analysis_id,
        key_figure_ids,
      });
      return true;
    });
    if (!isPublished) return null;
    const usable = judgingImages(images, plant).length;
    return { basis, images: images.length, usable, by_drone };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The components that no image shows without the named files. */
export async function unseenWithout(
  services: Services,
  analysis_id: number,
  file_names: readonly string[],
): Promise<Unseen> {
  const { twin, plant, images, store, bytes } = await inputOf(services, analysis_id);
  const keys = new Set(file_names.map(nameKey));
  const marked = images.map((one) => ({ ...one, is_removed: keys.has(one.name_key) }));
  const { lost } = await services.readers.now("coverage", {
    input: { store, twin, plant, images: marked, folder: null },
    file: "",
    bytes,
    owner: `analysis ${analysis_id}`,
  });
  const removed = marked.filter(({ is_removed }) => is_removed);
  return { images: judgingImages(removed, plant).length, levels: [...lost] };
}
