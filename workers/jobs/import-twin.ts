// Creates or updates the digital twin of a plant from files in the object store.
import { z } from "zod";
import { componentTypeIds } from "../../src/domain/component/component.ts";
import { failure } from "../../src/domain/error.ts";
import { fileMappingShape } from "../../src/domain/file-preview/file-mapping.ts";
import { importModes } from "../../src/domain/twin/twin-mode.ts";
import type { TwinReport } from "../../src/domain/twin/twin-report.ts";
import { defineJob } from "../../src/server/job/job.ts";
import { nearPlaces } from "../../src/domain/twin/twin-place.ts";
import { recountForTwin } from "../../src/server/store/plant/column/column-recount.ts";
import {
  countsOf,
  publishManifest,
  readDerivedTypes,
  readTaskTwin,
  readTwin,
  readTwinPlant,
  type TwinPlant,
} from "../../src/server/store/plant/twin.ts";

const input = z.object({
  plant_id: z.number().int(),
  /** See twin-mode.ts. If absent: `create` for a plant without a twin, else `add`. */
  mode: z
    .enum([...importModes, "update"])
    .transform((mode) => (mode === "update" ? "add" : mode))
    .optional(),
  /** Nothing is written. The result says what would become of the components. */
  preview: z.boolean().default(false),
  /** The components may be far from the plant. */
  confirm_place: z.boolean().default(false),
  /** Version of the twin for which a preview was made: with another one the import is refused. */
  twin_version: z.number().int().optional(),
  /** What the user said of the properties of the files. */
  mapping: fileMappingShape.default({}),
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
  // The import that follows a preview takes its files, see twin-previewed.ts.
  uploads: ({ files, preview }, isDone) => (preview && isDone ? [] : files.map(({ key }) => key)),
  async run(
    services,
    { plant_id, mode, preview, twin_version, confirm_place, mapping, files },
    progress,
    { task_id, account_id },
  ) {
    const { db, readers, settings } = services;
    const published = await readTaskTwin(db, plant_id, task_id);
    if (published !== null) return counted(published);
    const steps = files.length + 3;
    const plant: TwinPlant | null = await readTwinPlant(db, plant_id);
    if (plant === null) throw failure("RESOURCE_NOT_FOUND");
    if (mode === "create" && plant.twin_version > 0)
      throw failure("CONFLICT", { reason: "twin_exists" });
    if (twin_version !== undefined && twin_version !== plant.twin_version)
      throw failure("CONFLICT", { reason: "twin_changed" });
    const current = await readTwin(db, plant_id);
    const chosen = mode ?? (current === null ? "create" : "add");
    const known = current?.levels.reduce((sum, { row_count }) => sum + row_count, 0) ?? 0;
    const { data_dir, object_store_url, disk_reserve_mb } = settings;
    const { row, report } = await readers.later("twin", {
      input: {
        store: { data_dir, object_store_url, disk_reserve_mb },
        plant: {
          name: plant.name,
          technology: plant.technology,
          place: { near: nearPlaces([plant.lon, plant.lat], current), confirmed: confirm_place },
          mapping,
        },
        files,
        current,
        derived: [...(await readDerivedTypes(db, plant_id))],
        mode: chosen,
        preview,
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
    if (row === null) {
      await progress.step(steps, steps, { reason: "twin_previewed" });
      return { mode: chosen, preview, twin_version: plant.twin_version, ...report };
    }
    const fullReport = { task_id, mode: chosen, ...report };
    const about = { plant, report: fullReport, created_by: account_id };
    const twin = await publishManifest(services, row, about);
    const result = await counted(fullReport);
    await progress.step(steps, steps, {
      reason: "twin_imported",
      values: { count: Object.values(countsOf(twin.levels)).reduce((sum, n) => sum + n, 0) },
    });
    return result;

    /** The twin is published: its import does not fail if the columns cannot be counted. */
    async function counted(report: TwinReport) {
      const twin = await readTwin(db, plant_id);
      const isDone = twin === null || (await recountForTwin(services, plant_id, twin));
      if (isDone) return report;
      const notes: unknown[] = Array.isArray(report["notes"]) ? report["notes"] : [];
      return { ...report, notes: [...notes, { reason: "twin_counts_late" }] };
    }
  },
});
