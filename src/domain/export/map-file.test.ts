// Exports two outlines in each map format. Checks the exact text of the files, and what other readers get from them.
import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { geojson } from "flatgeobuf";
import type { HeaderMeta } from "flatgeobuf/lib/mjs/header-meta.js";
import { afterAll, expect, it } from "vitest";
import { severityColours } from "../colour/palette.ts";
import type { ExportCells, RingOf } from "./export-request.ts";
import { fgbFile } from "./fgb-file.ts";
import { geoJsonFile, propertyFields } from "./geojson-file.ts";
import { gpkgFile } from "./gpkg-file.ts";
import { kmlFile } from "./kml-file.ts";

const text = (key: string, values: readonly (string | null)[], header = ""): ExportCells => ({
  header,
  key,
  isNumber: false,
  at: (row) => values[row] ?? null,
});
const columns: readonly ExportCells[] = [
  text("pcs", ["A & B", null]),
  { header: "Heat <K>", key: "heat", isNumber: true, at: (row) => [1.5, -20][row] ?? null },
  {
    header: "Severity",
    key: "severity",
    isNumber: true,
    at: (row) => [3, null, 7][row] ?? null,
    words: { 3: "Act" },
  },
];
const ringOf: RingOf = (row) => [
  [row, 50],
  [row + 2, 50],
  [row + 1, 51 + row],
  [row, 50],
];
const onward = async () => true;
const both = Uint32Array.of(0, 1);
type Write = typeof geoJsonFile;
const written = async (write: Write, rows = both, title = "Pampa “1” & 2") =>
  (await write(title, rows, columns, ringOf, onward))!;

