// Files one step beside the usual ones, as services and programs write them: read rightly, or refused with the way out.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { faultOf, read, type Read } from "./odd-file.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "odd-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** UTM 19 south; by PROJ its first corner is at -70.13934, -18.88962. */
const utmRing = [
  [380_000, 7_911_000],
  [380_000, 7_911_040],
  [380_020, 7_911_040],
  [380_020, 7_911_000],
  [380_000, 7_911_000],
];
const esri = (more: object, geometry: object = { rings: [utmRing] }) =>
  JSON.stringify({
    geometryType: "esriGeometryPolygon",
    spatialReference: { wkid: 32_719 },
    features: [{ attributes: { name: "A" }, geometry }],
    ...more,
  });
const isThere = ({ places }: Read) => {
  expect(places[0]![0]).toBeCloseTo(-70.139335, 4);
  expect(places[0]![1]).toBeCloseTo(-18.889615, 4);
};

describe("Esri JSON", () => {
  it("has its reference system by code, by words, or in each geometry", async () => {
    const utm =
      'PROJCS["WGS_1984_UTM_Zone_19S",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-69.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
    for (const spatialReference of [
      { wkid: 32_719 },
      { wkt: utm },
      { wkid: 0, wkt: utm },
      { wkt: "", wkt2: utm },
    ]) {
      isThere(await read("a.json", esri({ spatialReference })));
    }
    const geometry = { rings: [utmRing], spatialReference: { wkid: 32_719 } };
    isThere(await read("a.json", esri({ spatialReference: undefined }, geometry)));
  });

  const dated = [
    { name: "checked", type: "esriFieldTypeDate" },
    {
      name: "state",
      type: "esriFieldTypeSmallInteger",
      domain: {
        type: "codedValue",
        codedValues: [
          { name: "In service", code: 1 },
          { name: "Removed", code: 2 },
        ],
      },
    },
    { name: "count", type: "esriFieldTypeInteger" },
  ];
  const features = [
    // By `date -u -d @1764504000`.
    {
      attributes: { checked: 1_764_504_000_000, state: 2, count: 2 },
      geometry: { rings: [utmRing] },
    },
    { attributes: { checked: null, state: 7, count: 3 }, geometry: { rings: [utmRing] } },
  ];

  it("has times for dates in milliseconds, and names for codes", async () => {
    const text = JSON.stringify({
      geometryType: "esriGeometryPolygon",
      spatialReference: { wkid: 32_719 },
      fields: dated,
      features,
    });
    const { properties } = await read("a.json", text);
    expect(properties).toEqual([
      { checked: "2025-11-30T12:00:00.000Z", state: "Removed", count: 2 },
      // A code without a name stays what it is.
      { checked: null, state: 7, count: 3 },
    ]);
  });

  it("is refused where its fields are defined after the features", async () => {
    const late = await faultOf("a.json", esri({ features, fields: dated }));
    expect(late).toMatchObject({ reason: "esri_fields_late", field: "fields" });
  });

  it("without a system, or in steps of a grid, is refused with the way out", async () => {
    const nowhere = await faultOf("a.json", esri({ spatialReference: null }));
    expect(nowhere).toMatchObject({ reason: "crs_missing", file: "a.json" });
    const transform = { scale: [0.01, 0.01], translate: [380_000, 7_911_040] };
    const [geometryType, spatialReference] = ["esriGeometryPolygon", { wkid: 32_719 }];
    const geometry = {
      rings: [
        [
          [0, 0],
          [200, 0],
          [0, 400],
        ],
      ],
    };
    const features = [{ attributes: { name: "A" }, geometry }];
    const file = JSON.stringify({ geometryType, spatialReference, transform, features });
    const steps = await faultOf("a.json", file);
    expect(steps).toMatchObject({ reason: "esri_quantized", field: "transform" });
  });

  it("of a service that sent only a part says so, as its GeoJSON does", async () => {
    expect((await read("a.json", esri({ exceededTransferLimit: true }))).notes).toEqual([
      "features_cut_off",
    ]);
    const features = [
      { type: "Feature", properties: {}, geometry: { type: "Point", coordinates: [-70, -18] } },
    ];
    const text = (more: object) => JSON.stringify({ type: "FeatureCollection", features, ...more });
    const part = text({ properties: { exceededTransferLimit: true } });
    expect((await read("a.geojson", part)).notes).toEqual(["features_cut_off"]);
    expect((await read("a.geojson", text({}))).notes).toEqual([]);
  });

  it("with a feature without a geometry says that", async () => {
    const features = [{ attributes: { name: "A" } }];
    const { refused } = await read("a.json", esri({ features }));
    expect(refused).toMatchObject([{ reason: "geojson_no_geometry", feature: 1 }]);
  });
});

