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
    const all = await read(file.replace(/\.shz$/, ".zip"), readFileSync(join(folder, file)));
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
  const places = await read("edited.kml", Buffer.from(text));
  expect(places.map(({ name }) => name)).toEqual(["Edited"]);
});
