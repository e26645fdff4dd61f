// Radiometric JPEGs that lie: every one gets an answer, none takes memory by what it claims.
import { expect, test } from "vitest";
import { randomFrom } from "../../../tests/fixtures/random.ts";
import { readImageTags } from "../analysis/image-tags.ts";
import { readDji } from "./dji-file.ts";
import { readFlir } from "./flir-file.ts";

const segment = (kind: number, body: Uint8Array) => {
  const length = body.length + 2;
  return Buffer.concat([Buffer.from([0xff, kind, length >> 8, length & 255]), body]);
};
const flirPart = (index: number, last: number, body: Uint8Array) =>
  segment(
    0xe1,
    Buffer.concat([Buffer.from("FLIR\0\x01", "latin1"), Buffer.from([index, last]), body]),
  );
const jpegOf = (...parts: Uint8Array[]) =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...parts, Buffer.from([0xff, 0xd9])]);

const INFO = 64 + 64 + 0x20 + 32;
/** An FFF file of 4 x 4 pixels with sound constants. */
function soundFff(): Buffer {
  const fff = Buffer.alloc(INFO + 0x400);
  fff.write("FFF\0", "latin1");
  for (const [at, value] of [
    [0x14, 100],
    [0x18, 64],
    [0x1c, 2],
  ] as const)
    fff.writeUInt32BE(value, at);
  fff.writeUInt16BE(1, 64);
  fff.writeUInt32BE(128, 64 + 12);
  fff.writeUInt32BE(0x20 + 32, 64 + 16);
  fff.writeUInt16BE(0x20, 96);
  fff.writeUInt32BE(INFO, 96 + 12);
  fff.writeUInt32BE(0x400, 96 + 16);
  for (const [at, value] of [
    [0, 2],
    [2, 4],
    [4, 4],
  ] as const)
    fff.writeUInt16LE(value, 128 + at);
  fff.writeUInt16LE(2, INFO);
  for (const at of [0x20, 0x24, 0x28, 0x2c, 0x3c, 0x58, 0x5c, 0x60, 0x30c])
    fff.writeFloatLE(1, INFO + at);
  return fff;
}
const flirOf = (fff: Uint8Array) => jpegOf(flirPart(0, 0, fff));
const changed = (change: (fff: Buffer) => void) => {
  const fff = soundFff();
  change(fff);
  return flirOf(fff);
};

test("the sound file is read", () => {
  expect(readFlir(flirOf(soundFff()))).toMatchObject({ width: 4, height: 4, is_png: false });
});

const broken: Record<string, Buffer> = {
  "no segment": jpegOf(),
  "no bytes": Buffer.alloc(0),
  "a segment of length 0": Buffer.from([
    0xff, 0xd8, 0xff, 0xe1, 0, 0, 70, 76, 73, 82, 0, 1, 0, 0, 0,
  ]),
  "a segment beyond the end": flirOf(soundFff()).subarray(0, 500),
  "a part twice": jpegOf(flirPart(0, 1, soundFff()), flirPart(0, 1, soundFff())),
  "a part missing": jpegOf(flirPart(1, 2, soundFff()), flirPart(2, 2, soundFff())),
  "a part after the last": jpegOf(flirPart(5, 2, soundFff())),
  "a million records": changed((fff) => fff.writeUInt32BE(1_000_000, 0x1c)),
  "records beyond the end": changed((fff) => fff.writeUInt32BE(0xffff_0000, 0x18)),
  "a record beyond the end": changed((fff) => fff.writeUInt32BE(0x7fff_ffff, 64 + 12)),
  "a record of four gigabytes": changed((fff) => fff.writeUInt32BE(0xffff_ffff, 64 + 16)),
  "a record of no bytes": changed((fff) => fff.writeUInt32BE(0, 96 + 16)),
  "the directory as its own record": changed((fff) => fff.writeUInt32BE(0, 96 + 12)),
  "no counts": changed((fff) => fff.writeUInt16BE(9, 64)),
  "no constants": changed((fff) => fff.writeUInt16BE(9, 96)),
  "65,535 by 65,535 pixels": changed((fff) => fff.writeUInt32LE(0xffff_ffff, 130)),
  "no pixels": changed((fff) => fff.writeUInt32LE(0, 130)),
  "more pixels than bytes": changed((fff) => fff.writeUInt16LE(900, 130)),
  "a constant that is no number": changed((fff) => fff.writeFloatLE(NaN, INFO + 0x5c)),
  "an infinite constant": changed((fff) => fff.writeFloatLE(Infinity, INFO + 0x58)),
  "an emissivity of 0": changed((fff) => fff.writeFloatLE(0, INFO + 0x20)),
  "another file": flirOf(Buffer.alloc(5000, 65)),
};

