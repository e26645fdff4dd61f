// Time and place of photos, read back by the same reader as on the server.
import sharp from "sharp";
import { expect, test } from "vitest";
import { readExif } from "../result-file/exif.ts";
import { exifOf, hasPlace, placeIn, uprightExif, withExif, withPlace } from "./photo-exif.ts";
import { withoutPictures } from "./picture-free-exif.ts";

const plain = () => sharp({ create: { width: 64, height: 48, channels: 3, background: "#2b6" } });
const jpeg = async (exif: Parameters<ReturnType<typeof plain>["withExif"]>[0] | null) => {
  // Sharp takes the orientation by this name alone.
  const image = exif ? plain().withExif(exif).withMetadata({ orientation: 6 }) : plain();
  return new Uint8Array(await image.jpeg().toBuffer());
};
const taken = {
  lon: -5.24601234,
  lat: -37.7569998,
  local: "2026-05-02T10:00:07",
  offset: "+02:00",
};

test("date, place and camera survive in another picture, which is not turned again", async () => {
  const photo = await jpeg({
    IFD0: { Make: "Phone" },
    IFD2: { DateTimeOriginal: "2026:05:02 10:00:00", OffsetTimeOriginal: "+02:00" },
    IFD3: {
      GPSLatitudeRef: "N",
      GPSLatitude: "37/1 45/1 252/10",
      GPSLongitudeRef: "W",
      GPSLongitude: "5/1 14/1 456/10",
    },
  });
  const block = exifOf(photo)!;
  expect(hasPlace(block)).toBe(true);
  const smaller = withExif(await jpeg(null), uprightExif(block));
  const { exif, orientation } = await sharp(smaller).metadata();
  expect(orientation).toBe(1);
  expect(await readExif(exif)).toEqual({
    lat: expect.closeTo(37.757, 6),
    lon: expect.closeTo(-5.246, 6),
    taken_at: "2026-05-02T08:00:00.000Z",
  });
  expect(exifOf(smaller)).toEqual(uprightExif(block));
});

test("a photo without a place gets one, and keeps its own time and camera", async () => {
  const photo = await jpeg({
    IFD0: { Make: "Phone" },
    IFD2: { DateTimeOriginal: "2026:05:02 09:00:00", OffsetTimeOriginal: "+02:00" },
  });
  const block = exifOf(photo)!;
  expect(hasPlace(block)).toBe(false);
  const placed = withPlace(block, taken);
  expect(hasPlace(placed)).toBe(true);
  expect(placeIn(block)).toBeNull();
  expect(placeIn(placed)).toEqual({
    lat: expect.closeTo(taken.lat, 6),
    lon: expect.closeTo(taken.lon, 6),
  });
  const { exif } = await sharp(withExif(await jpeg(null), placed)).metadata();
  expect(Buffer.from(exif!).includes("Phone")).toBe(true);
  expect(await readExif(exif)).toEqual({
    lat: expect.closeTo(taken.lat, 6),
    lon: expect.closeTo(taken.lon, 6),
    taken_at: "2026-05-02T07:00:00.000Z",
  });
});

test("a photo without a block gets time and place", async () => {
  const photo = await jpeg(null);
  expect(exifOf(photo)).toBeNull();
  const { exif } = await sharp(withExif(photo, withPlace(null, taken))).metadata();
  expect(await readExif(exif)).toEqual({
    lat: expect.closeTo(taken.lat, 6),
    lon: expect.closeTo(taken.lon, 6),
    taken_at: "2026-05-02T08:00:07.000Z",
  });
});

test("broken blocks change nothing", async () => {
  const broken = Uint8Array.from({ length: 40 }, (_, i) => i);
  expect(uprightExif(broken)).toEqual(broken);
  expect(hasPlace(broken)).toBe(false);
  expect(placeIn(broken)).toBeNull();
  expect(exifOf(new Uint8Array(3))).toBeNull();
  const photo = await jpeg(null);
  expect(withExif(photo, new Uint8Array(70_000))).toEqual(photo);
  const fromBroken = withPlace(broken, taken);
  expect((await readExif(fromBroken)).lat).toBeCloseTo(taken.lat, 6);
});

