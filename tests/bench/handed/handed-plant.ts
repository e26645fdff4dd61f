// A plant and its surveys as the product evaluates them: files in an object store, the reader that a task starts.
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ColumnValues } from "../../../src/domain/column/column.ts";
import type { Geometry, Twin } from "../../../src/domain/component/component-index.ts";
import type { ComponentType, Technology } from "../../../src/domain/component/component.ts";
import { noFlightTime } from "../../../src/domain/evaluation/condition/counted-rows.ts";
import type { ConditionRow, Quantity } from "../../../src/domain/evaluation/condition-record.ts";
import type { RasterRegistration, SurveyLog } from "../../../src/domain/evaluation/survey-log.ts";
import { groundGeometry, groundPlane } from "../../../src/domain/geometry/ground-geometry.ts";
import { lonLatSystem } from "../../../src/domain/geometry/crs.ts";
import { movedBy } from "../../../src/domain/evaluation/place/pose.ts";
import { isPlaceSure } from "../../../src/domain/evaluation/registration.ts";
import { buildTwin } from "../../../src/domain/twin/twin-build.ts";
import { openObjectFolder } from "../../../src/server/adapters/object-folder.ts";
import { columnFromFile } from "../../../src/server/file-reader/table/column-file.ts";
import { reader } from "../../../src/server/file-reader/survey-reader.ts";
import { bufferSource } from "../../../src/server/geo-file/buffer-source.ts";
import { storeTwin } from "../../../src/server/store/plant/twin-object.ts";
import { readTwinFiles } from "../../../src/server/twin-file/read-files.ts";

export type HandedPlant = {
  readonly folder: string;
  readonly technology: Technology;
  readonly twin: Twin;
  /** What is surveyed, on the ground plane of the twin. */
  readonly geometry: Geometry;
  nameOf(row: number): string;
};

const storeAccess = (folder: string) => ({
  data_dir: folder,
  object_store_url: null,
  disk_reserve_mb: 0,
});
const storeIn = (folder: string) => openObjectFolder(join(folder, "objects"));

/** @param files of each type, in the folder */
export async function handedPlant(
  folder: string,
  name: string,
  technology: Technology,
  files: readonly (readonly [ComponentType, file: string])[],
): Promise<HandedPlant> {
  const sources = [];
  for (const [type, file] of files)
    sources.push(bufferSource(file, await readFile(join(folder, file)), type));
  const { draft } = await readTwinFiles(sources, { name, technology }, new Set());
  const built = buildTwin(draft);
  const { origin, bounds, levels } = await storeTwin(await storeIn(folder), built);
  const type = technology === "photovoltaic" ? "module" : "absorber_tube";
  const level = built.levels.find(({ geometry }) => geometry.type === type)!;
  return {
    folder,
    technology,
    twin: { plant_id: 1, version: 1, origin, bounds, levels },
    geometry: groundGeometry(level.geometry, origin),
    nameOf: (row) => level.names.dtId(row),
  };
}

/** A value of the whole survey, or of a component. */
export const stated = (quantity: Quantity, value: number, component = ""): ConditionRow => ({
  quantity,
  component,
  measured_at: null,
  value,
  source: "entered",
});

export type Evaluated = {
  /** By key of the key figure, by row. */
  readonly columns: Readonly<Record<string, ColumnValues>>;
  readonly log: SurveyLog;
};

/** @param file of the raster, in °C */
export async function evaluated(
  { folder, technology, twin }: HandedPlant,
  file: string,
  conditions: readonly ConditionRow[],
): Promise<Evaluated> {
  const store = await storeIn(folder);
  const bytes = await readFile(file);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const key = `survey/${sha256}`;
  await store.put(key, bytes);
  const out = await mkdtemp(join(folder, "columns-"));
  const [lon, lat] = twin.origin;
  const nothing = { world: null, prj: null, aux: null };
  try {
    const { columns, log } = await reader(
      {
        store: storeAccess(folder),
        twin,
        rasters: [{ key, name: "thermal.tif", sha256, beside: nothing }],
        images: [],
        unplaced: [],
        by_jpeg: 0,
        image_temperatures: null,
        // Fixed rows are not measured: the renderer has none that are turned.
        plant: {
          technology,
          mounting_type: "fixed",
          mounting_orientation: null,
          module_inclination: null,
          orientation_angle: null,
          lon,
          lat,
          dimensions: null,
        },
        temperatures: [{ sha256, unit: "celsius" }],
        control_points: [],
        entered: conditions,
        conditions: null,
        other_tables: [],
        times: { when: noFlightTime, time_zone: "UTC" },
        limits: {},
        folder: out,
        known: [],
        imported: [],
        judged: [],
        version: "bench",
        wiring: { modules_per_string: null, strings_per_tracker: null },
        rated_w: null,
      },
      () => Promise.resolve(),
    );
    const values: Record<string, ColumnValues> = {};
    for (const one of columns) {
      const { keyFigure, values: read } = columnFromFile(out, one);
      values[keyFigure.key] = (await read()).values;
    }
    return { columns: values, log };
  } finally {
    await store.remove(key);
    await rm(out, { recursive: true, force: true });
  }
}

/** Metres to the east and to the north within which a module lies in its place. */
const FOUND_M = [0.05, 0.05] as const;

/**
 * Whether the worst component lies where the raster shows it.
 * @param shift_m by which the raster lies beside its place, in UTM 30 north
 * @param most_m to the east and to the north
 */
export function placeOf(
  { twin, geometry }: HandedPlant,
  { found }: RasterRegistration,
  [east, north]: readonly [number, number],
  most_m: readonly [number, number] = FOUND_M,
): "found" | "unsure" | "wrong" {
  if (!found || !isPlaceSure({ registration: found })) return "unsure";
  const { fromLonLat } = lonLatSystem("EPSG:32630")!;
  const plane = groundPlane(twin.origin);
  const mapOf = (x: number, y: number) => fromLonLat(...plane.toLonLat(x, y));
  const rows = [...geometry.length.keys()].filter((row) => geometry.length[row]! > 0);
  const mean = (values: Float32Array) =>
    rows.reduce((sum, row) => sum + values[row]!, 0) / rows.length;
  // The log does not say about what it turns: the windows' middle is that of the plant within some metres.
  const middle = [mean(geometry.centreX), mean(geometry.centreY)] as const;
  const [dx, dy] = found.shift_m;
  const moved = movedBy({ dx, dy, turn: found.turn_mrad / 1000, scale: found.scale }, middle);
  const isThere = (row: number) => {
    const at = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
    const [is, should] = [mapOf(...moved(...at)), mapOf(...at)];
    const [aside, above] = [is[0] - should[0] - east, is[1] - should[1] - north];
    return Math.abs(aside) <= most_m[0] && Math.abs(above) <= most_m[1];
  };
  return rows.every(isThere) ? "found" : "wrong";
}
