// FlatGeobuf that GDAL wrote without a system, and with one of another registry than EPSG.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { faultOf, read } from "./odd-file.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "fgb-"));
afterAll(() => rmSync(folder, { recursive: true }));

let round = 0;
function written(x: number, y: number, ...options: readonly string[]): Buffer {
  const [from, into] = [join(folder, "from.csv"), join(folder, `${(round += 1)}.fgb`)];
  writeFileSync(from, `name,x,y\nA,${x},${y}\n`);
  const columns = ["-oo", "X_POSSIBLE_NAMES=x", "-oo", "Y_POSSIBLE_NAMES=y"];
  gdal("ogr2ogr", "-f", "FlatGeobuf", into, from, ...columns, ...options);
  return readFileSync(into);
}

describe.skipIf(!hasGdal("ogr2ogr"))("a FlatGeobuf", () => {
  it("without a system is read in degrees, and refused in metres", async () => {
    expect((await read("a.fgb", written(-70.112, -18.886))).shapes).toEqual([[-70.112, -18.886]]);
    const fault = await faultOf("a.fgb", written(384_150, 7_909_877));
    expect(fault).toMatchObject({ reason: "crs_missing", file: "a.fgb" });
  });

  it("with a code of Esri is read by its definition", async () => {
    // California in feet; the place by GDAL itself.
    const place = ["-coord", "-119.5", "36.2"];
    const systems = ["-s_srs", "OGC:CRS84", "-t_srs", "ESRI:102600", "-output_xy"];
    const [x = NaN, y = NaN] = gdal("gdaltransform", ...systems, ...place)
      .split(/\s+/)
      .map(Number);
    const { shapes } = await read("a.fgb", written(x, y, "-a_srs", "ESRI:102600"));
    expect(shapes[0]![0]).toBeCloseTo(-119.5, 6);
    expect(shapes[0]![1]).toBeCloseTo(36.2, 6);
  });
});
