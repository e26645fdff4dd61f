// Prepares an orthomosaic: makes the pyramid of an uploaded GeoTIFF, from which its tiles are cut.
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { idShape } from "../../src/domain/id.ts";
import { temperatureScaleShape } from "../../src/domain/raster/temperature.ts";
import { filesBeside } from "../../src/domain/raster/world-file.ts";
import { defineJob } from "../../src/server/job/job.ts";
import { readPlantOfAnalysis } from "../../src/server/store/plant/column/column.ts";
import { listEvaluatedFiles } from "../../src/server/store/plant/analysis/evaluated-file.ts";
import {
  readPreparing,
  storeFault,
  storePrepared,
} from "../../src/server/store/plant/analysis/orthomosaic.ts";

const STEPS = { checked: 1, copied: 2, built: 3 } as const;
const LAST = 4;
/** A folder that a killed server left behind. */
const LEFT_MS = 24 * 3600_000;
/** A small file still needs the memory of the library that makes the pyramid. */
const LEAST_BYTES = 40 * 1024 ** 2;

export const prepareOrthomosaic = defineJob({
  name: "prepare_orthomosaic",
  input: z.object({ orthomosaic_id: idShape, temperature: temperatureScaleShape.optional() }),
  failed: async (db, { orthomosaic_id }, { problem }) => storeFault(db, orthomosaic_id, problem),
  async run(
    { db, files, readers, settings },
    { orthomosaic_id, temperature },
    progress,
    { signal },
  ) {
    const found = await readPreparing(db, orthomosaic_id);
    if (!found) return { prepared: false };
    const { object, file_name: file, bytes, analysis_id } = found.file;
    await progress.step(0, LAST, { reason: "orthomosaic_step_check", values: { file } });
    // The file, one in between of the same size, and the pyramid.
    await files.checkRoom?.(3 * bytes);
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const folder = await workFolder(join(data_dir, "orthomosaic-work"));
    try {
      const store = { data_dir, object_store_url, disk_reserve_mb };
      const beside = filesBeside(file, await listEvaluatedFiles(db, analysis_id));
      const { lon, lat } = await readPlantOfAnalysis(db, analysis_id);
      const named = { name: file, beside, near: [lon, lat] as const };
      const prefix = `orthomosaic/${orthomosaic_id}/`;
      const read = await readers.later("orthomosaic", {
        input: { store, object, name: file, folder, prefix, named, temperature },
        file,
        bytes: Math.max(bytes, LEAST_BYTES),
        owner: `analysis ${analysis_id}`,
        signal,
        onSaid: (said) =>
          progress.step(STEPS[said], LAST, {
            reason: `orthomosaic_step_${said}`,
            values: { file },
          }),
      });
      const before = found.row.pyramid;
      const isStored = await storePrepared(db, orthomosaic_id, read);
      if (!isStored) await files.remove(read.pyramid);
      else if (before !== null && before !== read.pyramid) await files.remove(before);
      await progress.step(LAST, LAST);
      return { prepared: isStored, megapixels: (read.width * read.height) / 1e6 };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** A new folder; those that killed servers left behind are removed. */
async function workFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs > LEFT_MS) await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(parent, "pyramid-"));
}
