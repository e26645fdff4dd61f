// Places of photos that the device must not take, as the server does not: zeros of a camera without a fix, other datums.
import sharp from "sharp";
import { expect, it } from "vitest";
import { exifOf, hasPlace, placeIn, withPlace } from "./photo-exif.ts";

async function blockOf(gps: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: "#2b6" } });
  return exifOf(new Uint8Array(await image.withExif({ IFD3: gps }).jpeg().toBuffer()))!;
}
const chile = {
  GPSLatitudeRef: "S",
  GPSLatitude: "18/1 54/1 0/1",
  GPSLongitudeRef: "W",
  GPSLongitude: "70/1 6/1 0/1",
};
const place = { lat: expect.closeTo(-18.9, 9), lon: expect.closeTo(-70.1, 9) };

it.each<[string, Readonly<Record<string, string>>, object | null]>([
  ["none stated", {}, place],
  ["WGS-84", { GPSMapDatum: "WGS-84" }, place],
  ["WGS84", { GPSMapDatum: "WGS84" }, place],
  ["another", { GPSMapDatum: "PSAD56" }, null],
  ["a short one", { GPSMapDatum: "NAD" }, null],
  ["with a fix", { GPSStatus: "A" }, place],
  ["hemispheres in small letters", { GPSLatitudeRef: "s", GPSLongitudeRef: "w" }, place],
  ["of a receiver without a fix", { GPSStatus: "V" }, null],
])("the datum and the fix of a place: %s", async (_, datum, expected) => {
  const block = await blockOf({ ...chile, ...datum });
  expect(placeIn(block)).toEqual(expected);
  expect(hasPlace(block)).toBe(expected !== null);
});

it("zeros are no place, and the device's own one takes theirs", async () => {
  const zeros = { ...chile, GPSLatitude: "0/1 0/1 0/1", GPSLongitude: "0/1 0/1 0/1" };
  const block = await blockOf(zeros);
  expect(placeIn(block)).toBeNull();
  expect(hasPlace(block)).toBe(false);
  const taken = { lon: -70.1, lat: -18.9, local: "2026-05-02T10:00:07", offset: "-03:00" };
  expect(placeIn(withPlace(block, taken))).toEqual(place);
});
