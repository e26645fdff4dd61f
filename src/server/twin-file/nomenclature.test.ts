// Names of components in the files that GDAL writes: each format that the product reads, in degrees and in metres.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readNomenclature } from "./nomenclature.ts";

const isPossible = hasGdal("ogr2ogr");
const folder = mkdtempSync(join(tmpdir(), "names-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const known = [0, 1, 2, 3].map((at) => ({
  name: `Mesa ${at + 1} ñ`,
  place: [-70.112 + at * 1e-4, -18.886] as const,
}));
const square = ([lon, lat]: readonly [number, number]) =>
  [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) => [lon + x * 1e-5, lat + y * 1e-5]);
const features = (property: string) => ({
  type: "FeatureCollection",
  features: known.map(({ name, place }) => ({
    type: "Feature",
    properties: { [property]: name, power: 5 },
    geometry: { type: "Polygon", coordinates: [square(place)] },
  })),
});
const read = (file: string, bytes = readFileSync(join(folder, file))) =>
  readNomenclature(bufferSource(file, bytes));

const written: readonly (readonly [file: string, property: string, ...words: string[]])[] = [
  ["a.kml", "name", "-f", "KML", "-dsco", "NameField=name"],
  ["a.geojson", "Nombre", "-f", "GeoJSON"],
  ["metres.geojson", "name", "-f", "GeoJSON", "-lco", "RFC7946=NO", "-t_srs", "EPSG:32719"],
  ["a.geojsonl", "NAME", "-f", "GeoJSONSeq"],
  ["a.shz", "name", "-f", "ESRI Shapefile", "-t_srs", "EPSG:32719", "-lco", "ENCODING=UTF-8"],
  ["a.gpkg", "label", "-f", "GPKG", "-t_srs", "EPSG:5361"],
  ["a.fgb", "pcs", "-f", "FlatGeobuf"],
  ["a.csv", "name", "-f", "CSV", "-lco", "GEOMETRY=AS_WKT"],
];

describe.skipIf(!isPossible)("names and places are read from what GDAL writes", () => {
  it.each(written)("%s with the names in “%s”", async (file, property, ...words) => {
    const from = join(folder, `${file}.in.json`);
    writeFileSync(from, JSON.stringify(features(property)));
    gdal("ogr2ogr", ...words, join(folder, file), from);
    // FlatGeobuf has an order of its own.
    const { places: all, refused } = await read(
      file.replace(/\.shz$/, ".zip"),
      readFileSync(join(folder, file)),
    );
    expect(refused.count).toBe(0);
    const found = all.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(found.map(({ name }) => name)).toEqual(known.map(({ name }) => name));
    for (const [at, { lon, lat }] of found.entries()) {
      expect(lon).toBeCloseTo(known[at]!.place[0], 6);
      expect(lat).toBeCloseTo(known[at]!.place[1], 6);
    }
  });
});

it("a system that is not known refuses the file, and a file without names says so", async () => {
  const crs = { type: "name", properties: { name: "Our local grid" } };
  const unknown = Buffer.from(JSON.stringify({ crs, ...features("name") }));
  await expect(read("a.geojson", unknown)).rejects.toMatchObject({
    problems: [{ reason: "twin_crs_unknown" }],
  });
  const unnamed = Buffer.from(JSON.stringify(features("remark")));
  await expect(read("a.geojson", unnamed)).rejects.toMatchObject({
    problems: [{ reason: "kml_no_tracker_names" }],
  });
});