describe("GeoJSON", () => {
  const feature = JSON.stringify({
    type: "Feature",
    properties: {},
    geometry: { type: "Polygon", coordinates: [utmRing] },
  });
  it.each([
    ["a.geojson", `{"type":"FeatureCollection","features":[${feature}]}`],
    ["a.ndjson", `${feature}\n${feature}\n`],
    ["a.json", feature],
  ])("in metres without a system is refused with the way out: %s", async (name, text) => {
    expect(await faultOf(name, text)).toMatchObject({ reason: "crs_missing", file: name });
    const prj = gdal("gdalsrsinfo", "-o", "wkt_esri", "EPSG:32719");
    const stem = name.replace(/\.[^.]+$/, "");
    const zip = zipSync({ [name]: Buffer.from(text), [`${stem}.prj`]: Buffer.from(prj) });
    isThere(await read("a.zip", zip));
  });

  it("in a compound system counts by its horizontal part", async () => {
    const name = "urn:ogc:def:crs,crs:EPSG::32719,crs:EPSG::5773";
    const crs = { type: "name", properties: { name } };
    const text = JSON.stringify({
      type: "FeatureCollection",
      crs,
      features: [JSON.parse(feature) as object],
    });
    const found = await read("a.geojson", text);
    isThere(found);
    expect(found.systems).toEqual(["EPSG:32719"]);
  });
});

describe.skipIf(!hasGdal("ogr2ogr"))(
  "names in the table of a shapefile are those of its letters",
  () => {
    const from = join(folder, "from.csv");
    writeFileSync(from, 'name,WKT\nMañana,"POINT(-70 -18)"\n');
    const write = (encoding: string) => {
      const into = mkdtempSync(join(folder, "shp-"));
      gdal(
        "ogr2ogr",
        "-f",
        "ESRI Shapefile",
        join(into, "t.shp"),
        from,
        "-lco",
        `ENCODING=${encoding}`,
      );
      return (ending: string) => {
        const name = readdirSync(into).find((one) => one.endsWith(ending));
        return name === undefined ? null : readFileSync(join(into, name));
      };
    };
    const zipOf = (
      file: (ending: string) => Buffer | null,
      more: Record<string, Uint8Array> = {},
    ) => zipSync({ "t.shp": file(".shp")!, "t.dbf": file(".dbf")!, ...more });

    it.each(["CP437", "CP850", "CP1252", "ISO-8859-1", "UTF-8"])(
      "%s, with the .cpg or the byte that GDAL writes",
      async (encoding) => {
        const file = write(encoding);
        const cpg = file(".cpg");
        const { names } = await read("t.zip", zipOf(file, cpg === null ? {} : { "t.cpg": cpg }));
        expect(names).toEqual(["Mañana"]);
      },
    );

    it("UTF-8 whose .cpg was left out of the ZIP", async () => {
      expect((await read("t.zip", zipOf(write("UTF-8")))).names).toEqual(["Mañana"]);
    });

    it.each(["437", "850", "OEM 850", "cp850"])(
      "DOS letters with a .cpg that says %s",
      async (label) => {
        const more = { "t.cpg": Buffer.from(label) };
        expect((await read("t.zip", zipOf(write("CP850"), more))).names).toEqual(["Mañana"]);
      },
    );
  },
);

it("a ZIP with another ZIP inside says so", async () => {
  const inner = zipSync({ "a.txt": Buffer.from("x") });
  expect(await faultOf("a.zip", zipSync({ "a.zip": inner }))).toMatchObject({
    reason: "zip_in_zip",
  });
});
