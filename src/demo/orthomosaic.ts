// The orthomosaics of the demo's flights: the ground around a bad module, RGB and thermal, drawn from the same
// model as images and key figures, and prepared by the product itself.
import { METRES_PER_DEGREE } from "../domain/geometry/ground-distance.ts";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nameKey } from "../domain/analysis/upload-name.ts";
import { planeAt } from "../domain/geometry/plane.ts";
import type { OrthomosaicKind } from "../domain/raster/orthomosaic.ts";
import type { Services } from "../server/context.ts";
import { writePlainTiff } from "../server/raster/plain-tiff.ts";
import { prepare } from "../server/file-reader/orthomosaic-reader.ts";
import { analysisFile } from "../server/store/schema/analysis-file.ts";
import { orthomosaic } from "../server/store/schema/orthomosaic.ts";
import { middleOf } from "./finding.ts";
import type { Flight } from "./flight-image.ts";
import { thermalShot, visibleShot, type ShotView } from "./photovoltaic/module-shot.ts";

/** Metres on the ground: the whole picture from west to east and from north to south, and a pixel. */
const [WIDTH_M, HEIGHT_M] = [110, 80];
const PIXEL_M = { rgb: 0.1, thermal: 0.2 } as const satisfies Record<OrthomosaicKind, number>;
/** The web map: its metres are longer than those on the ground by the cosine of the latitude. */
const WEB_MAP = 3857;

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
      const sum = createHash("sha256");
      for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
      const object = `analysis-file/demo-${about.analysis_id}-orthomosaic-${kind}`;
      await files.put(object, createReadStream(path));
      const file_name = `orthomosaic_${kind}.tif`;
      const [row] = await db
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
      const work = join(folder, `work-${kind}`);
      await mkdir(work);
      const source = { object, folder: work, prefix: `orthomosaic/${row.id}/` };
      const read = await prepare(files, source, async () => undefined);
      const { created_by } = about;
      await db.insert(orthomosaic).values({ id: row.id, created_by, state: "ready", ...read });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
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
  // The plane has metres of the web map times the cosine of the latitude.
  const size = pixel_m / Math.cos((middle[1] * Math.PI) / 180);
  const [x, y] = webMapOf(middle);
  const west = x - (width_px / 2) * size;
  const north = y + (height_px / 2) * size;
  return { view, to_map: [size, 0, west, 0, -size, north] as const };
}

const EARTH_RADIUS_M = 6_378_137;

function webMapOf([lon, lat]: readonly [lon: number, lat: number]): [x: number, y: number] {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const y = Math.log(Math.tan(Math.PI / 4 + radians(lat) / 2));
  return [EARTH_RADIUS_M * radians(lon), EARTH_RADIUS_M * y];
}
