// What drones write into their photos, written by exiftool (Debian: libimage-exiftool-perl), which shares no code with the
// product.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, it } from "vitest";
import { readExif } from "../result-file/exif.ts";
import { readImageTags, type ImageTags } from "./image-tags.ts";

const exiftool = "exiftool";
const hasExiftool = spawnSync(exiftool, ["-ver"]).status === 0;
if (!hasExiftool) process.stderr.write("\nSKIPPED: this machine has no exiftool\n");

const folder = mkdtempSync(join(tmpdir(), "photo-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The least that exiftool takes for a JPEG. */
const bare = Buffer.from("ffd8ffdb000300ffda0002ffd9", "hex");
const chile = [
  "-GPSLatitude=18.886",
  "-GPSLatitudeRef=S",
  "-GPSLongitude=70.112",
  "-GPSLongitudeRef=W",
];
const noon = "-DateTimeOriginal=2024:05:06 12:00:00";

/** One exiftool writes all photos: to start it takes longer than to write. */
const tool = hasExiftool ? spawn(exiftool, ["-stay_open", "True", "-@", "-"]) : null;
const said = tool && createInterface(tool.stdout)[Symbol.asyncIterator]();
afterAll(() => tool?.stdin.end("-stay_open\nFalse\n"));

async function photo(words: readonly string[], xmp = ""): Promise<Buffer> {
  const path = join(folder, "photo.jpg");
  writeFileSync(path, bare);
  const packet = join(folder, "photo.xmp");
  if (xmp !== "") writeFileSync(packet, xmp);
  const all = [...words, ...(xmp === "" ? [] : [`-xmp<=${packet}`])];
  tool!.stdin.write(["-overwrite_original", "-n", ...all, path, "-execute", ""].join("\n"));
  const lines: string[] = [];
  for (let line = ""; line !== "{ready}"; lines.push(line))
    line = String((await said!.next()).value);
  expect(lines).toContain("    1 image files updated");
  return readFileSync(path);
}
const read = (words: readonly string[], xmp?: string): Promise<ImageTags> =>
  photo(words, xmp).then((bytes) => readImageTags(bytes, "America/Santiago"));
/** The EXIF block, as the call for observations gets it. */
const asObservation = (bytes: Buffer) =>
  readExif(
    bytes.subarray(bytes.indexOf("Exif\0\0"), bytes.indexOf("Exif\0\0") + 65_000),
    "America/Santiago",
  );

const packet = (prefix: string, address: string, values: Readonly<Record<string, string>>) => {
  const attributes = Object.entries(values).map(([name, value]) => `${prefix}:${name}="${value}"`);
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:${prefix}="${address}" ${attributes.join(" ")}/></rdf:RDF></x:xmpmeta>`;
};
const dji = "http://www.dji.com/drone-dji/1.0/";
const pix4d = "http://pix4d.com/camera/1.0";
const flown = {
  GimbalPitchDegree: "-89.90",
  GimbalYawDegree: "+12.30",
  RelativeAltitude: "+39.80",
  AbsoluteAltitude: "-12.50",
};

describe.skipIf(!hasExiftool)("a photo", () => {
  it.each([
    ["above the sea", "0", 12.5],
    ["below the sea", "1", -12.5],
  ])("%s has its height", async (_, side, altitude) => {
    const tags = await read([...chile, "-GPSAltitude=12.5", `-GPSAltitudeRef=${side}`]);
    expect(tags).toMatchObject({ altitude, lon: -70.112, lat: -18.886 });
  });

  it.each([
    ["drone-dji", dji],
    ["ns0", dji],
    ["drone", "http://www.autelrobotics.com/drone/1.0/"],
  ])("says where the camera looked behind the prefix %s", async (prefix, address) => {
    expect(await read(chile, packet(prefix, address, flown))).toMatchObject({
      gimbal_pitch: -89.9,
      gimbal_yaw: 12.3,
      relative_altitude: 39.8,
      altitude: -12.5,
    });
  });

  it.each([
    [
      "drone-parrot",
      "http://www.parrot.com/drone-parrot/1.0/",
      { CameraPitchDegree: "-78.36", CameraYawDegree: "176.31" },
      -78.36,
      176.31,
    ],
    // Pix4D counts from straight down.
    ["c", "http://pix4d.com/camera/1.0", { Pitch: "0", Yaw: "12" }, -90, 12],
    ["Camera", "http://pix4d.com/camera/1.0", { Pitch: "45/1", Yaw: "12" }, -45, 12],
  ])("of another maker, with the prefix %s, too", async (prefix, address, values, pitch, yaw) => {
    const tags = await read(chile, packet(prefix, address, values));
    expect(tags).toMatchObject({ gimbal_pitch: pitch, gimbal_yaw: yaw });
  });

  it.each([
    ["DJI's thermal camera", "drone-dji", dji, { ImageSource: "InfraredCamera" }, true],
    ["DJI's wide camera", "drone-dji", dji, { ImageSource: "WideCamera" }, false],
    ["a band of heat", "Camera", pix4d, { BandName: "LWIR" }, true],
    ["10 micrometres", "Camera", pix4d, { CentralWavelength: "10000" }, true],
    ["red light", "Camera", pix4d, { BandName: "Red", CentralWavelength: "650" }, false],
    ["near infrared light", "Camera", pix4d, { BandName: "NIR" }, false],
    ["860 nanometres", "Camera", pix4d, { CentralWavelength: "860" }, false],
    ["a camera that says neither", "Camera", pix4d, { Yaw: "10" }, null],
  ])("says what its camera sees: %s", async (_, prefix, address, values, is_thermal) => {
    // No temperatures are in it: what it shows is no visible picture all the same.
    const tags = await read(chile, packet(prefix, address, values));
    expect(tags).toMatchObject({ is_thermal, is_radiometric: false });
  });

  it.each([
    ["a fixed solution", { RtkFlag: "50", RtkStdLon: "0.01270", RtkStdLat: "0.03120" }, 0.0312],
    ["a fixed one that states no error", { RtkFlag: "50" }, 0.05],
    [
      "errors below what is possible",
      { RtkFlag: "50", RtkStdLon: "0.001", RtkStdLat: "0.001" },
      0.02,
    ],
    ["a float one", { RtkFlag: "34", RtkStdLon: "0.01", RtkStdLat: "0.01" }, null],
    ["a single point", { RtkFlag: "16", RtkStdLon: "0.5", RtkStdLat: "0.5" }, null],
    ["no corrections", { RtkFlag: "0" }, null],
    ["nothing", {}, null],
  ])("states its place by satellite corrections: %s", async (_, values, position_m) => {
    const tags = await read(chile, packet("drone-dji", dji, values));
    expect(tags.position_m).toBe(position_m);
  });

  it("states its place where a program has corrected it", async () => {
    const stated = await read([...chile, "-GPSHPositioningError=0.04"]);
    expect(stated.position_m).toBeCloseTo(0.04, 6);
    const accuracy = await read(chile, packet("Camera", pix4d, { GPSXYAccuracy: "0.06" }));
    expect(accuracy.position_m).toBeCloseTo(0.06, 6);
    // A drone that states to have no corrections is believed.
    const flagged = packet("drone-dji", dji, { RtkFlag: "16" });
    expect((await read([...chile, "-GPSHPositioningError=0.04"], flagged)).position_m).toBeNull();
  });

  // In May Chile is four hours behind UTC.
  it.each([
    ["half an hour", [noon, "-OffsetTimeOriginal=+05:30"], "2024-05-06T06:30:00.000Z"],
    [
      "satellites",
      [noon, "-GPSDateStamp=2024:05:06", "-GPSTimeStamp=17:00:04"],
      "2024-05-06T17:00:00.000Z",
    ],
    [
      "satellites an hour ago, which say nothing",
      [noon, "-GPSDateStamp=2024:05:06", "-GPSTimeStamp=15:00:04"],
      "2024-05-06T16:00:00.000Z",
    ],
    [
      "satellites of the next day",
      [
        "-DateTimeOriginal=2024:05:06 22:00:00",
        "-GPSDateStamp=2024:05:07",
        "-GPSTimeStamp=02:00:00",
      ],
      "2024-05-07T02:00:00.000Z",
    ],
    [
      "a former fix, which says nothing",
      [noon, "-GPSDateStamp=2024:05:06", "-GPSTimeStamp=14:22:00"],
      "2024-05-06T16:00:00.000Z",
    ],
    [
      "a clock without a day, which says nothing",
      [noon, "-GPSTimeStamp=14:00:00"],
      "2024-05-06T16:00:00.000Z",
    ],
    [
      "another, digitised time, which says nothing",
      [noon, "-CreateDate=2024:05:06 13:00:00", "-OffsetTimeDigitized=-03:00"],
      "2024-05-06T16:00:00.000Z",
    ],
    [
      "a digitised time",
      ["-CreateDate=2024:05:06 12:00:00", "-OffsetTimeDigitized=-03:00"],
      "2024-05-06T15:00:00.000Z",
    ],
  ])("has one instant in drone data and in an observation, by %s", async (_, words, taken_at) => {
    const bytes = await photo([...chile, ...words]);
    expect((await readImageTags(bytes, "America/Santiago")).taken_at).toBe(taken_at);
    expect((await asObservation(bytes)).taken_at).toBe(taken_at);
  });

  it.each([
    ["without hemispheres", ["-GPSLatitude=18.886", "-GPSLongitude=70.112"]],
    ["with one hemisphere", ["-GPSLatitude=18.886", "-GPSLatitudeRef=S", "-GPSLongitude=70.112"]],
    ["of another datum", [...chile, "-GPSMapDatum=SAD-69"]],
  ])("%s has no position", async (_, words) => {
    const bytes = await photo(words);
    expect(await readImageTags(bytes)).toMatchObject({ lon: null, lat: null });
    expect(await asObservation(bytes)).toMatchObject({ lon: null, lat: null });
  });

  it("in the south and west with small letters is there", async () => {
    const small = [
      "-GPSLatitude=18.886",
      "-GPSLatitudeRef#=s",
      "-GPSLongitude=70.112",
      "-GPSLongitudeRef#=w",
    ];
    const { lon, lat } = await read([...small, noon]);
    expect(lon).toBeCloseTo(-70.112, 6);
    expect(lat).toBeCloseTo(-18.886, 6);
  });

  it("of WGS 84 has its position", async () => {
    const bytes = await photo([...chile, "-GPSMapDatum=WGS-84"]);
    expect(await readImageTags(bytes)).toMatchObject({ lon: -70.112, lat: -18.886 });
    expect(await asObservation(bytes)).toMatchObject({ lon: -70.112, lat: -18.886 });
  });
});
