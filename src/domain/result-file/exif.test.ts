import { describe, expect, it } from "vitest";
import { readExif } from "./exif.ts";

type Entry = { readonly tag: number; readonly type: number; readonly bytes: readonly number[] };
const ascii = (tag: number, text: string): Entry => ({
  tag,
  type: 2,
  bytes: [...new TextEncoder().encode(text), 0],
});
const word = (value: number) => [24, 16, 8, 0].map((shift) => (value >> shift) & 255);
/** Degrees, minutes and seconds, as thousandths of each. */
const angle = (tag: number, parts: readonly number[]): Entry => ({
  tag,
  type: 5,
  bytes: parts.flatMap((part) => [...word(Math.round(part * 1000)), ...word(1000)]),
});
const sizes: Record<number, number> = { 2: 1, 4: 4, 5: 8 };

/** A directory of a big-endian TIFF file; values of more than four bytes follow it. */
function directory(at: number, entries: readonly Entry[]): number[] {
  const rows: number[] = [];
  const rest: number[] = [];
  const end = at + 2 + entries.length * 12 + 4;
  for (const { tag, type, bytes } of entries) {
    rows.push(tag >> 8, tag & 255, 0, type, ...word(bytes.length / sizes[type]!));
    if (bytes.length <= 4) rows.push(...bytes, ...Array<number>(4 - bytes.length).fill(0));
    else {
      rows.push(...word(end + rest.length));
      rest.push(...bytes);
    }
  }
  return [0, entries.length, ...rows, 0, 0, 0, 0, ...rest];
}

/** "MM" for big-endian, the number of the format, and where the first directory begins. */
const tiffHead = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];

/** An EXIF block of the TIFF standard with a directory of the photo and one of its position. */
function block(photo: readonly Entry[], gps: readonly Entry[]): Uint8Array {
  const rootSize = 2 + 2 * 12 + 4;
  const photoAt = 8 + rootSize;
  const inner = directory(photoAt, photo);
  const gpsAt = photoAt + inner.length;
  const pointer = (tag: number, to: number): Entry => ({ tag, type: 4, bytes: word(to) });
  const root = directory(8, [pointer(0x8769, photoAt), pointer(0x8825, gpsAt)]);
  return Uint8Array.of(...tiffHead, ...root, ...inner, ...directory(gpsAt, gps));
}

const time = (text: string) => ascii(0x9003, text);
const zone = (text: string) => ascii(0x9011, text);
const noon = time("2026:03:01 12:00:00");
function position(
  south: string,
  latitude: readonly number[],
  west: string,
  longitude: readonly number[],
): Entry[] {
  return [ascii(1, south), angle(2, latitude), ascii(3, west), angle(4, longitude)];
}
const chile = position("S", [24, 30, 36], "W", [70, 15, 0]);
const head = [0x45, 0x78, 0x69, 0x66, 0, 0];

describe("a photo", () => {
  it("has its position in degrees, south and west negative", async () => {
    const { lat, lon } = await readExif(block([noon], chile));
    expect([lat, lon]).toEqual([expect.closeTo(-24.51, 9), expect.closeTo(-70.25, 9)]);
    const spain = await readExif(block([], position("N", [37, 12, 0], "E", [3, 0, 36])));
    expect(spain).toEqual({
      lat: expect.closeTo(37.2, 9),
      lon: expect.closeTo(3.01, 9),
      taken_at: null,
    });
  });

  it("is read with or without the head of its block", async () => {
    const plain = block([noon], chile);
    const read = await readExif(plain);
    // Summer time in Chile.
    expect(read.taken_at).toBe("2026-03-01T15:00:00.000Z");
    expect(await readExif(Uint8Array.of(...head, ...plain))).toEqual(read);
  });

  it("was taken at its local time minus the offset, else by the clock of the plant", async () => {
    const takenAt = async (...entries: Entry[]) =>
      (await readExif(block(entries, []), "Europe/Madrid")).taken_at;
    expect(await takenAt(noon, zone("-04:00"))).toBe("2026-03-01T16:00:00.000Z");
    expect(await takenAt(noon, zone("+05:30"))).toBe("2026-03-01T06:30:00.000Z");
    expect(await takenAt(noon)).toBe("2026-03-01T11:00:00.000Z");
    expect((await readExif(block([noon], []))).taken_at).toBeNull();
    for (const unclear of ["4 hours", "x+05:30", "+05:30x", "+5:30"]) {
      expect(await takenAt(noon, zone(unclear)), unclear).toBe("2026-03-01T11:00:00.000Z");
    }
    // Texts may be padded with zeros and spaces.
    expect(await takenAt(time(" 2026:03:01 12:00:00\0\0more"), zone("+01:00\0\0"))).toBe(
      "2026-03-01T11:00:00.000Z",
    );
  });

  it("has no time where the text is none, or its year is 0000", async () => {
    for (const text of [
      "2026:13:01 12:00:00",
      "2026:03:01",
      "x2026:03:01 12:00:00",
      "2026:03:01 12:00:00x",
      "0000:01:01 00:00:00",
      "0000:00:00 00:00:00",
      "",
    ]) {
      expect((await readExif(block([time(text)], chile))).taken_at, text).toBeNull();
    }
  });

  it("has no position where a part is missing or outside the earth", async () => {
    const placeOf = async (gps: readonly Entry[]) => {
      const { lat, lon } = await readExif(block([noon], gps));
      return [lat, lon];
    };
    expect(await placeOf([])).toEqual([null, null]);
    expect(await placeOf(chile.slice(0, 2))).toEqual([null, null]);
    expect(await placeOf(chile.slice(2))).toEqual([null, null]);
    expect(await placeOf(position("N", [90, 0, 0], "E", [180, 0, 0]))).toEqual([90, 180]);
    expect(await placeOf(position("N", [90, 1, 0], "E", [3, 0, 0]))).toEqual([null, null]);
    expect(await placeOf(position("N", [37, 0, 0], "W", [180, 1, 0]))).toEqual([null, null]);
  });

  it("without a block, or with a broken one, has neither position nor time", async () => {
    const nothing = { lat: null, lon: null, taken_at: null };
    expect(await readExif(undefined)).toEqual(nothing);
    expect(await readExif(new Uint8Array(0))).toEqual(nothing);
    expect(await readExif(Uint8Array.of(...head, 1, 2, 3))).toEqual(nothing);
    expect(await readExif(new Uint8Array(400).fill(0xff))).toEqual(nothing);
  });
});
