// Orthomosaics: the pyramid against `gdal_translate -of COG`, tiles against a server of static files.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tilePlace } from "../../src/domain/raster/orthomosaic.ts";
import { openRaster } from "../../src/server/raster/open-raster.ts";
import { writePlainTiff } from "../../src/server/raster/plain-tiff.ts";
import { buildPyramid } from "../../src/server/raster/pyramid.ts";
import { objectSource } from "../../src/server/raster/range-source.ts";
import { analysisFile } from "../../src/server/store/schema/analysis-file.ts";
import { orthomosaic } from "../../src/server/store/schema/orthomosaic.ts";
import { analysis } from "../../src/server/store/schema/plant.ts";
import { addPlant } from "../fixtures/large-import.ts";
import { load } from "./load.ts";
import { startProduct, type Product } from "./product.ts";
import type { Report } from "./report.ts";

const SIDE = 8000;
const ROUNDS = 3;
const MEGAPIXELS = SIDE ** 2 / 1e6;
const to_map = [0.05, 0, 500_000, 0, -0.05, 4_649_900] as const;
const place = { epsg: 32633, to_map, nodata: null };

/** Rows of modules on noisy ground: it packs like a picture of a drone, neither flat nor pure noise. */
function pixels(row: number, count: number): Uint8Array {
  const bytes = new Uint8Array(SIDE * count * 3);
  let seed = row * 7919 + 1;
  for (let at = 0; at < SIDE * count; at++) {
    const [x, y] = [at % SIDE, row + Math.floor(at / SIDE)];
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    const noise = (seed >> 16) & 7;
    const isModule = y % 120 < 70 && x % 50 > 2;
    for (let band = 0; band < 3; band++)
      bytes[3 * at + band] =
        (isModule ? [40, 50, 90] : [150, 130, 105])[band]! + noise + ((x >> 6) & 15);
  }
  return bytes;
}

/** Seconds; null where GDAL is not on this machine. */
function gdalSeconds(from: string, to: string): number | null {
  const begun = performance.now();
  const options = ["-q", "-of", "COG", "-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=YES"];
  const { status } = spawnSync("gdal_translate", [...options, from, to]);
  return status === 0 ? (performance.now() - begun) / 1000 : null;
}

export async function bench(report: Report): Promise<void> {
  const product = await startProduct();
  const folder = await mkdtemp(join(tmpdir(), "ortho-bench-"));
  try {
    const source = join(folder, "source.tif");
    const shape = { width: SIDE, height: SIDE, bands: 3, sample: "uint8", rows: 16 } as const;
    await writePlainTiff(source, shape, async (row, count) => pixels(row, count));
    const { files } = product.owner;
    await files.put("analysis-file/bench/source.tif", createReadStream(source));
    const raster = await openRaster(
      await objectSource(files, "analysis-file/bench/source.tif"),
      place,
    );
    const begun = performance.now();
    const work = join(folder, "work");
    await mkdir(work);
    const { path } = await buildPyramid(raster, source, work);
    const ours = (performance.now() - begun) / 1000;
    const theirs = gdalSeconds(source, join(folder, "cog.tif"));
    const memory = Math.round(process.memoryUsage.rss() / 1024 ** 2);
    report({
      name: `pyramid of ${MEGAPIXELS} megapixels, RGB`,
      unit: "MP/s",
      ours: MEGAPIXELS / ours,
      baseline: "gdal_translate -of COG, deflate",
      theirs: theirs && MEGAPIXELS / theirs,
      higher_is_better: true,
      note: `${memory} MB in this process`,
    });
    report({
      name: `pyramid of ${MEGAPIXELS} megapixels, size`,
      unit: "MB",
      ours: (await stat(path)).size / 1024 ** 2,
      baseline: "the same COG",
      theirs: theirs && (await stat(join(folder, "cog.tif"))).size / 1024 ** 2,
    });
    await files.put("orthomosaic/bench/pyramid.tif", createReadStream(path));
    await benchTiles(product, folder, report);
  } finally {
    await product.close();
    await rm(folder, { recursive: true });
  }
}

async function benchTiles(product: Product, folder: string, report: Report): Promise<void> {
  const { db } = product.owner;
  const plant_id = await addPlant(db, product.customer_id);
  const flown_at = new Date().toISOString();
  const [survey] = await db.insert(analysis).values({ plant_id, name: "O", flown_at }).returning();
  const object = "analysis-file/bench/source.tif";
  const file = { file_name: "o.tif", name_key: "o.tif", object, bytes: 1, sha256: "0".repeat(64) };
  const [row] = await db
    .insert(analysisFile)
    .values({ analysis_id: survey!.id, ...file, reading_state: "read" })
    .returning();
  await db.insert(orthomosaic).values({
    id: row!.id,
    state: "ready",
    kind: "rgb",
    hash: "0".repeat(64),
    pyramid: "orthomosaic/bench/pyramid.tif",
    width: SIDE,
    height: SIDE,
    bands: 3,
    sample: "uint8",
    epsg: place.epsg,
    to_map: [...to_map],
    resolution_m: 0.05,
    bounds: [15, 41.99, 15.005, 42],
  });
  const z = 21;
  const [x, y] = tilePlace(z, 15.002, 41.9985).map(Math.floor) as [number, number];
  const address = (column: number, line: number) =>
    `${product.url}/api/auth/analysis/${survey!.id}/ortho-mosaic/${row!.id}/tile/${z}/${column}/${line}`;
  const { headers } = product;
  const timed = async (column: number, line: number) => {
    const begun = performance.now();
    const answer = await fetch(address(column, line), { headers });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.status !== 200) throw new Error(`the tile answered ${answer.status}`);
    return { ms: performance.now() - begun, bytes };
  };
  const first = await timed(x, y);
  report({
    name: "first tile after the start",
    unit: "ms",
    ours: first.ms,
    baseline: "none",
    theirs: null,
  });
  const side = 10;
  const begun = performance.now();
  const all = Array.from({ length: side * side }, (_, at) =>
    timed(x - 5 + (at % side), y - 5 + Math.floor(at / side)),
  );
  await Promise.all(all);
  const perSecond = (side * side) / ((performance.now() - begun) / 1000);
  report({
    name: "new tiles, 100 at once",
    unit: "tiles/s",
    ours: perSecond,
    baseline: "none",
    theirs: null,
    higher_is_better: true,
  });
  const tile = join(folder, "tile.webp");
  await writeFile(tile, first.bytes);
  const bare = await product.startBaseline(tile);
  // In turns: what else the machine does then hits both alike.
  let [known, fixed] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const ask = { connections: 8, seconds: 2 };
    known += (await load({ ...ask, url: address(x, y), headers })).requestsPerSecond / ROUNDS;
    fixed += (await load({ ...ask, url: `${bare}/file` })).requestsPerSecond / ROUNDS;
  }
  report({
    name: "a tile that was asked for before",
    unit: "tiles/s",
    ours: known,
    baseline: "static file, fastify",
    theirs: fixed,
    higher_is_better: true,
    goal: "80 %",
    met: known >= 0.8 * fixed,
  });
}
