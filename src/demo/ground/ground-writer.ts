// Gives a plant of the demo its terrain, and its newest surveys an orthomosaic of the whole plant.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { desc, eq } from "drizzle-orm";
import { METRES_PER_DEGREE } from "../../domain/geometry/ground-distance.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { limits } from "../../domain/limits.ts";
import type { Services } from "../../server/context.ts";
import { reader as readElevation } from "../../server/file-reader/raster/elevation-reader.ts";
import { writePlainTiff } from "../../server/raster/plain-tiff.ts";
import { replaceElevation } from "../../server/store/plant/flight/elevation.ts";
import { analysisFile } from "../../server/store/schema/analysis-file.ts";
import { analysis } from "../../server/store/schema/plant.ts";
import { storeOrthomosaic, webMapPlace, WEB_MAP } from "../orthomosaic.ts";
import { paintedSize, paintRows, type Scenery } from "./scenery.ts";
import { terrainFile, type Terrain } from "./terrain.ts";

export type PlantGround = {
  readonly terrain: Terrain;
  /** The middle of the plant that the terrain and the scenery are measured from, in degrees. */
  readonly middle: LonLat;
  /** What an orthomosaic of the whole plant shows. Made when it is painted: that takes a while. */
  readonly scenery: () => Scenery;
};

type GroundServices = Pick<Services, "db" | "files">;

/** Before `rgb` in the order of the files' names: what is finer lies above it. */
const NAME = "plant";

/** Metres of a pixel, and rows that are painted before other work has its turn. */
const PIXEL_M = 0.5;
const ROWS_AT_ONCE = 4;
/** Rows of a strip of the file. */
const STRIP_ROWS = 64;

/** Writes the terrain of a plant. */
export async function writeTerrain(
  { db, files }: GroundServices,
  plant_id: number,
  { terrain, middle }: PlantGround,
): Promise<void> {
  const file_name = "terrain.tif";
  const bytes = terrainFile(terrain, middle);
  const up = (limits.elevationAroundKm * 1000) / METRES_PER_DEGREE;
  const across = up / Math.cos((middle[1] * Math.PI) / 180);
  const around = [middle[0] - across, middle[1] - up, middle[0] + across, middle[1] + up] as const;
  const input = { bytes, around, file: file_name, unit: null };
  const { grid, bounds, ...facts } = await readElevation(input, async () => undefined);
  const object = `plant/${plant_id}/elevation/demo.grid.gz`;
  await files.put(object, Buffer.from(grid));
  const [west, south, east, north] = bounds;
  const created_by = await authorOf(db, plant_id);
  await replaceElevation(db, {
    ...facts,
    plant_id,
    object,
    file_name,
    bytes: bytes.length,
    bounds: [west, south, east, north],
    created_by,
  });
}

async function authorOf(db: Services["db"], plant_id: number): Promise<number | null> {
  const [row] = await db
    .select({ created_by: analysis.created_by })
    .from(analysis)
    .where(eq(analysis.plant_id, plant_id));
  return row?.created_by ?? null;
}

/**
 * Writes an orthomosaic of the whole plant for its newest survey, and for the newest one that customers see.
 * @throws the reason of the signal where it is aborted; nothing is stored that is not whole
 */
export async function writePlantOrthomosaics(
  services: GroundServices,
  plant_id: number,
  ground: PlantGround,
  signal?: AbortSignal,
): Promise<void> {
  const all = await services.db
    .select({ id: analysis.id, visibility: analysis.visibility, created_by: analysis.created_by })
    .from(analysis)
    .where(eq(analysis.plant_id, plant_id))
    .orderBy(desc(analysis.flown_at));
  const released = all.find(({ visibility }) => visibility === "released");
  // A server that was ended meanwhile goes on at its next start.
  const written = await services.db
    .select({ analysis_id: analysisFile.analysis_id })
    .from(analysisFile)
    .where(eq(analysisFile.file_name, `orthomosaic_${NAME}.tif`));
  const isMissing = ({ id }: { readonly id: number }) =>
    !written.some(({ analysis_id }) => analysis_id === id);
  const chosen = [...new Set([all[0], released])]
    .filter((one) => one !== undefined)
    .filter(isMissing);
  if (chosen.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), "demo-ground-"));
  try {
    const path = join(folder, "plant.tif");
    await paintFile(path, ground, signal);
    for (const { id, created_by } of chosen) {
      signal?.throwIfAborted();
      const about = { analysis_id: id, created_by };
      await storeOrthomosaic(services, about, { path, name: NAME });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A GeoTIFF of the scenery in the web map. */
async function paintFile(
  path: string,
  { scenery, middle }: PlantGround,
  signal: AbortSignal | undefined,
): Promise<void> {
  const scene = scenery();
  const size = paintedSize(scene, PIXEL_M);
  const corner = [scene.box.west, scene.box.north] as const;
  const shape = {
    width: size.width,
    height: size.height,
    rows: STRIP_ROWS,
    bands: 3,
    sample: "uint8",
    isPacked: true,
    place: { epsg: WEB_MAP, to_map: webMapPlace(middle, corner, PIXEL_M) },
  } as const;
  await writePlainTiff(path, shape, async (row, count) => {
    const strip = new Uint8Array(size.width * count * 3);
    for (let line = 0; line < count; line += ROWS_AT_ONCE) {
      const rows = Math.min(ROWS_AT_ONCE, count - line);
      strip.set(paintRows(scene, size, row + line, rows), size.width * line * 3);
      // The server has answers to give meanwhile.
      await setImmediate();
      signal?.throwIfAborted();
    }
    return strip;
  });
}
