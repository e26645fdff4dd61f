// Tiles from an S3 store: the same as from a folder, read by ranges.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openObjectStore } from "../../adapters/object-choice.ts";
import { startS3StandIn } from "../../adapters/s3-stand-in.fixture.ts";
import { tilePlace } from "../../../domain/raster/orthomosaic.ts";
import { openRaster } from "../../raster/open-raster.ts";
import { buildPyramid } from "../../raster/pyramid.ts";
import { memorySource } from "../../raster/range-source.ts";
import { boundsOf } from "../../raster/raster-extent.ts";
import { tiffOf } from "../../raster/tiff.fixture.ts";
import { readSettings } from "../../start/settings.ts";
import { reader } from "./orthomosaic-tile-reader.ts";
import { openReaders } from "../readers.ts";

const folder = mkdtempSync(join(tmpdir(), "tile-s3-"));
const s3 = await startS3StandIn();
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const SIDE = 1800;
const SIZE = 0.1;
const PYRAMID = "orthomosaic/1/pyramid.tif";
/** Noise, so that the pyramid is large. */
const value = (column: number, row: number, band: number) =>
  (Math.imul((column * 7919 + row * 104_729) ^ (band * 31 + column * row), 2_654_435_761) >>> 13) &
  255;
const place = {
  epsg: 32633,
  to_map: [SIZE, 0, 500_200, 0, -SIZE, 4_649_900],
  nodata: null,
} as const;
const access = (object_store_url: string | null) => ({
  object_store_url,
  data_dir: folder,
  disk_reserve_mb: 0,
});
let bytes = 0;
let middle: readonly [x: number, y: number] = [0, 0];
const Z = 21;

beforeAll(async () => {
  const source = tiffOf([{ width: SIDE, height: SIDE, bands: 3, value, strip: 16 }], {
    to_map: place.to_map,
  });
  const path = join(folder, "source.tif");
  writeFileSync(path, source);
  mkdirSync(join(folder, "work"));
  const raster = await openRaster(memorySource(source));
  const pyramid = readFileSync((await buildPyramid(raster, path, join(folder, "work"))).path);
  bytes = pyramid.length;
  for (const url of [null, s3.url])
    await (await openObjectStore(access(url))).put(PYRAMID, pyramid);
  const [west, south, east, north] = boundsOf(raster);
  const [x, y] = tilePlace(Z, (west + east) / 2, (south + north) / 2);
  middle = [Math.floor(x), Math.floor(y)];
});

const tile = (url: string | null, z: number, x: number, y: number) =>
  reader({ store: access(url), pyramid: PYRAMID, kind: "rgb", place, z, x, y }, () =>
    Promise.resolve(),
  );

/** What was read of the pyramid since the last time. */
let seen = 0;
function readSince() {
  const all = s3.reads.slice(seen).filter(({ key }) => key === PYRAMID);
  seen = s3.reads.length;
  expect(all.every(({ range }) => /^bytes=\d+-\d+$/.test(range))).toBe(true);
  return { requests: all.length, bytes: all.reduce((sum, one) => sum + one.bytes, 0) };
}

it("are the same as those of a folder, and only their own part of the object is read", async () => {
  const [x, y] = middle;
  const both = async (z: number, column: number, row: number) => {
    const one = await tile(s3.url, z, column, row);
    expect(Buffer.from(one).equals(Buffer.from(await tile(null, z, column, row)))).toBe(true);
    return readSince();
  };
  // The directories of the pyramid, and the tiles of it that the first one shows.
  const first = await both(Z, x, y);
  expect(first.requests).toBeLessThan(20);
  expect(first.bytes).toBeLessThan(bytes / 4);
  // Its neighbour, and one that shows a part of it in its pixels of an overview.
  for (const [z, column, row] of [
    [Z, x + 1, y],
    [Z - 3, x >> 3, y >> 3],
  ] as const) {
    const next = await both(z, column, row);
    expect(next.requests).toBeLessThan(10);
    expect(next.bytes).toBeLessThan(bytes / 10);
  }
  // Beside the raster there is nothing to read.
  expect(await both(Z, x + 400, y)).toEqual({ requests: 0, bytes: 0 });
});

it("are cut one after the other in the same process: a start takes longer than a tile", async () => {
  const readers = openReaders(readSettings({ NODE_ENV: "test", DATA_DIR: folder }));
  try {
    const [x, y] = middle;
    const used = new Set<number>();
    for (const column of [x, x + 1, x + 2, x + 3]) {
      const input = { store: access(null), pyramid: PYRAMID, kind: "rgb", place, z: Z } as const;
      const order = { file: "a.tif", bytes: 1, owner: 1 };
      await readers.tile("orthomosaic_tile", { ...order, input: { ...input, x: column, y } });
      for (const pid of readers.pids()) used.add(pid);
    }
    expect(used.size).toBe(1);
  } finally {
    readers.close();
  }
});
