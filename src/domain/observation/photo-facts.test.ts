// Photos of phones and drones written by libvips, with the values that were written.
import sharp from "sharp";
import { expect, test } from "vitest";
import { dronePhoto } from "../../../tests/fixtures/drone-photo.ts";
import { readPhotoFacts } from "./photo-facts.ts";

const plain = () => sharp({ create: { width: 64, height: 48, channels: 3, background: "#2b6" } });
type Exif = Parameters<ReturnType<typeof plain>["withExif"]>[0];
const photo = async (exif: Exif, format: "jpeg" | "png" | "webp" = "jpeg") =>
  new Uint8Array(await plain().withExif(exif).toFormat(format).toBuffer());

const place = {
  GPSLatitudeRef: "S",
  GPSLatitude: "18/1 53/1 96/10",
  GPSLongitudeRef: "W",
  GPSLongitude: "70/1 6/1 432/10",
};
const clock = { DateTimeOriginal: "2026:05:02 10:00:07" };

test.each(["jpeg", "png", "webp"] as const)("a phone's %s says all", async (format) => {
  const gps = { ...place, GPSImgDirectionRef: "M", GPSImgDirection: "3125/10" };
  const exif = { IFD2: { ...clock, OffsetTimeOriginal: "-04:00" }, IFD3: gps };
  const facts = await readPhotoFacts(await photo(exif, format));
  expect(facts).toMatchObject({
    place: { lat: expect.closeTo(-18.886, 6), lon: expect.closeTo(-70.112, 6) },
    direction: 312.5,
    isMagnetic: true,
    isAirborne: false,
    position_m: null,
    taken_at: "2026-05-02T14:00:07.000Z",
  });
});

test("a clock without a zone is asked about, also where the place has one", async () => {
  const facts = await readPhotoFacts(await photo({ IFD2: clock, IFD3: place }));
  expect(facts.taken_at).toBeNull();
  expect(facts.takenIn("UTC")).toBe("2026-05-02T10:00:07.000Z");
  // Chile is at UTC-4 in May.
  expect(facts.takenIn("America/Santiago")).toBe("2026-05-02T14:00:07.000Z");
  const satellites = { ...place, GPSDateStamp: "2026:05:02", GPSTimeStamp: "14/1 0/1 7/1" };
  const known = await readPhotoFacts(await photo({ IFD2: clock, IFD3: satellites }));
  expect(known.taken_at).toBe("2026-05-02T14:00:07.000Z");
});

test("the true north of a direction is said", async () => {
  const gps = { ...place, GPSImgDirectionRef: "T", GPSImgDirection: "0/1" };
  expect(await readPhotoFacts(await photo({ IFD3: gps }))).toMatchObject({
    direction: 0,
    isMagnetic: false,
    taken_at: null,
  });
});

test.each<[string, Record<string, string>]>([
  ["no hemisphere", { GPSLatitude: "18/1 0/1 0/1", GPSLongitude: "70/1 0/1 0/1" }],
  ["zeros", { ...place, GPSLatitude: "0/1 0/1 0/1", GPSLongitude: "0/1 0/1 0/1" }],
  ["a receiver without a fix", { ...place, GPSStatus: "V" }],
  ["a division by zero", { ...place, GPSLatitude: "0/0 0/0 0/0", GPSLongitude: "0/0 0/0 0/0" }],
  ["an angle beyond the pole", { ...place, GPSLatitude: "95/1 0/1 0/1" }],
  ["a direction beyond the circle", { GPSImgDirection: "5000/1", GPSImgDirectionRef: "T" }],
])("a photo with %s has no place and no direction", async (_, gps) => {
  const facts = await readPhotoFacts(await photo({ IFD3: gps }));
  expect([facts.place, facts.direction]).toEqual([null, null]);
});

test("a photo without any of it, and a file that is none, say nothing", async () => {
  const nothing = { place: null, direction: null, taken_at: null, isAirborne: false };
  expect(await readPhotoFacts(await photo({}))).toMatchObject(nothing);
  const facts = await readPhotoFacts(new Uint8Array([1, 2, 3]));
  expect(facts).toMatchObject(nothing);
  expect(facts.takenIn("UTC")).toBeNull();
});

test("a drone's photo says that the camera was in the air", async () => {
  const camera = {
    lon: -70.112,
    lat: -18.886,
    height_m: 30,
    yaw_deg: -90,
    pitch_deg: -45,
    roll_deg: 0,
    width_px: 4,
    height_px: 4,
    focal_px: 4,
    centre_px: [2, 2] as const,
    position_m: 0.05,
  };
  const taken = new Date("2026-05-02T14:00:00Z");
  const rgb = new Uint8Array(48);
  const bytes = await dronePhoto({ rgb, camera: camera as never, taken });
  expect(await readPhotoFacts(new Uint8Array(bytes))).toMatchObject({
    place: { lat: -18.886, lon: -70.112 },
    direction: 270,
    isMagnetic: false,
    isAirborne: true,
    position_m: 0.05,
    taken_at: "2026-05-02T14:00:00.000Z",
  });
});
