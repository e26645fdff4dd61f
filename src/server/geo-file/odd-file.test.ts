// Files one step beside the usual ones, as services and programs write them: read rightly, or refused with the way out.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { isFailure, type Problem } from "../../domain/error.ts";
import { bufferSource } from "./buffer-source.ts";
import { readPlaced } from "./placed-feature.ts";

const folder = mkdtempSync(join(tmpdir(), "odd-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Read = {
  /** The first corner of an outline. */
  readonly places: (readonly [lon: number, lat: number])[];
  /** The first corner of an outline, or the point. */
  readonly shapes: (readonly [lon: number, lat: number])[];
  readonly folders: (readonly string[])[];
  readonly properties: object[];
  readonly names: unknown[];
  readonly notes: string[];
  readonly refused: Problem[];
  readonly systems: string[];
};

async function read(name: string, content: string | Uint8Array): Promise<Read> {
  const found: Read = {
    places: [],
    shapes: [],
    folders: [],
    properties: [],
    names: [],
    notes: [],
    refused: [],
    systems: [],
  };
  await readPlaced(bufferSource(name, Buffer.from(content)), {
    feature(raw, toLonLat) {
      const [x = NaN, y = NaN] = raw.outlines[0]?.ring ?? [];
      found.places.push(toLonLat(x, y));
      const [lon = NaN, lat = NaN] = raw.outlines[0]?.ring ?? raw.points?.[0] ?? [];
      found.shapes.push(toLonLat(lon, lat));
      found.folders.push(raw.folders ?? []);
      found.properties.push(raw.properties);
      found.names.push(raw.properties["name"]);
    },
    refuse: (problem) => void found.refused.push(problem),
    note: ({ reason }) => void found.notes.push(reason),
    system: (system) => void found.systems.push(system),
  });
  return found;
}

async function faultOf(name: string, content: string | Uint8Array): Promise<Problem> {
  const error: unknown = await read(name, content).catch((thrown: unknown) => thrown);
  if (!isFailure(error)) throw new Error(`${name} was read`);
  return error.problems[0]!;
}

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

describe("a table with places", () => {
  it.each([
    ["heads with words around them", "name,GPS_Longitude (deg),Lat_WGS84\nA,-70.112,-18.886\n"],
    ["heads of coordinates", "name;coord_x;coord_y\nA;-70,112;-18,886\n"],
    ["hemispheres", "name,lon,lat\nA,70.112 W,S 18.886\n"],
    ["degrees, minutes and seconds", 'name,lon,lat\nA,"70°06\'43.2""W",18 53 09.6 S\n'],
    [
      "WKT in small letters",
      'name,wkt\nA,"polygon((-70.112 -18.886,-70 -18.8,-70 -18,-70.112 -18.886))"\n',
    ],
    [
      "a head as QGIS copies it",
      "wkt_geom\tname\nPolygon ((-70.112 -18.886, -70 -18.8, -70 -18, -70.112 -18.886))\tA\n",
    ],
  ])("is read with %s", async (_, text) => {
    const bytes = Buffer.from(text, "utf16le");
    for (const content of [text, Buffer.concat([Buffer.from([0xff, 0xfe]), bytes])]) {
      const { shapes, names, refused } = await read("p.csv", content);
      expect(refused).toEqual([]);
      expect(names).toEqual(["A"]);
      expect(shapes[0]![0]).toBeCloseTo(-70.112, 9);
      expect(shapes[0]![1]).toBeCloseTo(-18.886, 9);
    }
  });

  it("of two systems gives each row its own", async () => {
    const rows = ['"SRID=32719;POINT(380000 7911000)"', '"POINT(-70.112 -18.886)"'];
    const { shapes } = await read("p.csv", `name,WKT\nA,${rows[0]}\nB,${rows[1]}\n`);
    expect(shapes[0]![0]).toBeCloseTo(-70.139335, 4);
    expect(shapes[1]).toEqual([-70.112, -18.886]);
  });
});

describe("KML", () => {
  const point = (coordinates: string, more = "") =>
    `<Placemark><name>A</name>${more}<Point><coordinates>${coordinates}</coordinates></Point></Placemark>`;
  const kml = (content: string) => `<kml><Document><name>file</name>${content}</Document></kml>`;

  it("has folders and the documents inside it as folders, and the time of a placemark", async () => {
    const time = "<TimeStamp><when>2024-05-06T10:00:00-04:00</when></TimeStamp>";
    const inside = `<Document><name>Bloque 1</name><Folder><name>Mesas</name>${point("-70,-18", time)}</Folder></Document>`;
    const { folders, properties } = await read("a.kml", kml(inside + point("-70,-18")));
    expect(folders).toEqual([["Bloque 1", "Mesas"], []]);
    expect(properties[0]).toEqual({ name: "A", timestamp: "2024-05-06T10:00:00-04:00" });
  });

  it.each(["-70,112 -18,886", "0x10,0x10", "Infinity,1"])("takes %j for no point", async (text) => {
    expect((await read("a.kml", kml(point(text)))).shapes[0]).toEqual([NaN, NaN]);
  });

  it("that links an archive says so, and the rest is read", async () => {
    const link = "<NetworkLink><Link><href>b.kmz</href></Link></NetworkLink>";
    const files = { "doc.kml": kml(link + point("-70,-18")), "b.kmz": "PK" };
    const zip = zipSync(
      Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    );
    const { names, refused } = await read("a.kmz", zip);
    expect(names).toEqual(["A"]);
    expect(refused).toMatchObject([{ reason: "kmz_link_other", values: { href: "b.kmz" } }]);
  });
});

describe.skipIf(!hasGdal("gdalsrsinfo"))("a drawing", () => {
  const corners = [
    [382_876.8, 7_911_418.4],
    [382_878.8, 7_911_418.4],
    [382_878.8, 7_911_458.4],
    [382_876.8, 7_911_458.4],
  ] as const;
  const outline = (layer: string, scale = 1) =>
    [0, "LWPOLYLINE", 8, layer, 90, 4, 70, 1].concat(
      corners.flatMap(([x, y]) => [10, x * scale, 20, y * scale]),
    );
  const text = (words: string) => [
    0,
    "TEXT",
    8,
    "T",
    10,
    382_877.8,
    20,
    7_911_428.4,
    40,
    1,
    1,
    words,
  ];
  const layer = (name: string, flags: number, colour: number) => [
    0,
    "LAYER",
    2,
    name,
    70,
    flags,
    62,
    colour,
  ];
  const zipOf = (entities: readonly (string | number)[], code: number) => {
    const table = [
      0,
      "TABLE",
      2,
      "LAYER",
      70,
      3,
      ...layer("On", 0, 7),
      ...layer("Frozen", 1, 7),
      ...layer("Off", 0, -7),
    ];
    const tables = [0, "SECTION", 2, "TABLES", ...table, 0, "ENDTAB", 0, "ENDSEC"];
    const all = [...tables, 0, "SECTION", 2, "ENTITIES", ...entities, 0, "ENDSEC", 0, "EOF", ""];
    const prj = gdal("gdalsrsinfo", "-o", "wkt_esri", `EPSG:${code}`);
    return zipSync({ "p.dxf": Buffer.from(all.join("\n")), "p.prj": Buffer.from(prj) });
  };

  it("in metres is where its system says", async () => {
    const { shapes, notes } = await read("p.zip", zipOf(outline("On"), 32_719));
    expect(shapes[0]![0]).toBeCloseTo(-70.112, 4);
    expect(shapes[0]![1]).toBeCloseTo(-18.886, 4);
    expect(notes).toEqual([]);
  });

  // Feet of the north, of the south, and millimetres.
  it.each([
    [32_719, 1 / 0.3048],
    [32_619, 1 / 0.3048],
    [32_719, 1000],
    [32_719, 1 / 0.0254],
  ])("in another unit than EPSG:%d is refused with the way out (times %d)", async (code, scale) => {
    const fault = await faultOf("p.zip", zipOf(outline("On", scale), code));
    expect(fault).toMatchObject({ reason: "crs_other_unit", field: "crs" });
  });

  it("says which layers it hides, and has the letters of its texts", async () => {
    const words = text("M-\\U+00D1 2%%d");
    const found = await read(
      "p.zip",
      zipOf([...outline("Frozen"), ...outline("Off"), ...words], 32_719),
    );
    expect(found.notes).toEqual(["dxf_hidden"]);
    expect(found.names).toContain("M-Ñ 2°");
    expect((await read("p.zip", zipOf(outline("On"), 32_719))).notes).toEqual([]);
  });
});
