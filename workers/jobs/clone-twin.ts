// Copies the digital twin of another plant: the same objects with a new manifest.
import { z } from "zod";
import { failure } from "../../src/domain/error.ts";
import { defineJob } from "../../src/server/job/job.ts";
import {
  countsOf,
  publishManifest,
  readTaskTwin,
  readTwin,
  readTwinOutline,
  readTwinPlant,
} from "../../src/server/store/plant/twin.ts";

export const cloneTwin = defineJob({
  name: "clone_twin",
  input: z.object({ plant_id: z.number().int(), source_plant_id: z.number().int() }),
  async run(services, { plant_id, source_plant_id }, progress, { task_id, account_id }) {
    const { db } = services;
    const published = await readTaskTwin(db, plant_id, task_id);
    if (published !== null) return published;
    await progress.step(0, 1, { reason: "twin_copying" });
    const plant = await readTwinPlant(db, plant_id);
    const source = await readTwinPlant(db, source_plant_id);
    if (plant === null || source === null) throw failure("RESOURCE_NOT_FOUND");
    if (plant.twin_version > 0) throw failure("CONFLICT", { reason: "twin_exists" });
    if (plant.technology !== source.technology) {
      throw failure("CONFLICT", { reason: "twin_of_other_technology" });
    }
    const twin = await readTwin(db, source_plant_id);
    if (twin === null) throw failure("CONFLICT", { reason: "plant_without_twin" });
    const report = { task_id, source_plant_id, counts: countsOf(twin.levels) };
    const outline = await readTwinOutline(db, source_plant_id);
    await publishManifest(
      services,
      { ...twin, ...outline },
      { plant, report, created_by: account_id },
    );
    return report;
  },
});
