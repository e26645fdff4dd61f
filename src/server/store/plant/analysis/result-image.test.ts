import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { openObjectFolder } from "../../../adapters/object-folder.ts";
import { readExif } from "../../../../domain/result-file/exif.ts";
import { reader } from "../../../file-reader/picture/picture-reader.ts";
import { storeImage, type ImageToWrite } from "./result-image.ts";

const folder = mkdtempSync(join(tmpdir(), "images-"));
const files = await openObjectFolder(folder);
afterAll(() => rmSync(folder, { recursive: true }));

/** A rotated photo with a southern and western position. */
function photo(): Promise<Buffer> {
  const create = { width: 640, height: 400, channels: 3, background: "#888888" } as const;
  return sharp({ create })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD2: { DateTimeOriginal: "2026:03:01 10:20:30", OffsetTimeOriginal: "-04:00" },
      IFD3: {
        GPSLatitudeRef: "S",
        GPSLatitude: "24/1 30/1 3600/100",
        GPSLongitudeRef: "W",
        GPSLongitude: "70/1 15/1 0/1",
      },
    })
    .jpeg()
    .toBuffer();
}

const named = {
  component_type: "module",
  dt_id: "M1",
  file_name: "M1_T.jpg",
  kind: "thermal",
} as const;

const store = async (image: ImageToWrite) =>
  storeImage(
    files,
    image,
    await reader({ name: image.file_name, bytes: image.bytes }, async () => undefined),
  );

test("an image has its position, time and displayed size", async () => {
  const row = await store({ ...named, bytes: await photo() });
  expect(row.lat).toBeCloseTo(-24.51, 6);
  expect(row.lon).toBeCloseTo(-70.25, 6);
  expect(row).toMatchObject({ taken_at: "2026-03-01T14:20:30.000Z", width: 400, height: 640 });
  const thumb = await sharp(await files.read(row.thumb)).metadata();
  expect([thumb.width, thumb.height, thumb.exif]).toEqual([200, 320, undefined]);
});

test("a stored image is not stored again, and given values override those of the file", async () => {
  const given = { lon: 1, lat: 2, taken_at: "2026-01-01T00:00:00Z" };
  const first = await store({ ...named, bytes: await photo() });
  const before = await files.modified(first.full);
  const row = await store({ ...named, ...given, bytes: await photo() });
  expect(row).toMatchObject({ ...given, full: first.full, thumb: first.thumb });
  expect(await files.modified(row.full)).toEqual(before);
});

test("an impossible position is ignored, and a time without offset is that of the plant", async () => {
  const exif = {
    IFD2: { DateTimeOriginal: "2026:03:01 10:20:30" },
    IFD3: {
      GPSLatitudeRef: "N",
      GPSLatitude: "91/1 0/1 0/1",
      GPSLongitudeRef: "E",
      GPSLongitude: "10/1 0/1 0/1",
    },
  };
  const create = { width: 8, height: 8, channels: 3, background: "#888888" } as const;
  const bytes = await sharp({ create }).withExifMerge(exif).webp().toBuffer();
  const { exif: block } = await sharp(bytes).metadata();
  expect(await readExif(block, "America/Santiago")).toEqual({
    lon: null,
    lat: null,
    taken_at: "2026-03-01T13:20:30.000Z",
  });
});

test("a hostile EXIF block is ignored", async () => {
  const nothing = { lon: null, lat: null, taken_at: null };
  expect(await readExif(undefined)).toEqual(nothing);
  const tiff = [0x49, 0x49, 42, 0];
  for (const rest of [[], [255, 255, 255, 127], [8, 0, 0, 0, 255, 255], [8, 0, 0, 0, 1, 0]]) {
    expect(await readExif(Uint8Array.from([...tiff, ...rest]))).toEqual(nothing);
  }
  let seed = 7;
  for (let i = 0; i < 2000; i++) {
    const noise = Uint8Array.from(
      { length: 200 },
      () => (seed = (seed * 1103515245 + 12345) >>> 0) >>> 16,
    );
    noise.set([...tiff, 8, 0, 0, 0, 4, 0]);
    expect(await readExif(noise)).toHaveProperty("taken_at");
  }
});
