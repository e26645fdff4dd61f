// Builds a digital twin from files in the object store, and writes its objects there. The task publishes it.
import type { ComponentType, Technology } from "../../domain/component/component.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { failure, type Problem } from "../../domain/error.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { buildTwin, type BuiltTwin } from "../../domain/twin/twin-build.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import type { TypeChanges } from "../../domain/twin/twin-fate.ts";
import {
  listChanges,
  listOrphans,
  listRegrouped,
  type ChangedRows,
  type ListedChange,
} from "../../domain/twin/twin-change-list.ts";
import type { ImportMode } from "../../domain/twin/twin-mode.ts";
import { readLevels, storeTwin, type ReadLevel, type TwinRow } from "../store/plant/twin-object.ts";
import { readTwinFiles, type ReadReport } from "../twin-file/read-files.ts";
import type { KnownPlace } from "../twin-file/place.ts";
import type { Reader } from "./reader.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly plant: {
    readonly name: string;
    readonly technology: Technology;
    readonly place: KnownPlace;
    /** What the user said of the properties of the files. */
    readonly mapping: FileMapping;
  };
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
  readonly mode: ImportMode;
  /** Nothing is written; the changes are listed. */
  readonly preview: boolean;
};

/** What it does next: reads the file of this index, builds the twin, or writes its objects. */
export type TwinStage = number | "build" | "store";

/** `row` is null for a preview. */
type Result = { readonly row: TwinRow | null; readonly report: TwinReadReport };
type TwinReadReport = ReadReport &
  ReturnType<typeof listOrphans> &
  ReturnType<typeof listRegrouped> & {
    readonly levels: ReturnType<typeof levelReports>;
    readonly by_type: readonly TypeChanges[];
    readonly changes?: readonly ListedChange[];
    readonly changed_rows?: readonly ChangedRows[];
  };

export const reader: Reader<Input, Result, TwinStage> = async (input, say) => {
  const { plant, current, files: staged, mode, preview } = input;
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
  const isReplaced = mode === "replace_all";
  const present = new Set(isReplaced ? [] : types.filter((type) => !derived.has(type)));
  const groups = previous?.levels.find(({ geometry }) => geometry.type === "tracker_group");
  const hasNamedGroups = !isReplaced && groups !== undefined && !hasComponent(groups, "1");
  const known = { ...plant, hasNamedGroups };
  const { draft, report } = await readTwinFiles(sources, known, present, say);
  await say("build");
  const imported = new Set<string>(draft.levels.map(({ type }) => type));
  const stillMade = types.filter((type) => derived.has(type) && !imported.has(type) && !isReplaced);
  const made = { ...Object.fromEntries(stillMade.map((type) => [type, 0])), ...report.made };
  const built = buildTwin(draft, previous, mode);
  if (previous !== undefined) refuseTakenIds(draft, built);
  const by_type = built.levels.map(({ changes }) => changes);
  const orphans = listOrphans(built);
  const regrouped = listRegrouped(built);
  const levels = levelReports(built);
  const renamed = built.levels.reduce((sum, level) => sum + level.renamed, 0);
  const notes: Problem[] = [...report.notes];
  if (renamed > 0) notes.push({ reason: "twin_names_change", values: { count: renamed } });
  const whole = { ...report, notes, made, levels, by_type, ...orphans, ...regrouped };
  if (preview) return { row: null, report: { ...whole, ...listChanges(built) } };
  await say("store");
  return { row: await storeTwin(store, built), report: whole };
};

function hasComponent({ geometry, names }: ReadLevel, pcs: string): boolean {
  return geometry.length.some((length, row) => length !== 0 && names.pcs(row) === pcs);
}

/** Refuses dt_ids in the files that a component of another type has already. */
function refuseTakenIds(files: TwinDraft, built: BuiltTwin): void {
  const newIds = new Map<string, ComponentType>();
  for (const { type, dtId } of files.levels) {
    for (const id of dtId) if (id !== null) newIds.set(id, type);
  }
  if (newIds.size === 0) return;
  for (const { geometry, names } of built.levels) {
    for (let row = 0; row < geometry.count; row++) {
      if (geometry.length[row] === 0) continue;
      const dt_id = names.dtId(row);
      if ((newIds.get(dt_id) ?? geometry.type) === geometry.type) continue;
      const values = { dt_id, type: geometry.type };
      throw failure("FILE_REFUSED", { reason: "twin_dt_id_taken", field: "dt_id", values });
    }
  }
}

/** For the user: what exists of each component type. */
function levelReports(built: BuiltTwin) {
  return built.levels.map(({ geometry, rowOfDraft, changes }) => ({
    component_type: geometry.type,
    component_count: rowOfDraft.length,
    new_count: changes.new,
    removed_count: changes.removed,
    orphan_count: changes.orphans,
    polygon_count: geometry.polygons.rows.length,
  }));
}
