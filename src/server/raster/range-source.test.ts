import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openObjectStore } from "../adapters/object-choice.ts";
import { startS3StandIn } from "../adapters/s3-stand-in.fixture.ts";
import { openRaster } from "./open-raster.ts";
import { objectSource } from "./range-source.ts";
import { tiffOf } from "./tiff.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "ranges-"));
const s3 = await startS3StandIn();
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const value = (column: number, row: number) => (column * 31 + row * 17) % 60_000;
const bytes = tiffOf([{ width: 600, height: 500, sample: "uint16", tile: [64, 64], value }]);

it.each([
  ["a folder", null],
  ["S3", s3.url],
])("reads a raster of %s by ranges", async (_, object_store_url) => {
  const store = await openObjectStore({ object_store_url, data_dir: folder });
  await store.put("raster/one.tif", bytes);
  let read = 0;
  const stream: typeof store.stream = (key, range) => {
    read += range!.end - range!.start + 1;
    return store.stream(key, range);
  };
  const raster = await openRaster(await objectSource({ ...store, stream }, "raster/one.tif"));
  const window = { column: 310, row: 205, width: 90, height: 3 };
  const values = await raster.read(window, 0);
  expect(values[0]).toBe(value(310, 205));
  expect(values.at(-1)).toBe(value(399, 207));
  expect(read).toBeLessThan(bytes.length / 2);
});

it("says that an object is missing", async () => {
  const store = await openObjectStore({ object_store_url: null, data_dir: folder });
  await expect(objectSource(store, "raster/none.tif")).rejects.toThrow("no such object");
});
