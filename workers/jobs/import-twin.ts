// Creates or updates the digital twin of a plant from files in the object store.
import { z } from "zod";
import { componentTypeIds, type ComponentType } from "../../src/domain/component/component.ts";
import { failure } from "../../src/domain/error.ts";
import { buildTwin, type BuiltTwin, type PreviousTwin } from "../../src/domain/twin/twin-build.ts";
import type { TwinDraft } from "../../src/domain/twin/twin-draft.ts";
import { mergeDraft, redraft } from "../../src/domain/twin/twin-redraft.ts";
import type { Services } from "../../src/server/context.ts";
import { defineJob } from "../../src/server/job/job.ts";
import {
  countsOf,
  publishTwin,
  readDerivedTypes,
  readPreviousTwin,
  readTaskTwin,
  readTwinPlant,
  type TwinPlant,
} from "../../src/server/store/plant/twin.ts";
import type { TwinSource } from "../../src/server/twin-file/raw-feature.ts";
import { readTwinFiles } from "../../src/server/twin-file/read-files.ts";

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

function sourceOf(
  files: Services["files"],
  file: z.output<typeof input>["files"][number],
): TwinSource {
  const { key, name, bytes, component_type } = file;
  return { name, bytes, component_type, open: (range) => files.stream(key, range) };
}

/** Refuses dt_ids in the files that a kept component type has already. */
function refuseTakenIds(update: TwinDraft, kept: TwinDraft): void {
  const newIds = new Set(update.levels.flatMap(({ dtId }) => dtId.filter((id) => id !== null)));
  if (newIds.size === 0) return;
  const replaced = new Set(update.levels.map(({ type }) => type));
  for (const level of kept.levels) {
    const taken = replaced.has(level.type)
      ? undefined
      : level.dtId.find((id) => id !== null && newIds.has(id));
    if (!taken) continue;
    const values = { dt_id: taken, type: level.type };
    throw failure("FILE_REFUSED", { reason: "twin_dt_id_taken", field: "dt_id", values });
  }
}

/** The report for the user: per component type what exists, what is new and what was removed. */
function reportOf(built: BuiltTwin, previous: PreviousTwin | undefined) {
  const before = new Map(previous?.levels.map((level) => [level.geometry.type, level.names.count]));
  return built.levels.map(({ geometry, rowOfDraft, orphan_count, removed_count }) => ({
    component_type: geometry.type,
    component_count: rowOfDraft.length,
    new_count: geometry.count - (before.get(geometry.type) ?? 0),
    removed_count,
    orphan_count,
    polygon_count: geometry.polygons.rows.length,
  }));
}

export const importTwin = defineJob({
  name: "import_twin",
  input,
  uploads: ({ files }) => files.map(({ key }) => key),
  async run(services, { plant_id, mode, files: staged }, progress, { task_id, account_id }) {
    const { db, files } = services;
    const published = await readTaskTwin(db, plant_id, task_id);
    if (published !== null) return published;
    const steps = staged.length + 3;
    const plant: TwinPlant | null = await readTwinPlant(db, plant_id);
    if (plant === null) throw failure("RESOURCE_NOT_FOUND");
    if (mode === "create" && plant.twin_version > 0)
      throw failure("CONFLICT", { reason: "twin_exists" });
    const previous = await readPreviousTwin(services, plant_id);
    const types = previous?.levels.map(({ geometry }) => geometry.type) ?? [];
    // parents that were generated from their children are generated again for new children
    const madeBefore = await readDerivedTypes(db, plant_id);
    const present = new Set<ComponentType>(types.filter((type) => !madeBefore.has(type)));
    const { draft, report } = await readTwinFiles(
      staged.map((file) => sourceOf(files, file)),
      plant,
      present,
      (index) =>
        progress.step(index, steps, {
          reason: "twin_reading",
          values: { file: staged[index]!.name },
        }),
    );
    await progress.step(staged.length, steps, { reason: "twin_building" });
    const importedTypes = new Set<string>(draft.levels.map(({ type }) => type));
    const stillMade = types.filter((type) => madeBefore.has(type) && !importedTypes.has(type));
    const made = { ...Object.fromEntries(stillMade.map((type) => [type, 0])), ...report.made };
    let whole = draft;
    if (previous !== undefined) {
      const current = redraft(plant.technology, previous);
      refuseTakenIds(draft, current);
      whole = mergeDraft(draft, current);
    }
    const built = buildTwin(whole, previous);
    await progress.step(staged.length + 1, steps, { reason: "twin_publishing" });
    const levels = reportOf(built, previous);
    const fullReport = { task_id, ...report, made, levels };
    const twin = await publishTwin(services, built, {
      plant,
      report: fullReport,
      created_by: account_id,
    });
    await progress.step(steps, steps, {
      reason: "twin_imported",
      values: { count: Object.values(countsOf(twin.levels)).reduce((sum, n) => sum + n, 0) },
    });
    return fullReport;
  },
});
