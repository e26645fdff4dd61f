// The ground of the 3D view has the heights of the file that was uploaded, as GDAL reads them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeArrayBuffer } from "geotiff";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasGdal } from "../../../tests/fixtures/gdal.ts";
import { elevationBytes, readElevationBytes } from "../../domain/flight/ground/elevation.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import {
  alongGround,
  groundSurface,
  type GroundSurface,
} from "../../domain/twin-view/ground-surface.ts";
import { readElevationFile } from "./elevation-file.ts";

const SIDE = 160;
const STEP = 0.0002;
const [west, north] = [-3.016, 37.016];
const origin = [-3, 37] as const;
const hills = Float32Array.from({ length: SIDE * SIDE }, (_, at) => {
  const [column, row] = [at % SIDE, Math.floor(at / SIDE)];
  return 420 + 15 * Math.sin(column / 19) * Math.cos(row / 23) + column * 0.1;
});

let folder = "";
let file = "";
let surface: GroundSurface;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "terrain-"));
  file = join(folder, "hills.tif");
  const bytes = writeArrayBuffer(hills, {
    width: SIDE,
    height: SIDE,
    SampleFormat: [3],
    BitsPerSample: [32],
    GTModelTypeGeoKey: 2,
    GeographicTypeGeoKey: 4326,
    GTRasterTypeGeoKey: 1,
    VerticalUnitsGeoKey: 9001,
    ModelPixelScale: [STEP, STEP, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
  } as never);
  writeFileSync(file, Buffer.from(bytes));
  const grid = await readElevationFile(new Uint8Array(bytes), [-3.1, 36.9, -2.9, 37.1]);
  const known = readElevationBytes(elevationBytes(grid));
  surface = groundSurface(known, origin, [-300, -300, 300, 300])!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isCompared = hasGdal("gdallocationinfo");

/** Metres above sea level at the middle of a pixel of the file. */
function heightAt(column: number, row: number): { lon: number; lat: number; drawn: number } {
  const [lon, lat] = [west + (column + 0.5) * STEP, north - (row + 0.5) * STEP];
  const [x, y] = planeAt(origin).toPlane(lon, lat);
  return { lon, lat, drawn: surface.at(x, y) + surface.zero_m };
}

const pixels = [
  [80, 80],
  [40, 61],
  [101, 33],
  [57, 118],
  [120, 120],
] as const;

describe("the ground in 3D", () => {
  it.skipIf(!isCompared)("is as high as gdallocationinfo says, within a decimetre", () => {
    for (const [column, row] of pixels) {
      const { lon, lat, drawn } = heightAt(column, row);
      const said = execFileSync("gdallocationinfo", [
        "-wgs84",
        "-valonly",
        file,
        String(lon),
        String(lat),
      ]);
      expect(Math.abs(drawn - Number(said.toString()))).toBeLessThan(0.1);
    }
  });

  it("is as high as the pixels of the file", () => {
    for (const [column, row] of pixels) {
      expect(Math.abs(heightAt(column, row).drawn - hills[row * SIDE + column]!)).toBeLessThan(0.1);
    }
  });

  it("is zero at the plant's origin, and goes on beyond its edge as at the edge", () => {
    expect(Math.abs(surface.at(0, 0))).toBeLessThan(0.1);
    const edge = surface.xs.at(-1)!;
    expect(surface.at(edge + 5000, 40)).toBeCloseTo(surface.at(edge, 40), 6);
    expect(surface.lowest).toBeLessThan(surface.highest - 10);
  });

  it("is drawn as triangles: between the corners of one the height is that of its plane", () => {
    const [x0, x1] = [surface.xs[40]!, surface.xs[41]!];
    const [y0, y1] = [surface.ys[40]!, surface.ys[41]!];
    const middle = surface.at((x0 + x1) / 2, (y0 + y1) / 2);
    expect(middle).toBeCloseTo((surface.at(x0, y0) + surface.at(x1, y1)) / 2, 4);
    const south = surface.at((x0 + x1) / 2, y0);
    expect(south).toBeCloseTo((surface.at(x0, y0) + surface.at(x1, y0)) / 2, 4);
  });

  it("carries lines at their height", () => {
    const line = alongGround(
      [
        [-200, 0],
        [200, 50],
      ],
      surface,
      2,
    );
    expect(line.length).toBeGreaterThan(20);
    for (const [x, y, z] of line) expect(z - surface.at(x, y)).toBeCloseTo(2, 5);
  });
});
