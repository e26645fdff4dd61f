// @vitest-environment happy-dom
// What is sent of a chosen file: its place and time survive, and a photo taken now gets the own position if it has none.
import sharp from "sharp";
import { beforeEach, expect, test, vi } from "vitest";
import { limits } from "../../domain/limits.ts";
import { readExif } from "../../domain/result-file/exif.ts";
import { positionAtom } from "../field/own-position.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { preparePhoto } from "./prepare-photo.ts";

const { shrunkJpeg } = vi.hoisted(() => ({
  shrunkJpeg: vi.fn<(file: File, most: number) => Promise<Uint8Array>>(),
}));
vi.mock("../../client/outbox/photo-shrink.ts", () => ({ shrunkJpeg }));

const GPS = {
  GPSLatitudeRef: "N",
  GPSLatitude: "37/1 45/1 252/10",
  GPSLongitudeRef: "W",
  GPSLongitude: "5/1 14/1 456/10",
};
const taken = { DateTimeOriginal: "2026:05:02 10:00:00", OffsetTimeOriginal: "+02:00" };
const picture = (exif?: Record<string, Record<string, string>>) => {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: "#2b6" } });
  return (exif ? image.withExif(exif) : image).jpeg().toBuffer();
};
/** Bytes behind the picture make it larger than the limit. */
const fileOf = (bytes: Uint8Array, name = "tube.jpg", type = "image/jpeg", more = 0) =>
  new File([new Uint8Array(bytes), new Uint8Array(more)], name, {
    type,
    lastModified: Date.parse("2026-05-02T08:00:00Z"),
  });
const exifIn = async (file: File) =>
  readExif((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).exif);

let store: ReturnType<typeof signedInStore>;
const stand = (age_ms: number) =>
  store.set(positionAtom, {
    state: "shown",
    averaged_s: 0,
    fault: null,
    position: {
      lon: -3.5,
      lat: 40.25,
      accuracy_m: 4,
      speed_mps: 0,
      course: null,
      time_ms: Date.now() - age_ms,
    },
  });
beforeEach(() => {
  store = signedInStore([], [positionAtom]);
  shrunkJpeg.mockReset();
  shrunkJpeg.mockImplementation(async () => new Uint8Array(await picture()));
});
const prepare = (file: File, isTaken: boolean) => store.set(preparePhoto, file, isTaken);

test("a small file is sent as it is", async () => {
  const file = fileOf(await picture());
  stand(0);
  expect(await prepare(file, false)).toBe(file);
  const placed = fileOf(await picture({ IFD3: GPS }));
  expect(await prepare(placed, true)).toBe(placed);
  stand(61_000);
  expect(await prepare(file, true)).toBe(file);
});

test("a photo taken now without a place gets the own position and its time", async () => {
  stand(59_000);
  const sent = await prepare(fileOf(await picture()), true);
  expect(sent.name).toBe("tube.jpg");
  expect(await exifIn(sent)).toEqual({
    lon: expect.closeTo(-3.5, 5),
    lat: expect.closeTo(40.25, 5),
    taken_at: "2026-05-02T08:00:00.000Z",
  });
});

test("the place of a photo is never replaced by that of the phone", async () => {
  stand(0);
  const large = fileOf(
    await picture({ IFD3: GPS, IFD2: taken }),
    "tube.jpg",
    "image/jpeg",
    limits.imageBytes,
  );
  const sent = await prepare(large, true);
  expect(await exifIn(sent)).toEqual({
    lon: expect.closeTo(-5.246, 5),
    lat: expect.closeTo(37.757, 5),
    taken_at: "2026-05-02T08:00:00.000Z",
  });
});

test.each(["png", "webp"] as const)("a large %s keeps its time and place", async (format) => {
  stand(0);
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: "#2b6" } });
  const bytes = await image.withExif({ IFD3: GPS, IFD2: taken }).toFormat(format).toBuffer();
  const large = fileOf(bytes, `tube.${format}`, `image/${format}`, limits.imageBytes);
  expect(await exifIn(await prepare(large, true))).toEqual({
    lon: expect.closeTo(-5.246, 5),
    lat: expect.closeTo(37.757, 5),
    taken_at: "2026-05-02T08:00:00.000Z",
  });
});

test("a large PNG that is damaged has no block, and no end is searched beyond it", async () => {
  const bytes = new Uint8Array(
    await sharp(await picture({ IFD3: GPS }))
      .png()
      .toBuffer(),
  );
  new DataView(bytes.buffer).setUint32(8, 0xffff_ffff);
  const sent = await prepare(fileOf(bytes, "a.png", "image/png", limits.imageBytes), false);
  expect(await exifIn(sent)).toMatchObject({ lon: null, lat: null });
});

test("a large file is made smaller than the limit, as a JPEG with its name", async () => {
  const large = fileOf(await picture(), "roof.png", "image/png", limits.imageBytes);
  const sent = await prepare(large, false);
  expect([sent.name, sent.type]).toEqual(["roof.jpg", "image/jpeg"]);
  const [, most] = shrunkJpeg.mock.calls[0]!;
  expect(most).toBeLessThan(limits.imageBytes);
  expect(most).toBeGreaterThan(limits.imageBytes * 0.9);
});

test("what cannot be decoded stays as it is, to be refused by its name", async () => {
  shrunkJpeg.mockRejectedValue(new Error("no picture"));
  const large = fileOf(Uint8Array.of(1, 2, 3), "broken.webp", "image/webp", limits.imageBytes);
  expect(await prepare(large, true)).toBe(large);
});
