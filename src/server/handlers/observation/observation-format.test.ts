// The same observations in every format of points, written by GDAL.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../../tests/fixtures/gdal.ts";
import type { FilePreview } from "../../../domain/file-preview/file-preview.ts";
import {
  points,
  sound,
  startObservationStand,
  type Fields,
  type ObservationStand,
} from "./observation-file.fixture.ts";

let stand: ObservationStand;
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "observations-"));
  stand = await startObservationStand();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stand.server.close();
});

describe.skipIf(!hasGdal("ogr2ogr"))("the same points, written by GDAL", () => {
  const write = (ending: string, ...words: string[]) => {
    const from = join(folder, "points.geojson");
    writeFileSync(from, points(...sound));
    const to = join(folder, `points.${ending}`);
    rmSync(to, { force: true });
    gdal("ogr2ogr", "-nln", "points", ...words, to, from);
    return readFileSync(to);
  };
  const shapefile = () => {
    const into = mkdtempSync(join(folder, "shp-"));
    const from = join(folder, "points.geojson");
    writeFileSync(from, points(...sound));
    gdal("ogr2ogr", "-t_srs", "EPSG:32719", join(into, "points.shp"), from);
    const files = readdirSync(into).map((name) => [name, readFileSync(join(into, name))] as const);
    return Buffer.from(zipSync(Object.fromEntries(files)));
  };
  it.each<[string, FilePreview["files"][number]["format"], () => Buffer]>([
    ["points.gpkg", "geopackage", () => write("gpkg", "-t_srs", "EPSG:32719")],
    ["points.zip", "shapefile", shapefile],
    ["points.fgb", "flatgeobuf", () => write("fgb")],
    ["points.kml", "kml", () => write("kml")],
    ["points.gpx", "gpx", () => write("gpx", "-f", "GPX", "-dsco", "GPX_USE_EXTENSIONS=YES")],
    ["points.csv", "csv", () => write("csv", "-lco", "GEOMETRY=AS_XY")],
    ["wkt.csv", "csv", () => write("csv", "-lco", "GEOMETRY=AS_WKT")],
    ["points.geojsonl", "geojson_lines", () => write("geojsonl")],
    [
      "points.xlsx",
      "xlsx",
      () => {
        // GDAL writes no geometry into a workbook, but the columns that a query makes of it.
        const from = join(folder, "points.geojson");
        writeFileSync(from, points(...sound));
        const to = join(folder, "points.xlsx");
        rmSync(to, { force: true });
        const query = `select ST_X(geometry) as lon, ST_Y(geometry) as lat, "when", note, severity from points`;
        execFileSync("ogr2ogr", ["-f", "XLSX", to, from, "-dialect", "SQLite", "-sql", query]);
        return readFileSync(to);
      },
    ],
  ])("%s: are the same observations", async (name, format, bytes) => {
    await stand.clear();
    const shown = await stand.previewOf(name, bytes());
    expect(shown.files.map((one) => one.format)).toEqual([format]);
    // Tables of shapefiles hold days alone.
    const hasDays = format === "shapefile";
    const zone: Fields = shown.lacks_zone ? { time_zone: "UTC" } : {};
    const mapping = JSON.stringify(shown.said);
    const done = await stand.importFile(name, bytes(), { mapping, ...zone });
    expect([done.status, done.body]).toMatchObject([200, { created: 2, refused_count: 0 }]);
    const made = (await stand.stored()).map(
      ({ fieldgeometry_component, notes, observed_at, column_values }) => [
        fieldgeometry_component.dt_id,
        notes,
        new Date(observed_at).toISOString().slice(0, hasDays ? 10 : 19),
        column_values.length,
      ],
    );
    expect(made).toEqual([
      [stand.plant.moduleId(27), "dirt", hasDays ? "2026-03-04" : "2026-03-04T11:00:00", 1],
      [stand.plant.moduleId(3), "broken glass", hasDays ? "2026-03-04" : "2026-03-04T10:00:00", 1],
    ]);
  });
});
