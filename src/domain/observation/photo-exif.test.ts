// Time and place of photos, read back by the same reader as on the server.
import sharp from "sharp";
import { expect, test } from "vitest";
import { readExif } from "../result-file/exif.ts";
import { exifOf, hasPlace, placeIn, uprightExif, withExif, withPlace } from "./photo-exif.ts";

const plain = () => sharp({ create: { width: 64, height: 48, channels: 3, background: "#2b6" } });
const jpeg = async (exif: Parameters<ReturnType<typeof plain>["withExif"]>[0] | null) => {
  const image = exif ? plain().withExif(exif) : plain();
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
    IFD0: { Make: "Phone", Orientation: "6" },
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
