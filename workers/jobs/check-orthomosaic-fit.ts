// Compares an orthomosaic with the plant's components and stores the movement that it would need.
import { z } from "zod";
import { failure } from "../../src/domain/error.ts";
import { idShape } from "../../src/domain/id.ts";
import { defineJob } from "../../src/server/job/job.ts";
import { readPlantOfAnalysis } from "../../src/server/store/plant/column/column.ts";
import { readPreparing, storeFit } from "../../src/server/store/plant/analysis/orthomosaic.ts";
import { readTwin } from "../../src/server/store/plant/twin.ts";

/** Bytes of memory per component, counted like bytes of a file, and for the compared pixels. */
const BYTES_PER_COMPONENT = 500;
const LEAST_BYTES = 256 * 1024 ** 2;

export const checkOrthomosaicFit = defineJob({
  name: "check_orthomosaic_fit",
  input: z.object({ orthomosaic_id: idShape }),
  async run(services, { orthomosaic_id }, progress, { signal }) {
    const { db, readers, settings } = services;
    const found = await readPreparing(db, orthomosaic_id);
    if (!found) return { checked: false };
    const { file_name: file, analysis_id } = found.file;
    const { pyramid, kind, epsg, to_map, nodata } = found.row;
    if (pyramid === null || kind === null || epsg === null || to_map === null)
      throw failure("FILE_REFUSED", { reason: "orthomosaic_not_ready", file });
    await progress.step(0, 1, { reason: "orthomosaic_step_fit", values: { file } });
    const plant = await readPlantOfAnalysis(db, analysis_id);
    const twin = await readTwin(db, plant.id);
    if (!twin) throw failure("FILE_REFUSED", { reason: "orthomosaic_fit_no_components", file });
    const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const fit = await readers.later("orthomosaic_fit", {
      input: {
        store: { data_dir, object_store_url, disk_reserve_mb },
        pyramid,
        kind,
        place: { epsg, to_map, nodata },
        twin,
      },
      file,
      bytes: LEAST_BYTES + components * BYTES_PER_COMPONENT,
      owner: `analysis ${analysis_id}`,
      signal,
    });
    await storeFit(db, orthomosaic_id, fit, services.now());
    await progress.step(1, 1);
    return { checked: true, is_found: fit !== null };
  },
});