const folder = mkdtempSync(join(tmpdir(), "map-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
let number = 0;
async function databaseOf(file: Blob): Promise<DatabaseSync> {
  const path = join(folder, `${(number += 1)}.gpkg`);
  writeFileSync(path, Buffer.from(await file.arrayBuffer()));
  return new DatabaseSync(path, { readOnly: true });
}

it("GeoJSON is a collection with a feature a line", async () => {
  const file = await written(geoJsonFile);
  expect(file.type).toBe("application/geo+json");
  expect(await file.text()).toBe(`{"type":"FeatureCollection","name":"Pampa “1” & 2","features":[
{"type":"Feature","properties":{"pcs":"A & B","heat":1.5,"severity":3,"severity_name":"Act"},"geometry":{"type":"Polygon","coordinates":[[[0,50],[2,50],[1,51],[0,50]]]}},
{"type":"Feature","properties":{"pcs":null,"heat":-20,"severity":null,"severity_name":null},"geometry":{"type":"Polygon","coordinates":[[[1,50],[3,50],[2,52],[1,50]]]}}
]}
`);
  expect(JSON.parse(await (await written(geoJsonFile, new Uint32Array())).text())).toMatchObject({
    features: [],
  });
});

it("a class without a text has its number alone, and the fields are those of the properties", async () => {
  const read = JSON.parse(await (await written(geoJsonFile, Uint32Array.of(2))).text());
  expect(read.features[0].properties).toMatchObject({ severity: 7, severity_name: null });
  expect(propertyFields(columns)).toEqual([
    { key: "pcs", header: "", isNumber: false },
    { key: "heat", header: "Heat <K>", isNumber: true },
    { key: "severity", header: "Severity", isNumber: true },
    { key: "severity_name", header: "Severity", isNumber: false },
  ]);
});

it("KML has a placemark a line, with its name, style and known values only", async () => {
  const file = await written(kmlFile);
  expect(file.type).toBe("application/vnd.google-earth.kml+xml");
  const lines = (await file.text()).split("\n");
  expect(lines[0]).toBe('<?xml version="1.0" encoding="UTF-8"?>');
  expect(lines[1]).toBe(
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Pampa “1” &amp; 2</name>',
  );
  const placemarks = lines.filter((line) => line.startsWith("<Placemark>"));
  expect(placemarks).toEqual([
    '<Placemark><name>A &amp; B</name><styleUrl>#severity_3</styleUrl><ExtendedData><Data name="pcs"><value>A &amp; B</value></Data><Data name="heat"><displayName>Heat &lt;K&gt;</displayName><value>1.5</value></Data><Data name="severity"><displayName>Severity</displayName><value>3</value></Data><Data name="severity_name"><value>Act</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>0,50 2,50 1,51 0,50</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>',
    '<Placemark><ExtendedData><Data name="heat"><displayName>Heat &lt;K&gt;</displayName><value>-20</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>1,50 3,50 2,52 1,50</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>',
  ]);
  expect(lines.at(-2)).toBe("</Document></kml>");
});

it("KML writes colours as opacity, blue, green and red", async () => {
  const kml = await (await written(kmlFile)).text();
  const entries = Object.entries(severityColours.light);
  expect(entries.length).toBeGreaterThan(3);
  for (const [severity, css] of entries) {
    const [, red, green, blue] = /^#(..)(..)(..)$/.exec(css)!;
    expect(kml).toContain(
      `<Style id="severity_${severity}"><LineStyle><color>ff${blue}${green}${red}</color></LineStyle><PolyStyle><color>b3${blue}${green}${red}</color></PolyStyle></Style>`,
    );
  }
});

it("FlatGeobuf names its layer and the titles of its fields, and gives outlines and values back", async () => {
  const file = await written(fgbFile);
  expect(file.type).toBe("application/octet-stream");
  let header: HeaderMeta | null = null;
  const features: unknown[] = [];
  const bytes = new Uint8Array(await file.arrayBuffer());
  for await (const feature of geojson.deserialize(bytes, {
    headerMetaFn: (one) => (header = one),
  })) {
    features.push(feature);
  }
  expect(features).toEqual([
    {
      type: "Feature",
      id: 0,
      properties: { pcs: "A & B", heat: 1.5, severity: 3, severity_name: "Act" },
      geometry: { type: "Polygon", coordinates: [ringOf(0)] },
    },
    {
      type: "Feature",
      id: 1,
      properties: { heat: -20 },
      geometry: { type: "Polygon", coordinates: [ringOf(1)] },
    },
  ]);
  expect(header).toMatchObject({ title: null, featuresCount: 2, indexNodeSize: 0 });
  expect(header!).toMatchObject({ crs: { org: "EPSG", code: 4326 }, geometryType: 3 });
  // Double is 10, String is 11.
  expect(header!).toMatchObject({
    columns: [
      { name: "pcs", type: 11 },
      { name: "heat", type: 10, title: "Heat <K>" },
      { name: "severity", type: 10, title: "Severity" },
      { name: "severity_name", type: 11 },
    ],
  });
  expect(new TextDecoder().decode(bytes)).toContain("Pampa “1” & 2");
});

it("FlatGeobuf has room for texts longer than its first buffer", async () => {
  const long = "ñ".repeat(9000);
  const notes = [text("a", ["kept", "x"]), text("b", [long, "y"]), text("c", ["z", long])];
  const file = (await fgbFile("", both, notes, ringOf, onward))!;
  const read = [];
  for await (const { properties } of geojson.deserialize(
    new Uint8Array(await file.arrayBuffer()),
  )) {
    read.push(properties);
  }
  expect(read).toEqual([
    { a: "kept", b: long, c: "z" },
    { a: "x", b: "y", c: long },
  ]);
});

it("a GeoPackage has typed fields, outlines with their bounds, and the bounds of the layer", async () => {
  const file = await written(gpkgFile, both, "North");
  expect(file.type).toBe("application/geopackage+sqlite3");
  const read = await databaseOf(file);
  const rows = (sql: string) => read.prepare(sql).all() as Record<string, unknown>[];
  expect(rows("PRAGMA integrity_check")).toMatchObject([{ integrity_check: "ok" }]);
  expect(rows("PRAGMA user_version")).toMatchObject([{ user_version: 10_300 }]);
  expect(rows("PRAGMA table_info(North)").map(({ name, type }) => `${name} ${type}`)).toEqual([
    "fid INTEGER",
    "geom POLYGON",
    "pcs TEXT",
    "heat REAL",
    "severity REAL",
    "severity_name TEXT",
  ]);
  expect(rows("SELECT fid, pcs, heat, severity, severity_name FROM North")).toMatchObject([
    { fid: 1, pcs: "A & B", heat: 1.5, severity: 3, severity_name: "Act" },
    { fid: 2, pcs: null, heat: -20, severity: null, severity_name: null },
  ]);
  expect(rows("SELECT min_x, min_y, max_x, max_y FROM gpkg_contents")).toMatchObject([
    { min_x: 0, min_y: 50, max_x: 3, max_y: 52 },
  ]);
  const outlines = rows("SELECT geom FROM North").map(({ geom }) => geom as Uint8Array);
  for (const [row, geom] of outlines.entries()) {
    const view = new DataView(geom.buffer, geom.byteOffset);
    const [west, south, east, north] = [row, 50, row + 2, 51 + row];
    // OGC 12-128r17, 2.1.3: "GP", version 0, little-endian with an envelope of x and y, and the system's number.
    expect([...geom.subarray(0, 4), view.getInt32(4, true)]).toEqual([0x47, 0x50, 0, 3, 4326]);
    const envelope = [0, 1, 2, 3].map((at) => view.getFloat64(8 + 8 * at, true));
    expect(envelope).toEqual([west, east, south, north]);
    // Well-known binary: little-endian, polygon, one ring of four places.
    expect(geom[40]).toBe(1);
    expect([41, 45, 49].map((at) => view.getUint32(at, true))).toEqual([3, 1, 4]);
    const places = [0, 1, 2, 3].map((at) =>
      [53, 61].map((from) => view.getFloat64(from + 16 * at, true)),
    );
    expect(places).toEqual(ringOf(row));
  }
  expect(rows("SELECT srs_id FROM gpkg_spatial_ref_sys ORDER BY srs_id")).toMatchObject([
    { srs_id: -1 },
    { srs_id: 0 },
    { srs_id: 4326 },
  ]);
  expect(rows("SELECT * FROM gpkg_geometry_columns")).toMatchObject([
    { table_name: "North", column_name: "geom", geometry_type_name: "POLYGON", z: 0, m: 0 },
  ]);
  expect(rows("SELECT identifier FROM gpkg_contents WHERE table_name = 'North'")).toHaveLength(1);
  read.close();
});

it.each([
  ["gpkg_Notes", "Notes"],
  ["SQLITE_ ", "components"],
  [" gpkg_x", "gpkg_x"],
  ['a "b"', 'a "b"'],
])("a GeoPackage calls the layer of %j %j", async (title, name) => {
  const read = await databaseOf(await written(gpkgFile, both, title));
  expect(read.prepare("SELECT table_name FROM gpkg_contents").all()).toMatchObject([
    { table_name: name },
  ]);
  expect(
    read.prepare(`SELECT count(*) n FROM "${name.replaceAll('"', '""')}"`).get(),
  ).toMatchObject({ n: 2 });
  read.close();
});

it("a GeoPackage without rows has no bounds", async () => {
  const read = await databaseOf(await written(gpkgFile, new Uint32Array(), "None"));
  expect(read.prepare("SELECT min_x, max_y FROM gpkg_contents").get()).toMatchObject({
    min_x: null,
    max_y: null,
  });
  read.close();
});

it("what is cancelled has no file", async () => {
  for (const write of [geoJsonFile, kmlFile, fgbFile, gpkgFile]) {
    expect(await write("", both, columns, ringOf, async () => false)).toBeNull();
  }
});
