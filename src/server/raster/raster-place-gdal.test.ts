// Ground control points and world files, written and read by GDAL, which shares no code with the reader.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hasGdal } from "../../../tests/fixtures/gdal.ts";
import { isFailure } from "../../domain/error.ts";
import { toMap, type Affine } from "../../domain/raster/raster.ts";
import { readWorldFile, worldFileOf } from "../../domain/raster/world-file.ts";
import { openRaster } from "./open-raster.ts";
import { memorySource } from "./range-source.ts";
import { tiffOf } from "./tiff.fixture.ts";

const isCompared = hasGdal("gdal_translate", "gdaltransform", "gdalinfo");
const folder = mkdtempSync(join(tmpdir(), "place-gdal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const open = (path: string, world: Affine | null = null) =>
  openRaster(memorySource(new Uint8Array(readFileSync(path))), undefined, {
    affine: world,
    system: null,
    prj_name: "a.prj",
    near: null,
  });
const picture = { width: 64, height: 48, sample: "float32" as const, value: () => 20 };
/** Without a place; GDAL is asked to write one. */
const bare = (name: string) => {
  writeFileSync(at(name), tiffOf([{ ...picture, lies: { 33550: null, 33922: null } }]));
  return at(name);
};
const spots = [
  [0, 0],
  [64, 0],
  [10.5, 40.25],
] as const;

/** Where GDAL says that pixels lie. */
function placesOf(path: string, ...options: readonly string[]): number[][] {
  const input = spots.map((spot) => spot.join(" ")).join("\n");
  const text = execFileSync("gdaltransform", [...options, path], { input }).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(" ").slice(0, 2).map(Number));
}

function expectSame(ours: Affine, theirs: number[][]): void {
  for (const [index, spot] of spots.entries()) {
    const [x, y] = toMap(ours, spot[0], spot[1]);
    expect(x).toBeCloseTo(theirs[index]![0]!, 4);
    expect(y).toBeCloseTo(theirs[index]![1]!, 4);
  }
}

const gcps = (bend = 0) =>
  [
    [0, 0, 500_000, 4_649_900],
    [64, 0, 500_006.4, 4_649_900.2],
    [64, 48, 500_006.25 + bend, 4_649_895.4],
    [0, 48, 499_999.85, 4_649_895.2],
    [32, 24, 500_003.125, 4_649_897.7],
  ].flatMap((one) => ["-gcp", ...one.map(String)]);

describe.skipIf(!isCompared)("as GDAL places it", () => {
  it.each([
    ["by areas", []],
    ["by points", ["-mo", "AREA_OR_POINT=Point"]],
  ] as const)("a file with ground control points, %s", async (name, options) => {
    const path = at(`gcp ${name}.tif`);
    const args = ["-q", "-a_srs", "EPSG:32633", ...options, ...gcps()];
    execFileSync("gdal_translate", [...args, bare("bare.tif"), path]);
    const { to_map, epsg } = await open(path);
    expect(epsg).toBe(32633);
    expectSame(to_map, placesOf(path, "-order", "1"));
  });

  it("refuses points that no plane fits, with their number", async () => {
    const path = at("bent.tif");
    const args = ["-q", "-a_srs", "EPSG:32633", ...gcps(0.5)];
    execFileSync("gdal_translate", [...args, bare("bare.tif"), path]);
    const cause: unknown = await open(path).catch((one: unknown) => one);
    if (!isFailure(cause)) throw new Error("it was not refused");
    expect(cause.problems).toMatchObject([{ reason: "raster_gcps_bent", values: { count: 5 } }]);
  });

  it("a file with a world file that GDAL wrote, turned", async () => {
    const source = at("turned-source.tif");
    const to_map = [0.1, 0.01, 500_000, 0.012, -0.1, 4_649_900] as const;
    writeFileSync(source, tiffOf([picture], { to_map }));
    const path = at("turned.tif");
    execFileSync("gdal_translate", ["-q", "-co", "TFW=YES", source, path]);
    const world = readWorldFile(readFileSync(at("turned.tfw"), "utf8"))!;
    const plain = bare("plain.tif");
    writeFileSync(at("plain.tfw"), readFileSync(at("turned.tfw")));
    expectSame((await open(plain, world)).to_map, placesOf(plain));
    // What the file states itself counts.
    const other: Affine = [1, 0, 0, 0, -1, 0];
    expectSame((await open(source, other)).to_map, placesOf(source));
  });
});

it("reads six numbers and nothing else as a world file", () => {
  expect(readWorldFile("0.5\n0\n0\n-0.5\n10.25\n20.25\n")).toEqual([0.5, 0, 10, 0, -0.5, 20.5]);
  for (const text of ["", "1\n0\n0\n-1\n5\n", "1\n0\n0\nx\n5\n6\n", "0\n0\n0\n0\n5\n6\n"])
    expect(readWorldFile(text)).toBeNull();
});

it("finds the world file of a raster by the names that programs use", () => {
  const files = ["a.TFW", "b.tifw", "c.wld", "d.tfw", "d.txt"].map((name) => ({ name }));
  const of = (name: string) => worldFileOf(name, files)?.name;
  expect([of("A.tif"), of("b.tif"), of("c.tiff"), of("d.tiff"), of("e.tif")]).toEqual([
    "a.TFW",
    "b.tifw",
    "c.wld",
    "d.tfw",
    undefined,
  ]);
});
