// Files that say one thing in two ways, and state systems, encodings and shapes where few programs do: read by what they
// are, or refused. Written by GDAL, by PyArrow, and by hand.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { faultOf, read } from "./odd-file.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "contradiction-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** UTM 19 south; by PROJ it is at -70.13934, -18.88962. */
const utm = [380_000, 7_911_000];
const isThere = ([lon, lat]: readonly [number, number] = [NaN, NaN]) => {
  expect(lon).toBeCloseTo(-70.139335, 4);
  expect(lat).toBeCloseTo(-18.889615, 4);
};
const crsOf = (code: number) => ({ type: "name", properties: { name: `EPSG:${code}` } });

describe("GeoJSON", () => {
  const feature = (
    coordinates: readonly number[],
    ofGeometry: object = {},
    ofFeature: object = {},
  ) => ({
    type: "Feature",
    properties: {},
    ...ofFeature,
    geometry: { type: "Point", ...ofGeometry, coordinates },
  });
  const collection = (...features: object[]) =>
    JSON.stringify({ type: "FeatureCollection", features });

  it.each([
    ["each geometry, as PostGIS writes it", feature(utm, { crs: crsOf(32_719) })],
    ["each feature", feature(utm, {}, { crs: crsOf(32_719) })],
  ])("may state its system in %s", async (_, one) => {
    for (const [name, text] of [
      ["a.geojson", collection(one)],
      ["a.ndjson", `${JSON.stringify(one)}\n${JSON.stringify(one)}\n`],
    ] as const) {
      const found = await read(name, text);
      isThere(found.shapes[0]);
      expect(found.systems).toEqual(["EPSG:32719"]);
    }
  });

  it("has each feature in its own system, and one without in that of the file", async () => {
    const degrees = feature([-70.139335, -18.889615]);
    const text = collection(degrees, feature(utm, { crs: crsOf(32_719) }), degrees);
    const { shapes, refused } = await read("a.geojson", text);
    expect(refused).toEqual([]);
    expect(shapes).toHaveLength(3);
    for (const shape of shapes) isThere(shape);
  });

  it("does not take degrees of an old datum for those of WGS 84", async () => {
    const text = collection(feature([-100, 30], { crs: crsOf(4267) }));
    expect(await faultOf("a.geojson", text)).toMatchObject({ reason: "twin_crs_shift" });
  });
});

