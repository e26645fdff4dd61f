// The same four features as GDAL writes them with odd options, against what was put in: three shapes and one without any.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { understand } from "../file-preview/understand.ts";
import { bufferSource } from "./buffer-source.ts";

const features = `id,name,n64,d,wkt
1,Módulo ñ,9007199254740993,2026-03-04,"POLYGON ((-70.1 -18.9,-70.09 -18.9,-70.09 -18.89,-70.1 -18.89,-70.1 -18.9))"
2,B,2,2026-03-05,"POLYGON ((-70.12 -18.9,-70.11 -18.9,-70.11 -18.89,-70.12 -18.89,-70.12 -18.9),(-70.118 -18.898,-70.112 -18.898,-70.112 -18.892,-70.118 -18.892,-70.118 -18.898))"
3,C,3,2026-03-06,"MULTIPOLYGON (((-70.14 -18.9,-70.13 -18.9,-70.13 -18.89,-70.14 -18.89,-70.14 -18.9)),((-70.16 -18.9,-70.15 -18.9,-70.15 -18.89,-70.16 -18.89,-70.16 -18.9)))"
4,no shape,4,2026-03-07,
`;
const layer = (csv: string) =>
  `<OGRVRTDataSource><OGRVRTLayer name="base"><SrcDataSource>${csv}</SrcDataSource><GeometryType>wkbUnknown</GeometryType><LayerSRS>EPSG:4326</LayerSRS><GeometryField encoding="WKT" field="wkt"/><Field name="id" type="Integer"/><Field name="name"/><Field name="n64" type="Integer64"/><Field name="d" type="Date"/></OGRVRTLayer></OGRVRTDataSource>`;

let folder = "";
let from = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "odd-option-"));
  from = join(folder, "base.vrt");
  writeFileSync(join(folder, "base.csv"), features);
  writeFileSync(from, layer(join(folder, "base.csv")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each word list is one run of `ogr2ogr`, the later ones into the same file. */
type Runs = readonly string[];

function written(name: string, format: string, runs: Runs): Buffer {
  const isZip = name.endsWith(".zip");
  const to = join(folder, isZip ? name.slice(0, -4) : name);
  if (isZip) mkdirSync(to, { recursive: true });
  for (const [at, options] of runs.entries()) {
    const more = at === 0 ? [] : ["-append"];
    gdal("ogr2ogr", "-f", format, ...more, to, from, ...options.split(" ").filter(Boolean));
  }
  if (!isZip) return readFileSync(to);
  const files = readdirSync(to).map((one) => [one, readFileSync(join(to, one))] as const);
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

const read = (name: string, bytes: Buffer) =>
  understand([{ ...bufferSource(name, bytes), component_type: null }], []);

const shp = "ESRI Shapefile";
const files: readonly (readonly [name: string, format: string, ...runs: string[]])[] = [
  ["cp1252.zip", shp, "-lco ENCODING=CP1252"],
  ["cp850.zip", shp, "-lco ENCODING=CP850"],
  ["utf8.zip", shp, "-lco ENCODING=UTF-8"],
  ["3d.zip", shp, "-dim XYZ"],
  ["m.zip", shp, "-dim XYM"],
  ["zm-other-zone.zip", shp, "-dim XYZM -t_srs EPSG:32718"],
  ["mercator.zip", shp, "-t_srs EPSG:3857"],
  ["two-systems.zip", shp, "-nln a -t_srs EPSG:32719", "-nln b -t_srs EPSG:32718"],
  ["plain.gpkg", "GPKG", ""],
  ["3d.gpkg", "GPKG", "-dim XYZ -t_srs EPSG:32719"],
  ["m.gpkg", "GPKG", "-dim XYM"],
  ["two-systems.gpkg", "GPKG", "-nln a", "-nln b -t_srs EPSG:32718"],
  ["names.gpkg", "GPKG", "-lco SPATIAL_INDEX=NO -lco GEOMETRY_NAME=shape -lco FID=my_id"],
  ["lines.geojsonl", "GeoJSONSeq", ""],
  ["records.geojsons", "GeoJSONSeq", "-lco RS=YES"],
  ["lines-utm.geojsonl", "GeoJSONSeq", "-t_srs EPSG:32719"],
  ["lines-3d.geojsonl", "GeoJSONSeq", "-dim XYZ"],
  ["lines-short.geojsonl", "GeoJSONSeq", "-lco COORDINATE_PRECISION=8"],
  ["utm.geojson", "GeoJSON", "-t_srs EPSG:32719"],
  ["box.geojson", "GeoJSON", "-lco WRITE_BBOX=YES -dim XYZ"],
  ["wkt.csv", "CSV", "-lco GEOMETRY=AS_WKT"],
  ["wkt-semicolon.csv", "CSV", "-lco GEOMETRY=AS_WKT -lco SEPARATOR=SEMICOLON"],
  ["wkt-tab.csv", "CSV", "-lco GEOMETRY=AS_WKT -lco SEPARATOR=TAB"],
  ["wkt-3d.csv", "CSV", "-lco GEOMETRY=AS_WKT -dim XYZ"],
  ["wkt-mark.csv", "CSV", "-lco GEOMETRY=AS_WKT -lco WRITE_BOM=YES"],
  ["plain.kml", "KML", ""],
  ["lib.kml", "LIBKML", ""],
  ["lib-3d.kml", "LIBKML", "-dim XYZ"],
  ["lib.kmz", "LIBKML", ""],
  ["plain.fgb", "FlatGeobuf", "-nlt PROMOTE_TO_MULTI"],
  ["zm.fgb", "FlatGeobuf", "-nlt PROMOTE_TO_MULTI -dim XYZM -t_srs EPSG:32719"],
  ["unsorted.fgb", "FlatGeobuf", "-nlt PROMOTE_TO_MULTI -lco SPATIAL_INDEX=NO"],
];

describe.skipIf(!hasGdal("ogr2ogr", "ogrinfo"))("a file that GDAL wrote", () => {
  it.each(files)("%s (%s) has what was put in", async (name, format, ...runs) => {
    const found = await read(name, written(name, format, runs));
    const times = runs.length;
    // Polygon, polygon with a hole, two polygons. The fourth feature has no shape, whether it is passed on or not.
    expect(found.outline_count).toBe(4 * times);
    expect([found.line_count, found.point_count]).toEqual([0, 0]);
    expect(Math.floor(found.feature_count / times)).toBeGreaterThanOrEqual(3);
    const bounds = [-70.16, -18.9, -70.09, -18.89];
    // A tenth of a metre: shapefiles and UTM keep less than that.
    for (const [at, degrees] of bounds.entries())
      expect(Math.abs(found.bounds![at]! - degrees)).toBeLessThan(1e-6);
    const examples = new Map(found.columns.map((one) => [one.name.toLowerCase(), one.examples]));
    expect(examples.get("name")!.toSorted()).toEqual(["B", "C", "Módulo ñ"]);
    // KML of GDAL has 15 digits of it.
    if (!/KML/.test(format)) expect(examples.get("n64")).toContain("9007199254740993");
  });

  it("without features says so, and reads none", async () => {
    const found = await read("none.gpkg", written("none.gpkg", "GPKG", ["-where id=99"]));
    expect([found.feature_count, found.bounds]).toEqual([0, null]);
  });

  it("is as GDAL itself counts it", () => {
    const text = gdal("ogrinfo", "-al", "-so", from);
    expect(text).toContain("Feature Count: 4");
  });
});
