import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { writePlainTiff } from "./plain-tiff.ts";

const folder = mkdtempSync(join(tmpdir(), "plain-tiff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** An odd size, so that strips and bytes of a row are odd too. */
const [WIDTH, HEIGHT, BANDS] = [37, 23, 3];
const pixels = Uint8Array.from({ length: WIDTH * HEIGHT * BANDS }, (_, at) => (at * at) % 251);
const rowsOf = async (row: number, count: number) =>
  pixels.subarray(row * WIDTH * BANDS, (row + count) * WIDTH * BANDS);
const shape = { width: WIDTH, height: HEIGHT, bands: BANDS, sample: "uint8", rows: 5 } as const;

it.each([false, true])(
  "writes pixels that libvips reads as they are, packed: %s",
  async (isPacked) => {
    const path = join(folder, `${isPacked}.tif`);
    await writePlainTiff(path, { ...shape, isPacked }, rowsOf);
    const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: WIDTH, height: HEIGHT, channels: BANDS });
    expect(new Uint8Array(data)).toEqual(pixels);
  },
);

it("packs one colour to less than a tenth, and no measured values", async () => {
  const plain = async (_: number, count: number) => new Uint8Array(count * 300 * BANDS).fill(90);
  const large = { ...shape, width: 300, height: 300 };
  const [packed, whole] = [join(folder, "packed.tif"), join(folder, "whole.tif")];
  await writePlainTiff(packed, { ...large, isPacked: true }, plain);
  await writePlainTiff(whole, large, plain);
  expect(statSync(packed).size).toBeLessThan(statSync(whole).size / 10);
  const values = { ...shape, bands: 1, sample: "float32", isPacked: true } as const;
  await expect(writePlainTiff(join(folder, "no.tif"), values, rowsOf)).rejects.toThrow(RangeError);
});