/** A little-endian block with a time, a maker's note, and a second directory with a small picture. */
function blockWithPictures(): Uint8Array {
  const bytes = new Uint8Array(200);
  const view = new DataView(bytes.buffer);
  const text = (at: number, words: string) => bytes.set(new TextEncoder().encode(words), at);
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  };
  text(0, "II");
  view.setUint16(2, 42, true);
  view.setUint32(4, 8, true);
  view.setUint16(8, 1, true);
  entry(10, 0x8769, 4, 1, 40);
  view.setUint32(22, 90, true);
  view.setUint16(40, 2, true);
  entry(42, 0x9003, 2, 20, 70);
  entry(54, 0x927c, 7, 12, 150);
  text(70, "2026:05:02 10:00:00");
  view.setUint16(90, 2, true);
  entry(92, 0x0201, 4, 1, 130);
  entry(104, 0x0202, 4, 1, 11);
  text(130, "small face!");
  text(150, "another face");
  return bytes;
}

test("a block without pictures keeps its time, and has neither the small picture nor the maker's notes", () => {
  const before = blockWithPictures();
  const after = withoutPictures(before);
  const words = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);
  expect(words(before)).toContain("small face!");
  expect(words(after)).not.toContain("face");
  expect(words(after)).toContain("2026:05:02 10:00:00");
  expect(after).toHaveLength(before.length);
  // The first directory is the last one now.
  expect(new DataView(after.buffer).getUint32(22, true)).toBe(0);
  expect(withoutPictures(after)).toEqual(after);
});

test.each([
  ["pixels without compression", 1, 0x0111, 4],
  ["pictures of an editor", 0, 0x8649, 7],
  ["a picture in XMP", 0, 0x02bc, 1],
  ["further directories", 0, 0x014a, 4],
  ["the private data of a camera", 0, 0xc634, 1],
  ["a print preview", 0, 0xc4a5, 7],
])("a block without pictures has no %s", (_, directory, tag, type) => {
  const bytes = new Uint8Array(200);
  const view = new DataView(bytes.buffer);
  const entry = (at: number, of: number, kind: number, count: number, value: number) => {
    view.setUint16(at, of);
    view.setUint16(at + 2, kind);
    view.setUint32(at + 4, count);
    view.setUint32(at + 8, value);
  };
  bytes.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8]);
  view.setUint16(8, 2);
  entry(10, 0x0110, 2, 10, 80);
  const at = directory === 0 ? 22 : 42;
  if (directory === 1) {
    entry(22, 0x0112, 3, 1, 0x10000);
    view.setUint32(34, 40);
    view.setUint16(40, 1);
  }
  entry(at, tag, type, type === 4 ? 1 : 20, 120);
  bytes.set(new TextEncoder().encode("Phone 2000"), 80);
  bytes.set(new TextEncoder().encode("the pixels of a face"), 120);
  const after = withoutPictures(bytes);
  const words = new TextDecoder("latin1").decode(after);
  expect(words).toContain("Phone 2000");
  expect(words).not.toContain("face");
  expect(after).toHaveLength(bytes.length);
  expect(withoutPictures(after)).toEqual(after);
});

test("time, place and camera survive where pictures go", async () => {
  const photo = await jpeg({
    IFD0: { Make: "Phone" },
    IFD2: { DateTimeOriginal: "2026:05:02 10:00:00", OffsetTimeOriginal: "+02:00" },
  });
  const block = withPlace(exifOf(photo), taken);
  const cleared = withoutPictures(uprightExif(block));
  expect(placeIn(cleared)).toEqual(placeIn(block));
  const { exif, orientation } = await sharp(withExif(await jpeg(null), cleared)).metadata();
  const words = exif!.toString("latin1");
  expect([words.includes("2026:05:02 10:00:00"), words.includes("+02:00")]).toEqual([true, true]);
  expect([words.includes("Phone"), orientation]).toEqual([true, 1]);
});

test("a block that is not understood is left out, and one that points beyond its end does not fail", () => {
  expect(withoutPictures(new TextEncoder().encode("a small face, but no block"))).toHaveLength(0);
  for (let at = 8; at < 130; at++) {
    const broken = blockWithPictures();
    broken[at] = 0xff;
    expect(() => withoutPictures(broken)).not.toThrow();
  }
});
