// The EXIF of HEIF containers that libheif wrote (through sharp), whole, cut off and damaged.
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { readImageTags } from "../analysis/image-tags.ts";
import { isHeif } from "./heif.ts";
import { heifExif } from "./heif-exif.ts";

let image: Buffer;
beforeAll(async () => {
  const plain = { width: 16, height: 16, channels: 3 as const, background: "#884422" };
  image = await sharp({ create: plain })
    .avif({ effort: 0 })
    .withExif({
      IFD0: { Make: "Apple", Model: "iPhone 15" },
      IFD2: { DateTimeOriginal: "2026:05:01 10:00:00", OffsetTimeOriginal: "-04:00" },
      IFD3: {
        GPSLatitudeRef: "S",
        GPSLatitude: "23/1 30/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "70/1 15/1 0/1",
      },
    })
    .toBuffer();
});

test("says camera, time and place", async () => {
  expect(isHeif(image)).toBe(true);
  const tags = await readImageTags(heifExif(image)!);
  expect(tags).toMatchObject({
    camera_make: "Apple",
    camera_model: "iPhone 15",
    taken_at: "2026-05-01T14:00:00.000Z",
    lon: -70.25,
    lat: -23.5,
  });
});

test("a file that is cut off anywhere, or whose boxes are empty, has none and ends the walk", () => {
  for (let length = 0; length < Math.min(image.length, 700); length += 1) {
    const cut = heifExif(image.subarray(0, length));
    if (cut !== null) expect(cut.length).toBeGreaterThan(0);
  }
  const zeros = Buffer.concat([image.subarray(0, 32), Buffer.alloc(4096)]);
  expect(heifExif(zeros)).toBeNull();
  expect(heifExif(new Uint8Array(0))).toBeNull();
});

test("no byte of the container makes it fail", () => {
  for (let at = 0; at < Math.min(image.length, 600); at += 1) {
    for (const value of [0, 1, 0xff]) {
      const damaged = Buffer.from(image);
      damaged[at] = value;
      expect(() => heifExif(damaged)).not.toThrow();
    }
  }
});