it("takes the name of a placemark before the property that an export gave it", async () => {
  const ring = square(known[0]!.place)
    .map((corner) => corner.join(","))
    .join(" ");
  const text = `<kml><Document><Placemark><name>Edited</name><ExtendedData><Data name="pcs"><value>Old</value></Data></ExtendedData><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
  const { places } = await read("edited.kml", Buffer.from(text));
  expect(places.map(({ name }) => name)).toEqual(["Edited"]);
});

it("says of each feature without a usable name why it is left out, and what else the file has", async () => {
  const at = (properties: object, geometry: object | null) => ({
    properties,
    geometry,
    type: "Feature",
  });
  const area = { type: "Polygon", coordinates: [square(known[0]!.place)] };
  const all = [
    at({ name: "M1" }, area),
    at({ power: 5 }, area),
    at({ name: "M2" }, null),
    at({ name: "M3" }, { type: "MultiPolygon", coordinates: [area.coordinates, area.coordinates] }),
    at({ name: "x".repeat(1000) }, area),
    at({ name: "a\nb" }, area),
    at({ name: "M4" }, { type: "Polygon", coordinates: [["here"]] }),
    at({ name: "M5" }, { type: "GeometryCollection", geometries: [area, { type: "Curve" }] }),
  ];
  const text = JSON.stringify({ type: "FeatureCollection", features: all });
  const { places, refused, notes } = await read("a.geojson", Buffer.from(text));
  expect(places.map(({ name }) => name)).toEqual(["M1"]);
  expect(refused.problems.map(({ feature, reason }) => [feature, reason])).toEqual([
    [2, "names_no_name"],
    [3, "geojson_no_geometry"],
    [4, "names_no_place"],
    [5, "twin_name_too_long"],
    [6, "twin_name_with_control"],
    [7, "geojson_coordinates"],
    [8, "geometry_part"],
  ]);
  expect(notes).toEqual([]);
  const rows = "lon,lat,name,,name\n-70.112,-18.886,M1,5,M9\n";
  const table = await read("a.csv", Buffer.from(rows));
  expect(table.places.map(({ name }) => name)).toEqual(["M1"]);
  expect(table.notes.map(({ reason, values }) => [reason, values?.["names"]])).toEqual([
    ["columns_without_head", "4"],
    ["columns_repeated", "name"],
  ]);
});

it("takes the coordinates of a row whose column of shapes has none, or says only what kind it is", async () => {
  const rows = [
    "X,Y,Shape,name",
    "-70.112,-18.886,Point,M1",
    "-70.113,-18.886,Polygon ZM,M2",
    "-70.114,-18.886,,M3",
    '-70.115,-18.886,"POINT(-70.215 -18.886)",M4',
    "-70.116,-18.886,POINT(here),M5",
    ",,Point,M6",
  ];
  const { places, refused } = await read("arcgis.csv", Buffer.from(rows.join("\n")));
  expect(places.map(({ name, lon }) => [name, lon])).toEqual([
    ["M1", -70.112],
    ["M2", -70.113],
    ["M3", -70.114],
    ["M4", -70.215],
  ]);
  // A shape that is there and cannot be read is not replaced by another place.
  expect(refused.problems.map(({ feature, reason }) => [feature, reason])).toEqual([
    [5, "csv_wkt"],
    [6, "csv_wkt"],
  ]);
});

it("names the reason where one keeps all names from being used", async () => {
  const long = { ...features("name").features[0]!, properties: { name: "x".repeat(1000) } };
  const text = JSON.stringify({ type: "FeatureCollection", features: [long] });
  await expect(read("a.geojson", Buffer.from(text))).rejects.toMatchObject({
    problems: [{ reason: "twin_name_too_long", feature: 1 }],
  });
});

it.skipIf(!isPossible)("refuses a collection of which one member is a curve", async () => {
  const rows = [
    "name,wkt",
    'M1,"GEOMETRYCOLLECTION(POINT(-70.112 -18.886),CIRCULARSTRING(-70.112 -18.886,-70.111 -18.885,-70.110 -18.886))"',
    'M2,"GEOMETRYCOLLECTION(POINT(-70.113 -18.886))"',
  ];
  const from = join(folder, "curves.csv");
  writeFileSync(from, rows.join("\n"));
  const columns = ["-oo", "GEOM_POSSIBLE_NAMES=wkt", "-nlt", "GEOMETRYCOLLECTION"];
  for (const [format, ending] of [
    ["FlatGeobuf", "fgb"],
    ["GPKG", "gpkg"],
  ] as const) {
    const to = `curves.${ending}`;
    gdal("ogr2ogr", "-f", format, join(folder, to), from, ...columns);
    const { places, refused } = await read(to);
    expect(
      places.map(({ name }) => name),
      format,
    ).toEqual(["M2"]);
    expect(refused.count, format).toBe(1);
  }
});