describe("KML", () => {
  const ring = (lon: number) =>
    `<outerBoundaryIs><LinearRing><coordinates>${lon},-18 ${lon + 1},-18 ${lon},-17 ${lon},-18</coordinates></LinearRing></outerBoundaryIs>`;
  const kml = (content: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>${content}</Placemark></Document></kml>`;

  it("refuses a polygon of two outlines, of which one was lost", async () => {
    const { refused, shapes } = await read(
      "a.kml",
      kml(`<Polygon>${ring(-70)}${ring(-60)}</Polygon>`),
    );
    expect(shapes).toEqual([]);
    expect(refused).toMatchObject([{ reason: "kml_outlines", feature: 1 }]);
  });

  it("says which data a placemark has twice, and reads the first", async () => {
    const data = ["1", "2"].map((value) => `<Data name="a"><value>${value}</value></Data>`);
    const text = kml(
      `<ExtendedData>${data.join("")}</ExtendedData><Polygon>${ring(-70)}</Polygon>`,
    );
    const { properties, notes } = await read("a.kml", text);
    expect(properties).toEqual([{ a: "1" }]);
    expect(notes).toEqual(["columns_repeated"]);
  });

  it.each([
    ["T-2", ["columns_repeated"]],
    ["T-1", []],
  ])(
    "keeps the name of a renamed placemark beside a property of the same word",
    async (old, said) => {
      const data = `<Data name="name"><value>${old}</value></Data>`;
      const own = `<name>T-1</name><ExtendedData>${data}</ExtendedData>`;
      const { names, notes } = await read("a.kml", kml(`${own}<Polygon>${ring(-70)}</Polygon>`));
      expect([names, notes]).toEqual([["T-1"], said]);
    },
  );

  it("takes the name from a property where the placemark has none", async () => {
    const data = `<ExtendedData><Data name="name"><value>T-2</value></Data></ExtendedData>`;
    const { names } = await read("a.kml", kml(`${data}<Polygon>${ring(-70)}</Polygon>`));
    expect(names).toEqual(["T-2"]);
  });
});

describe("a table", () => {
  it.each([
    ["a decimal comma between commas", "lat,lon,name\n-18,9,-70,1,A\n", "csv_field_count"],
    [
      "a name with a comma and without quotes",
      "lat,lon,name\n-18.9,-70.1,A,B\n",
      "csv_field_count",
    ],
    ["two shapes in one cell", 'wkt\n"POINT(1 2) POINT(3 4)"\n', "csv_wkt"],
    ["a number of no place after degrees", "lat,lon\n-18.9,-70.1\n999,999\n", "csv_place"],
  ])("refuses the row with %s", async (_, text, reason) => {
    const { refused } = await read("a.csv", text);
    expect(refused).toMatchObject([{ reason }]);
  });

  it("has rows without a place first, and asks for no system because of them", async () => {
    const { refused, shapes } = await read("a.csv", "lat,lon\n-9999,-9999\n,\n-18.9,-70.1\n");
    expect(shapes).toEqual([[-70.1, -18.9]]);
    expect(refused.map(({ reason, line }) => [reason, line])).toEqual([["csv_place", 2]]);
  });
});

describe("a drawing", () => {
  const drawing = (
    layer: string,
    [x = 0, y = 0]: readonly number[],
    header: readonly (string | number)[] = [],
  ) =>
    [
      0,
      "SECTION",
      2,
      "HEADER",
      ...header,
      0,
      "ENDSEC",
      0,
      "SECTION",
      2,
      "ENTITIES",
      0,
      "POINT",
      8,
      layer,
    ]
      .concat([10, x, 20, y, 0, "ENDSEC", 0, "EOF", ""])
      .join("\n");

  // By the tables of Windows code pages: Cyrillic in 1251, kanji in 932.
  it.each([
    ["ANSI_1251", [0xcc, 0xee, 0xe4], "Мод"],
    ["ANSI_1252", [0x4d, 0xf3, 0x64], "Mód"],
    ["ANSI_932", [0x93, 0x64], "電"],
  ])("has its layers in the letters of %s", async (page, bytes, wanted) => {
    const text = drawing("@", [-70, -18], [9, "$DWGCODEPAGE", 3, page]);
    const [before = "", after = ""] = text.split("@");
    const all = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
    expect((await read("a.dxf", all)).folders).toEqual([[wanted]]);
  });

  it("in millimetres is refused in a chosen system of metres", async () => {
    const text = drawing(
      "0",
      utm.map((one) => one * 1000),
    );
    const fault = await faultOf("a.dxf", text, { chosen_system: "EPSG:32719" });
    expect(fault).toMatchObject({ reason: "crs_other_unit" });
  });
});

it("GeoParquet has times of the day as such, and says which column it has twice", async () => {
  const path = join(import.meta.dirname, "../../../tests/fixtures/geoparquet/clocks-twice.parquet");
  const { properties, notes } = await read("a.parquet", readFileSync(path));
  expect(properties).toEqual([{ ms: "10:00:07", us: "10:00:07", ns: "10:00:07", name: "A" }]);
  expect(notes).toEqual(["columns_repeated"]);
});

describe.skipIf(!hasGdal("ogr2ogr", "gdalsrsinfo"))("a shapefile of GDAL", () => {
  const from = join(folder, "from.csv");
  writeFileSync(from, `name,WKT\nMañana,"POINT(${utm.join(" ")})"\n`);
  const written = (encoding: string, change: (files: Record<string, Uint8Array>) => object) => {
    const into = mkdtempSync(join(folder, "shp-"));
    const options = ["-a_srs", "EPSG:32719", "-lco", `ENCODING=${encoding}`];
    gdal("ogr2ogr", "-f", "ESRI Shapefile", join(into, "t.shp"), from, ...options);
    const files = readdirSync(into).map((name) => [name, readFileSync(join(into, name))] as const);
    const all = Object.fromEntries<Uint8Array>(files);
    return read("t.zip", zipSync({ ...all, ...change(all) }));
  };

  it.each([
    ["CP1252", "UTF-8"],
    ["UTF-8", "1252"],
    ["UTF-8", "ISO-8859-1"],
  ])("in %s whose .cpg says %s has its letters, and says so", async (encoding, label) => {
    const found = await written(encoding, () => ({ "t.cpg": Buffer.from(label) }));
    expect(found.names).toEqual(["Mañana"]);
    expect(found.notes).toEqual(["shp_encoding"]);
  });

  it.each(["CP1252", "UTF-8", "CP850"])(
    "in %s with its own .cpg says nothing",
    async (encoding) => {
      const found = await written(encoding, () => ({}));
      expect([found.names, found.notes]).toEqual([["Mañana"], []]);
    },
  );

  it("may have its .prj in UTF-16", async () => {
    const utf16 = (files: Record<string, Uint8Array>) =>
      Buffer.from(`\ufeff${Buffer.from(files["t.prj"]!).toString()}`, "utf16le");
    isThere((await written("UTF-8", (files) => ({ "t.prj": utf16(files) }))).shapes[0]);
  });

  it("in metres whose .prj says degrees is refused", async () => {
    const prj = Buffer.from(gdal("gdalsrsinfo", "-o", "wkt_esri", "EPSG:4326"));
    const fault = await written("UTF-8", () => ({ "t.prj": prj })).catch((error: unknown) => error);
    expect(fault).toMatchObject({ problems: [{ reason: "crs_other_unit" }] });
  });
});
