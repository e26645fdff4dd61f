// Creates or updates the digital twin of a plant from files in the object store.
import { z } from "zod";
import { componentTypeIds } from "../../src/domain/component/component.ts";
import { failure } from "../../src/domain/error.ts";
import { defineJob } from "../../src/server/job/job.ts";
import {
  countsOf,
  publishManifest,
  readDerivedTypes,
  readTaskTwin,
  readTwin,
  readTwinPlant,
  type TwinPlant,
} from "../../src/server/store/plant/twin.ts";

export const importModes = ["create", "update"] as const;

const input = z.object({
  plant_id: z.number().int(),
  /** `update` keeps the component types that are not in the files. If absent, the job chooses the mode. */
  mode: z.enum(importModes).optional(),
  files: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      bytes: z.number().int(),
      component_type: z.enum(componentTypeIds).nullable(),
    }),
  ),
});
export type ImportTwinInput = z.input<typeof input>;

/** Bytes of memory per component of the twin that is updated, counted like bytes of a file. */
const BYTES_PER_COMPONENT = 80;

export const importTwin = defineJob({
  name: "import_twin",
  input,
  uploads: ({ files }) => files.map(({ key }) => key),
  async run(services, { plant_id, mode, files }, progress, { task_id, account_id }) {
    const { db, readers, settings } = services;
    const published = await readTaskTwin(db, plant_id, task_id);
    if (published !== null) return published;
    const steps = files.length + 3;
    const plant: TwinPlant | null = await readTwinPlant(db, plant_id);
    if (plant === null) throw failure("RESOURCE_NOT_FOUND");
    if (mode === "create" && plant.twin_version > 0)
      throw failure("CONFLICT", { reason: "twin_exists" });
    const current = await readTwin(db, plant_id);
    const known = current?.levels.reduce((sum, { row_count }) => sum + row_count, 0) ?? 0;
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const { row, report } = await readers.later("twin", {
      input: {
        store: { data_dir, object_store_url, disk_reserve_mb },
        plant: { name: plant.name, technology: plant.technology },
        files,
        current,
        derived: [...(await readDerivedTypes(db, plant_id))],
      },
      file: files.map(({ name }) => name).join(", "),
      bytes: files.reduce((sum, { bytes }) => sum + bytes, known * BYTES_PER_COMPONENT),
      owner: account_id ?? 0,
      onSaid: (stage) =>
        typeof stage === "number"
          ? progress.step(stage, steps, {
              reason: "twin_reading",
              values: { file: files[stage]?.name ?? "" },
            })
          : progress.step(files.length + (stage === "build" ? 0 : 1), steps, {
              reason: stage === "build" ? "twin_building" : "twin_publishing",
            }),
    });
    const fullReport = { task_id, ...report };
    const about = { plant, report: fullReport, created_by: account_id };
    const twin = await publishManifest(services, row, about);
    await progress.step(steps, steps, {
      reason: "twin_imported",
      values: { count: Object.values(countsOf(twin.levels)).reduce((sum, n) => sum + n, 0) },
    });
    return fullReport;
  },
});
