// What the importer of a purpose would make of files with a mapping, beside what the files hold.
import { NO_ROW } from "../../domain/component/component-index.ts";
import {
  componentTypes,
  type ComponentType,
  type Technology,
} from "../../domain/component/component.ts";
import { isFailure, type Problem } from "../../domain/error.ts";
import {
  fitsColumns,
  mappedColumns,
  SYSTEM,
  withoutMissing,
  type FileMapping,
  type FilePurpose,
} from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { TwinSource } from "../geo-file/raw-feature.ts";
import { noneRefused, type Refused } from "../twin-file/collect.ts";
import { readPlantAreas } from "../twin-file/plant-area.ts";
import { readTwinFiles } from "../twin-file/read-files.ts";
import { readShapes } from "../twin-file/shapes.ts";
import { wholeMapping } from "./guessed-mapping.ts";
import type { ReadObservations } from "./observation-rows.ts";
import { understandPlaced } from "./system-choice.ts";

/** How the answer of the reader differs from that of the call: problems have no words yet. */
export type ReadPreview = Omit<FilePreview, "refused" | "faults" | "notes" | "known_count"> & {
  readonly refused: readonly Problem[];
  readonly faults: readonly Problem[];
  readonly notes: readonly Problem[];
  /** Of observations, to be compared with those that are stored. */
  readonly external_ids: readonly string[];
};

type Plant = {
  readonly name: string;
  readonly technology: Technology;
  /** Places that its components may be near. */
  readonly near: readonly LonLat[];
  /** Component types that it has already. */
  readonly present: readonly ComponentType[];
};

export type PreviewInput = {
  readonly purpose: FilePurpose;
  readonly sources: readonly TwinSource[];
  /** What the user said; null where the preview chooses. */
  readonly mapping: FileMapping | null;
  /** What users of the customer said in earlier imports, the newest first. */
  readonly remembered: readonly FileMapping[];
  /** Null for outlines of plants. */
  readonly plant: Plant | null;
  /** The columns of observations that the file may have values of. */
  readonly columns?: readonly ObservationColumn[];
  /** Reads observations with this mapping. */
  readonly readObservations?: (
    source: TwinSource,
    mapping: FileMapping,
  ) => Promise<ReadObservations>;
};

type Made = Pick<
  ReadPreview,
  | "result_count"
  | "levels"
  | "twice_count"
  | "lacks_zone"
  | "timeless_count"
  | "noon_count"
  | "farthest_m"
  | "external_ids"
> & {
  readonly refused: Refused;
  readonly faults: readonly Problem[];
  /** The property that names components where none is called a name. */
  readonly name: string | null;
};

const nothing: Made = {
  result_count: 0,
  levels: [],
  twice_count: 0,
  lacks_zone: false,
  timeless_count: 0,
  noon_count: 0,
  farthest_m: null,
  external_ids: [],
  refused: noneRefused(),
  faults: [],
  name: null,
};

