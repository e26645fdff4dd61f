// Rasters in several reference systems, and their tiles as GDAL cuts them.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openRaster } from "./open-raster.ts";
import { memorySource } from "./range-source.ts";
import { tiffOf } from "./tiff.fixture.ts";
import type { Affine } from "../../domain/raster/raster.ts";

/** Half the side of the web map, in its metres. */
const HALF_WORLD = Math.PI * 6_378_137;
const SIDE = 256;
/** GDAL's number where there is no temperature. */
const NONE = -9999;

type Case = {
  readonly name: string;
  readonly file: () => Uint8Array;
  readonly tile: readonly [z: number, x: number, y: number];
};

const SIZE = { width: 420, height: 380 } as const;
const value = (column: number, row: number, band: number) =>
  (column * 7 + row * 13 + band * 71 + ((column * row) % 17) * 5) % 251;
const celsius = (column: number, row: number) =>
  row % 50 === 0 ? NONE : 20 + (column % 40) / 4 + row / 50;
const rgb = (epsg: number, to_map: Affine) =>
  tiffOf([{ ...SIZE, bands: 3, value, strip: 11 }], { epsg, to_map });
const thermal = (epsg: number, to_map: Affine) =>
  tiffOf([{ ...SIZE, sample: "float32", nodata: NONE, value: celsius, tile: [64, 64] }], {
    epsg,
    to_map,
  });

/** Five files in five systems. The second is turned by 20°. */
export const cases = {
  utm: {
    name: "UTM 33N (EPSG:32633)",
    file: () => rgb(32633, [0.1237, 0, 500_200.31, 0, -0.1237, 4_649_900.77]),
    tile: [20, 567986, 389245],
  },
  turned: {
    name: "web map (EPSG:3857), turned",
    file: () =>
      rgb(3857, [
        0.2 * 0.93969,
        0.2 * 0.34202,
        1_660_000.1,
        0.2 * 0.34202,
        -0.2 * 0.93969,
        5_100_000.4,
      ]),
    tile: [20, 567723, 390845],
  },
  lambert: {
    name: "Lambert 93 (EPSG:2154)",
    file: () => rgb(2154, [0.1511, 0, 652_000.13, 0, -0.1511, 6_862_000.91]),
    tile: [20, 531121, 360742],
  },
  degrees: {
    name: "degrees (EPSG:4326), thermal",
    file: () => thermal(4326, [1.31e-6, 0, -70.1131, 0, -1.21e-6, -18.8851]),
    tile: [21, 640138, 1160638],
  },
  laea: {
    name: "Europe, equal area (EPSG:3035), thermal",
    file: () => thermal(3035, [0.0911, 0, 3_200_000.5, 0, -0.0911, 1_700_000.3]),
    tile: [21, 1033132, 812318],
  },
} satisfies Record<string, Case>;

/** West, south, east, north of a tile in metres of the web map, as GDAL takes them. */
function extentOf(z: number, x: number, y: number): string[] {
  const side = (2 * HALF_WORLD) / 2 ** z;
  const [west, north] = [x * side - HALF_WORLD, HALF_WORLD - y * side];
  return [west, north - side, west + side, north].map((metres) => metres.toFixed(9));
}

/** Bands of the tile, the last of a picture its opacity; NaN where there is no temperature. Cut by `gdalwarp`. */
export async function gdalTile(
  path: string,
  [z, x, y]: readonly [number, number, number],
  folder: string,
  kind: "rgb" | "thermal",
): Promise<ArrayLike<number>[]> {
  const out = join(folder, "gdal-tile.tif");
  const none = kind === "rgb" ? ["-dstalpha"] : ["-dstnodata", String(NONE)];
  const exact = ["-q", "-overwrite", "-et", "0", "-ovr", "NONE", "-r", "near"];
  const to = ["-t_srs", "EPSG:3857", "-te", ...extentOf(z, x, y), "-ts", `${SIDE}`, `${SIDE}`];
  execFileSync("gdalwarp", [...exact, ...to, ...none, path, out]);
  const raster = await openRaster(memorySource(new Uint8Array(readFileSync(out))));
  const window = { column: 0, row: 0, width: SIDE, height: SIDE };
  if (kind === "rgb") return raster.readBands(window);
  return [await raster.read(window, 0)];
}