test.each(Object.entries(broken))("%s is refused by reason", (_, jpeg) => {
  expect(readFlir(jpeg)).toMatch(/^radiometry_(missing|cut_short|broken)$/);
});

const frames: Record<string, Buffer> = {
  "no frame": jpegOf(),
  "an odd size": jpegOf(segment(0xe3, Buffer.alloc(999))),
  "a segment of length 1": Buffer.from([0xff, 0xd8, 0xff, 0xe3, 0, 1, 0, 0]),
  "a cut segment": jpegOf(segment(0xe3, Buffer.alloc(60_000))).subarray(0, 1000),
  "too many segments": jpegOf(
    ...Array.from({ length: 130 }, () => segment(0xe3, Buffer.alloc(65_533))),
  ),
};
test.each(Object.entries(frames))("a DJI file with %s is refused by reason", (_, jpeg) => {
  expect(readDji(jpeg)).toMatch(/^radiometry_(missing|cut_short|broken)$/);
});

/** A TIFF directory that points to itself, and one whose tag claims four gigabytes. */
const exif = (next: number, count: number) => {
  const tiff = Buffer.alloc(60);
  tiff.write("Exif\0\0II*\0", "latin1");
  tiff.writeUInt32LE(8, 10);
  tiff.writeUInt16LE(1, 14);
  tiff.writeUInt16LE(0x8769, 16);
  tiff.writeUInt16LE(4, 18);
  tiff.writeUInt32LE(count, 20);
  tiff.writeUInt32LE(8, 24);
  tiff.writeUInt32LE(next, 28);
  return segment(0xe1, tiff);
};
const xmp = (body: string) =>
  segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${body}`, "latin1"));
const named = (value: string) =>
  xmp(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:DewarpData="${value}" drone-dji:GimbalPitchDegree="${value}"/></rdf:RDF></x:xmpmeta>`,
  );
const hostile: Record<string, Buffer> = {
  "a circular directory": jpegOf(exif(8, 1)),
  "a directory behind the end": jpegOf(exif(0xffff_fff0, 1)),
  "a tag of four gigabytes": jpegOf(exif(0, 0xffff_ffff)),
  "an XMP that never ends": jpegOf(xmp("<x:xmpmeta>".repeat(3000))),
  "an entity of entities": jpegOf(
    xmp(`<!DOCTYPE a [<!ENTITY b "${"&b;".repeat(500)}">]><a>&b;</a>`),
  ),
  "an external entity": jpegOf(
    xmp(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`),
  ),
  "a number that is none": jpegOf(named("NaN")),
  "a number without end": jpegOf(named("1e999")),
  "nine words": jpegOf(named("2020;a,b,c,d,e,f,g,h,i")),
  "ten numbers": jpegOf(named("2020;1,2,3,4,5,6,7,8,9,10")),
  "a script": jpegOf(named("&lt;script&gt;")),
};
test.each(Object.entries(hostile))("%s gives no camera", async (_, jpeg) => {
  const tags = await readImageTags(jpeg);
  expect([tags.gimbal_pitch, tags.lens.dewarp, tags.lon]).toEqual([null, null, null]);
});

test("a thousand random changes of a sound file give an answer and no more pixels than bytes", () => {
  const random = randomFrom(11);
  for (let round = 0; round < 1000; round++) {
    const jpeg = flirOf(soundFff());
    for (let change = 0; change < 4; change++)
      jpeg[Math.floor(random() * jpeg.length)] = Math.floor(random() * 256);
    const read = readFlir(jpeg);
    if (typeof read !== "string") expect(read.data.length).toBeLessThan(jpeg.length);
  }
});