/** @throws FILE_REFUSED for a file that cannot be read at all */
export async function previewFiles(input: PreviewInput): Promise<ReadPreview> {
  const { purpose, sources, remembered, plant } = input;
  const near = plant?.near ?? [];
  const placed = await understandPlaced(sources, near, input.mapping ?? {}, remembered);
  const { shapes, columns, ...found } = placed.understood;
  const known = new Set(columns.map(({ name }) => name));
  const fitting = remembered.find(
    (one) => mappedColumns(one).length > 0 && fitsColumns(one, known),
  );
  const { [SYSTEM]: _system, ...meanings } = input.mapping
    ? withoutMissing(input.mapping, known)
    : (fitting ?? {});
  const mapping: FileMapping = { ...meanings, ...(placed.system && { [SYSTEM]: placed.system }) };
  const isRemembered = fitting !== undefined || placed.isRemembered;
  const mapping_source = input.mapping ? "chosen" : isRemembered ? "remembered" : "file";
  const { outline_count, line_count, point_count } = found;
  const isPlaceless =
    found.feature_count > 0 && outline_count === 0 && line_count === 0 && point_count === 0;
  const said =
    purpose === "observations"
      ? wholeMapping(purpose, [...known], mapping, [], input.columns ?? [], isPlaceless)
      : mapping;
  const isPlaced = placed.faults.length === 0;
  const unplaced: Made = { ...nothing, faults: placed.faults };
  const made = await (isPlaced ? makeOf(input, said) : Promise.resolve(unplaced)).catch(
    (error: unknown): Made => {
      // The user may put right what the files cannot say.
      if (!isFailure(error) || error.code !== "FILE_REFUSED") throw error;
      return { ...nothing, faults: error.problems };
    },
  );
  const { refused, name, ...rest } = made;
  const types = made.levels.map(({ component_type }) => component_type);
  const whole = wholeMapping(purpose, [...known], said, types, [], isPlaceless);
  const isNamed = name !== null && whole["name"] === null && mapping["name"] === undefined;
  return {
    ...found,
    ...rest,
    files: [...found.files],
    systems: [...found.systems],
    system_choice: placed.choice,
    columns: [...columns],
    folders: [...found.folders],
    mapping: isNamed ? { ...whole, name } : whole,
    said,
    mapping_source,
    refused_count: refused.count,
    refused: refused.problems,
    refused_counts: refused.counts.map(({ reason, field = null, count }) => ({
      reason,
      field,
      count,
    })),
    shapes: JSON.stringify({
      type: "FeatureCollection",
      features: shapes.map((geometry) => ({ type: "Feature", properties: {}, geometry })),
    }),
    shown_count: shapes.length,
  };
}

async function makeOf(input: PreviewInput, mapping: FileMapping): Promise<Made> {
  const { purpose, sources, plant } = input;
  const [source] = sources;
  if (!source) return nothing;
  if (purpose === "twin" && plant) return twinOf(sources, plant, mapping);
  if (purpose === "observations" && input.readObservations) {
    const { rows, ...read } = await input.readObservations(source, mapping);
    const external_ids = rows.map(({ external_id }) => external_id);
    return { ...nothing, ...read, result_count: rows.length, external_ids };
  }
  if (purpose === "areas") {
    const { areas, refused } = await readPlantAreas(source, mapping);
    const faults = areas.length === 0 ? refused.problems : [];
    return { ...nothing, refused, faults, result_count: areas.length };
  }
  const { feature_count, refused } = await readShapes(source, mapping);
  return { ...nothing, refused, result_count: feature_count };
}

async function twinOf(
  sources: readonly TwinSource[],
  { present, near, ...plant }: Plant,
  mapping: FileMapping,
): Promise<Made> {
  const place = { near, confirmed: true };
  const { draft, report } = await readTwinFiles(
    sources,
    { ...plant, place, mapping },
    new Set(present),
  );
  const levels = draft.levels.map(({ type, count, pcs, dtId, parent }) => {
    const isTop = componentTypes[type].parent === null;
    let [nameless_count, orphan_count] = [0, 0];
    for (let i = 0; i < count; i += 1) {
      if (pcs[i] === "" && dtId[i] === null) nameless_count += 1;
      if (!isTop && parent[i] === NO_ROW) orphan_count += 1;
    }
    const made_count = report.made[type] ?? 0;
    return {
      component_type: type,
      component_count: count,
      made_count,
      nameless_count,
      orphan_count,
    };
  });
  const { refused_count: count, refused: problems, refused_counts: counts } = report;
  return {
    ...nothing,
    result_count: levels.reduce((sum, { component_count }) => sum + component_count, 0),
    levels,
    refused: { count, problems: [...problems], counts: [...counts] },
    // A place far from the plant is said and can be confirmed, as in the import.
    faults: report.confirmed,
    name: report.columns.find(({ used_as }) => used_as === "name")?.column ?? null,
  };
}
