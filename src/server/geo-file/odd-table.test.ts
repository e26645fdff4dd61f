// Tables, KML and drawings one step beside the usual ones: read rightly, or refused with the way out.
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { faultOf, read } from "./odd-file.fixture.ts";

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
  const unit = (code: number) => [0, "SECTION", 2, "HEADER", 9, "$INSUNITS", 70, code, 0, "ENDSEC"];
  const zipOf = (entities: readonly (string | number)[], code: number, header = unit(0)) => {
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
    const all = [
      ...header,
      ...tables,
      0,
      "SECTION",
      2,
      "ENTITIES",
      ...entities,
      0,
      "ENDSEC",
      0,
      "EOF",
      "",
    ];
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

  it.each([
    [6, 32_719, []],
    [0, 32_719, []],
    [2, 32_719, ["dxf_unit"]],
    [4, 32_719, ["dxf_unit"]],
    // Feet of a system in feet: Texas South Central.
    [2, 2278, []],
    [21, 2278, []],
    [6, 2278, ["dxf_unit"]],
    // Degrees are no unit of length.
    [6, 4326, []],
  ])("that states unit %d beside EPSG:%d says %j", async (code, system, notes) => {
    const at = system === 4326 ? 1e-6 : 1;
    expect((await read("p.zip", zipOf(outline("On", at), system, unit(code)))).notes).toEqual(
      notes,
    );
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
