// When and where photos were taken. Times in Chile and Spain by their civil calendars, written down by hand.
import { describe, expect, it } from "vitest";
import { photoPlace, photoTime } from "./photo-time.ts";

const chile = { lon: -70.1, lat: -18.9 };
const spain = { lon: -3.07, lat: 37.23 };
const noon = { DateTimeOriginal: "2026:03:01 12:00:00" };
const winter = { DateTimeOriginal: "2026:06:21 12:00:00" };

describe("the instant of a photo", () => {
  it.each([
    [
      "its offset",
      { ...noon, OffsetTimeOriginal: "-05:00" },
      chile,
      "2026-03-01T17:00:00.000Z",
      -300,
    ],
    [
      "a digitised offset",
      { ...noon, OffsetTimeDigitized: "+01:00" },
      chile,
      "2026-03-01T11:00:00.000Z",
      60,
    ],
    ["the offset of the file", { ...noon, OffsetTime: "Z" }, chile, "2026-03-01T12:00:00.000Z", 0],
    [
      "the place, where the offset is that of a later change",
      { ...noon, OffsetTime: "+02:00", ModifyDate: "2026:03:04 09:00:00" },
      chile,
      "2026-03-01T15:00:00.000Z",
      null,
    ],
    [
      "the offset of the file, which was not changed",
      { ...noon, OffsetTime: "-04:00", ModifyDate: "2026:03:01 12:00:03" },
      chile,
      "2026-03-01T16:00:00.000Z",
      -240,
    ],
    [
      "the time of the satellites",
      { ...noon, GPSDateStamp: "2026:03:01", GPSTimeStamp: [16, 0, 3] },
      chile,
      "2026-03-01T16:00:00.000Z",
      -240,
    ],
    // Summer time until the first Saturday of April in Chile, from the last Sunday of March in Spain.
    ["summer time in Chile", noon, chile, "2026-03-01T15:00:00.000Z", null],
    ["winter time in Chile", winter, chile, "2026-06-21T16:00:00.000Z", null],
    ["winter time in Spain", noon, spain, "2026-03-01T11:00:00.000Z", null],
    ["summer time in Spain", winter, spain, "2026-06-21T10:00:00.000Z", null],
  ])("is that of %s", (_, tags, place, taken_at, utc_offset) => {
    expect(photoTime(tags, place)).toEqual({ taken_at, utc_offset });
  });

  const at = (date: string, ...clock: number[]) => ({ GPSDateStamp: date, GPSTimeStamp: clock });
  it.each([
    // Chile is three hours behind UTC in March, Spain an hour ahead.
    ["an hour ago", at("2026:03:01", 14, 0, 0), chile, "2026-03-01T15:00:00.000Z", null],
    [
      "two and a half hours ago",
      at("2026:03:01", 12, 30, 0),
      chile,
      "2026-03-01T15:00:00.000Z",
      null,
    ],
    ["yesterday", at("2026:02:28", 15, 0, 0), chile, "2026-03-01T15:00:00.000Z", null],
    [
      "a quarter of an hour ago",
      at("2026:03:01", 10, 45, 0),
      spain,
      "2026-03-01T11:00:00.000Z",
      null,
    ],
    ["now", at("2026:03:01", 15, 1, 0), chile, "2026-03-01T15:00:00.000Z", -180],
    [
      "now, for a camera that is on UTC",
      at("2026:03:01", 12, 0, 0),
      spain,
      "2026-03-01T12:00:00.000Z",
      0,
    ],
    ["that no zone has", at("2026:03:01", 11, 45, 0), null, null, null],
    ["of a half-hour zone", at("2026:03:01", 6, 30, 0), null, "2026-03-01T06:30:00.000Z", 330],
  ])(
    "is that of the satellites where they tell the time: %s",
    (_, gps, place, taken_at, utc_offset) => {
      expect(photoTime({ ...noon, ...gps }, place)).toEqual({ taken_at, utc_offset });
    },
  );

  it("is not known without an offset, satellites and a place, or without a time", () => {
    const none = { taken_at: null, utc_offset: null };
    expect(photoTime(noon, null)).toEqual(none);
    expect(photoTime({}, chile)).toEqual(none);
    expect(photoTime({ DateTimeOriginal: "0000:00:00 00:00:00" }, chile)).toEqual(none);
  });
});

describe("the place of a photo", () => {
  it("counts a small letter as its large one", () => {
    for (const [north, east] of [
      ["s", "w"],
      ["South", "West"],
    ]) {
      const refs = { GPSLatitudeRef: north, GPSLongitudeRef: east };
      // The reader of EXIF turns degrees by large letters alone.
      expect(photoPlace(refs, 18.9, 70.1)).toEqual(chile);
    }
    expect(photoPlace({ GPSLatitudeRef: "N", GPSLongitudeRef: "W" }, -18.9, 70.1)).toBeNull();
  });

  it("needs the letters of the hemispheres", () => {
    const refs = { GPSLatitudeRef: "S", GPSLongitudeRef: "W" };
    expect(photoPlace(refs, -18.9, -70.1)).toEqual(chile);
    expect(photoPlace({}, 18.9, 70.1)).toBeNull();
    expect(photoPlace({ GPSLatitudeRef: "S" }, -18.9, 70.1)).toBeNull();
    expect(photoPlace({ ...refs, GPSLongitudeRef: "\0" }, -18.9, 70.1)).toBeNull();
    expect(photoPlace(refs, 0, 0)).toBeNull();
  });
});
