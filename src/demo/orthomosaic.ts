// The orthomosaics of the demo's flights: the ground around a bad module, RGB and thermal, drawn from the same
// model as images and key figures, and prepared by the product itself.
import { METRES_PER_DEGREE } from "../domain/geometry/ground-distance.ts";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nameKey } from "../domain/analysis/upload-name.ts";
import { planeAt } from "../domain/geometry/plane.ts";
import type { OrthomosaicKind } from "../domain/raster/orthomosaic.ts";
import type { Affine } from "../domain/raster/raster.ts";
import type { Services } from "../server/context.ts";
import { writePlainTiff } from "../server/raster/plain-tiff.ts";
import { prepare } from "../server/file-reader/raster/orthomosaic-reader.ts";
import { analysisFile } from "../server/store/schema/analysis-file.ts";
import { orthomosaic } from "../server/store/schema/orthomosaic.ts";
import { middleOf } from "./finding.ts";
import type { Flight } from "./flight-image.ts";
import { thermalShot, visibleShot, type ShotView } from "./photovoltaic/module-shot.ts";

/** Metres on the ground: the whole picture from west to east and from north to south, and a pixel. */
const [WIDTH_M, HEIGHT_M] = [110, 80];
const PIXEL_M = { rgb: 0.1, thermal: 0.2 } as const satisfies Record<OrthomosaicKind, number>;
/** The web map: its metres are longer than those on the ground by the cosine of the latitude. */
export const WEB_MAP = 3857;

type MosaicFlight = Pick<Flight, "level" | "sceneOf"> & {
  /** Row of the module in the middle of the pictures. */
  readonly middle: number;
};

/** Writes both files, their rows and their pyramids. */
export async function writeOrthomosaics(
  { db, files }: Pick<Services, "db" | "files">,
  about: { readonly analysis_id: number; readonly created_by: number },
  flight: MosaicFlight,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "demo-orthomosaic-"));
  try {
    for (const kind of ["rgb", "thermal"] as const) {
      const path = join(folder, `${kind}.tif`);
      await writeFile(path, kind, flight);
      await storeOrthomosaic({ db, files }, about, { path, name: kind });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores a file as an orthomosaic of an analysis, with its row and its pyramid.
 * @param name what follows `orthomosaic_` in the name of the file
 */
export async function storeOrthomosaic(
  { db, files }: Pick<Services, "db" | "files">,
  about: { readonly analysis_id: number; readonly created_by: number | null },
  { path, name }: { readonly path: string; readonly name: string },
): Promise<void> {
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  const object = `analysis-file/demo-${about.analysis_id}-orthomosaic-${name}`;
  await files.put(object, createReadStream(path));
  const work = await mkdtemp(join(tmpdir(), "demo-pyramid-"));
  try {
    await db.transaction(async (tx) => {
      const file_name = `orthomosaic_${name}.tif`;
      const [row] = await tx
        .insert(analysisFile)
        .values({
          ...about,
          file_name,
          name_key: nameKey(file_name),
          object,
          bytes: (await stat(path)).size,
          sha256: sum.digest("hex"),
          reading_state: "read",
        })
        .returning({ id: analysisFile.id });
      if (!row) throw new Error(`the orthomosaic ${file_name} was not stored`);
      const source = { object, folder: work, prefix: `orthomosaic/${row.id}/` };
      const read = await prepare(files, source, async () => undefined);
      const { created_by } = about;
      await tx.insert(orthomosaic).values({ id: row.id, created_by, state: "ready", ...read });
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A GeoTIFF as a program of photogrammetry writes it. */
async function writeFile(path: string, kind: OrthomosaicKind, flight: MosaicFlight) {
  const { level, sceneOf, middle } = flight;
  const { view, to_map } = viewFrom(middleOf(level, middle), PIXEL_M[kind]);
  const shape = {
    width: view.width_px,
    height: view.height_px,
    rows: view.height_px,
    place: { epsg: WEB_MAP, to_map },
  };
  if (kind === "rgb") {
    const pixels = visibleShot(view, level, sceneOf);
    await writePlainTiff(path, { ...shape, bands: 3, sample: "uint8" }, async () => pixels);
  } else {
    const celsius = thermalShot(view, level, sceneOf);
    const bytes = new Uint8Array(celsius.buffer);
    await writePlainTiff(path, { ...shape, bands: 1, sample: "float32" }, async () => bytes);
  }
}

/** Straight from above, north up. */
function viewFrom(middle: readonly [lon: number, lat: number], pixel_m: number) {
  const { toPlane } = planeAt(middle);
  const [width_px, height_px] = [WIDTH_M / pixel_m, HEIGHT_M / pixel_m].map(Math.round) as [
    number,
    number,
  ];
  const view: ShotView = {
    width_px,
    height_px,
    middle,
    reach: (0.6 * WIDTH_M) / METRES_PER_DEGREE,
    project([lon, lat]) {
      const [east, north] = toPlane(lon, lat);
      return [width_px / 2 + east / pixel_m, height_px / 2 - north / pixel_m];
    },
  };
  const corner = [(-width_px / 2) * pixel_m, (height_px / 2) * pixel_m] as const;
  return { view, to_map: webMapPlace(middle, corner, pixel_m) };
}

/**
 * Where the pixels of a picture lie in the web map.
 * @param corner metres of its north-west corner east and north of the middle
 */
export function webMapPlace(
  middle: readonly [lon: number, lat: number],
  [east, north]: readonly [east: number, north: number],
  pixel_m: number,
): Affine {
  // The plane has metres of the web map times the cosine of the latitude.
  const perMetre = 1 / Math.cos((middle[1] * Math.PI) / 180);
  const [x, y] = webMapOf(middle);
  const size = pixel_m * perMetre;
  return [size, 0, x + east * perMetre, 0, -size, y + north * perMetre];
}

const EARTH_RADIUS_M = 6_378_137;

function webMapOf([lon, lat]: readonly [lon: number, lat: number]): [x: number, y: number] {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const y = Math.log(Math.tan(Math.PI / 4 + radians(lat) / 2));
  return [EARTH_RADIUS_M * radians(lon), EARTH_RADIUS_M * y];
}
