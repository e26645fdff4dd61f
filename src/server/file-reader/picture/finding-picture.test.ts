// How many findings get pictures: the first ones, as far as the bytes reach.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moduleField } from "../../../../tests/fixtures/module-field.ts";
import type { Names } from "../../../domain/component/component-index.ts";
import { cutPictures, type PlacedRaster } from "./finding-picture.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "finding-picture-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const { modules: geometry } = moduleField(56, 0);
const names = { count: 56, dtId: (row: number) => `M${row}`, pcs: () => "" } satisfies Names;
/** Ten pixels a metre, with the middle of the field in the middle; each pixel has another temperature. */
const placed = {
  kind: "thermal",
  toPixel: (x: number, y: number) => [500 + 10 * x, 500 - 10 * y],
  raster: {
    width: 1000,
    height: 1000,
    read: async ({ width, height }: { width: number; height: number }) =>
      Float32Array.from({ length: width * height }, (_, at) => 20 + (at % 97) / 10),
  },
} as unknown as PlacedRaster;
const cut = async (rows: readonly number[], bytes: number, findings = 100) => {
  const most = { bytes, findings };
  const of = { type: "module", geometry, names } as const;
  return (await cutPictures([placed], of, rows, { folder, most })).map(({ dt_id }) => dt_id);
};

test("each of them where there is room, in their order", async () => {
  expect(await cut([7, 3, 40], 1e9)).toEqual(["M7", "M3", "M40"]);
});

test("none after the bytes are used up; the one that goes beyond is whole", async () => {
  expect(await cut([7, 3, 40], 1)).toEqual(["M7"]);
  expect(await cut([7, 3, 40], 0)).toEqual([]);
});

test("none after as many findings as have one, however small they are", async () => {
  expect(await cut([7, 3, 40], 1e9, 2)).toEqual(["M7", "M3"]);
  expect(await cut([7, 3, 40], 1e9, 0)).toEqual([]);
});
