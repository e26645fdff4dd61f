// Builds a digital twin from files in the object store, and writes its objects there. The task publishes it.
import type { ComponentType, Technology } from "../../domain/component/component.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { failure } from "../../domain/error.ts";
import { buildTwin, type BuiltTwin, type PreviousTwin } from "../../domain/twin/twin-build.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { mergeDraft, redraft } from "../../domain/twin/twin-redraft.ts";
import { readLevels, storeTwin, type TwinRow } from "../store/plant/twin-object.ts";
import { readTwinFiles, type ReadReport } from "../twin-file/read-files.ts";
import type { Reading } from "./reading.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly plant: { readonly name: string; readonly technology: Technology };
  readonly files: readonly {
    readonly key: string;
    readonly name: string;
    readonly bytes: number;
    readonly component_type: ComponentType | null;
  }[];
  /** The twin that the plant has now. */
  readonly current: Twin | null;
  /** Its types that were in no file and were derived from their children. */
  readonly derived: readonly string[];
};

/** What it does next: reads the file of this index, builds the twin, or writes its objects. */
export type TwinStage = number | "build" | "store";

type Result = { readonly row: TwinRow; readonly report: TwinReadReport };
type TwinReadReport = ReadReport & { readonly levels: ReturnType<typeof levelReports> };

export const reading: Reading<Input, Result, TwinStage> = async (input, say) => {
  const { plant, current, files: staged } = input;
  const store = await storeOf(input.store);
  const previous =
    current === null
      ? undefined
      : { origin: current.origin, levels: await readLevels(store, current.levels) };
  const types = previous?.levels.map(({ geometry }) => geometry.type) ?? [];
  // Parents that were generated from their children are generated again for new children.
  const derived = new Set(input.derived);
  const sources = staged.map(({ key, name, bytes, component_type }) => ({
    name,
    bytes,
    component_type,
    open: (range?: { start: number; end: number }) => store.stream(key, range),
  }));
  const present = new Set<ComponentType>(types.filter((type) => !derived.has(type)));
  const { draft, report } = await readTwinFiles(sources, plant, present, say);
  await say("build");
  const imported = new Set<string>(draft.levels.map(({ type }) => type));
  const stillMade = types.filter((type) => derived.has(type) && !imported.has(type));
  const made = { ...Object.fromEntries(stillMade.map((type) => [type, 0])), ...report.made };
  let whole = draft;
  if (previous !== undefined) {
    const kept = redraft(plant.technology, previous);
    refuseTakenIds(draft, kept);
    whole = mergeDraft(draft, kept);
  }
  const built = buildTwin(whole, previous);
  await say("store");
  const levels = levelReports(built, previous);
  return { row: await storeTwin(store, built), report: { ...report, made, levels } };
};

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

/** For the user: per component type what exists, what is new and what was removed. */
function levelReports(built: BuiltTwin, previous: PreviousTwin | undefined) {
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
