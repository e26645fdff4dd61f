// Files of many formats with the same trackers, most of them written by GDAL, give the same components.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { isFailure } from "../../domain/error.ts";
import { readBlueprint } from "../twin-file/blueprint.ts";
import { readPlantAreas } from "../twin-file/plant-area.ts";
import { readTwinFiles } from "../twin-file/read-files.ts";
import { bufferSource } from "./buffer-source.ts";

const plant = { name: "Pampa", technology: "photovoltaic" as const };
const folder = mkdtempSync(join(tmpdir(), "formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [LON, LAT] = [-70.112, -18.886];
/** About 2 by 20 m, clockwise as a shapefile has them; the second one has a hole. */
const ring = (at: number, inset = 0) => {
  const [w, e] = [LON + at * 1e-4 + inset, LON + at * 1e-4 + 2e-5 - inset];
  const [s, n] = [LAT + inset, LAT + 2e-4 - inset];
  return [
    [w, s],
    [w, n],
    [e, n],
    [e, s],
    [w, s],
  ];
};
/** Beyond 53 bits, so that a number would change it. */
const LONG_ID = "9007199254740993";
const features = [0, 1, 2].map((at) => ({
  type: "Feature",
  properties: { name: `Träcker ${at + 1}`, serial: at },
  geometry: {
    type: "Polygon",
    coordinates: at === 1 ? [ring(at), ring(at, 3e-6).toReversed()] : [ring(at)],
  },
}));
const geoJson = JSON.stringify({ type: "FeatureCollection", features });

type Row = { readonly name: string; readonly lon: number; readonly lat: number };
async function trackersOf(name: string, bytes: Uint8Array): Promise<Row[]> {
  const source = bufferSource(`Pampa ${name}`, Buffer.from(bytes));
  const { draft, report } = await readTwinFiles([source], plant, new Set());
  expect(report.refused).toEqual([]);
  const level = draft.levels.find(({ type }) => type === "tracker")!;
  return Array.from({ length: level.count }, (_, at) => {
    let [lon, lat, count] = [0, 0, 0];
    for (let v = level.ringOffsets[at]!; v < level.ringOffsets[at + 1]!; v++) {
      [lon, lat] = [lon + level.rings[v * 2]!, lat + level.rings[v * 2 + 1]!];
      count += 1;
    }
    return { name: level.pcs[at]!, lon: lon / count, lat: lat / count };
  });
}

function expectTrackers(rows: readonly Row[], isNamed = true): void {
  expect(rows).toHaveLength(3);
  for (const [at, row] of rows.toSorted((a, b) => a.lon - b.lon).entries()) {
    if (isNamed) expect(row.name).toBe(`Träcker ${at + 1}`);
    // A hundredth of a second of arc is 0.3 m.
    expect(Math.abs(row.lon - (LON + at * 1e-4 + 1e-5))).toBeLessThan(2e-6);
    expect(Math.abs(row.lat - (LAT + 1e-4))).toBeLessThan(2e-6);
  }
}

let round = 0;
/** What GDAL writes: the only file, or all of them in a ZIP. */
function byGdal(format: string, ending: string, ...options: readonly string[]): Uint8Array {
  const from = join(folder, "from.geojson");
  writeFileSync(from, geoJson);
  const into = join(folder, `${(round += 1)}`);
  mkdirSync(into);
  gdal("ogr2ogr", "-f", format, join(into, `trackers.${ending}`), from, ...options);
  const files = readdirSync(into);
  if (files.length === 1) return readFileSync(join(into, files[0]!));
  return zipSync(Object.fromEntries(files.map((name) => [name, readFileSync(join(into, name))])));
}

const utm = ["-t_srs", "EPSG:32719"];
const written: Readonly<Record<string, () => readonly [name: string, bytes: Uint8Array]>> = {
  "a zipped shapefile in degrees": () => ["trackers.zip", byGdal("ESRI Shapefile", "shp")],
  "a zipped shapefile in UTM, with its .prj": () => [
    "trackers.zip",
    byGdal("ESRI Shapefile", "shp", ...utm),
  ],
  "a zipped shapefile in Latin-1, with its .cpg": () => [
    "trackers.zip",
    byGdal("ESRI Shapefile", "shp", "-lco", "ENCODING=ISO-8859-1"),
  ],
  "a shapefile with heights in US feet": () => [
    "trackers.zip",
    byGdal("ESRI Shapefile", "shp", "-dim", "XYZ", ...utm),
  ],
  "a GeoPackage": () => ["trackers.gpkg", byGdal("GPKG", "gpkg")],
  "a GeoPackage in UTM": () => ["trackers.gpkg", byGdal("GPKG", "gpkg", ...utm)],
  "a GeoPackage with heights": () => ["trackers.gpkg", byGdal("GPKG", "gpkg", "-dim", "XYZM")],
  "a GeoPackage with a system of the user": () => [
    "trackers.gpkg",
    byGdal("GPKG", "gpkg", "-t_srs", "+proj=tmerc +lon_0=-70 +k=0.9999 +x_0=1e5 +datum=WGS84"),
  ],
  "a FlatGeobuf in UTM": () => ["trackers.fgb", byGdal("FlatGeobuf", "fgb", ...utm)],
  "a text sequence of GeoJSON": () => [
    "trackers.geojsons",
    byGdal("GeoJSONSeq", "geojsons", "-lco", "RS=YES"),
  ],
  "a feature in each line": () => ["trackers.ndjson", byGdal("GeoJSONSeq", "geojsonl")],
  "a CSV with WKT": () => ["trackers.csv", byGdal("CSV", "csv", "-lco", "GEOMETRY=AS_WKT")],
  "a CSV with WKT and semicolons": () => [
    "trackers.csv",
    byGdal("CSV", "csv", "-lco", "GEOMETRY=AS_WKT", "-lco", "SEPARATOR=SEMICOLON"),
  ],
  "a CSV with WKT and tabs": () => [
    "trackers.tsv",
    byGdal("CSV", "csv", "-lco", "GEOMETRY=AS_WKT", "-lco", "SEPARATOR=TAB"),
  ],
  "GeoJSON whose crs comes last": () => {
    const text = Buffer.from(byGdal("GeoJSON", "geojson", "-lco", "RFC7946=NO", ...utm)).toString();
    const { crs, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return ["trackers.geojson", strToU8(JSON.stringify({ ...rest, crs }))];
  },
  "Esri JSON": () => ["trackers.json", strToU8(JSON.stringify(esri))],
  "Esri JSON whose system comes last": () => {
    const { spatialReference, ...rest } = esri;
    return ["trackers.json", strToU8(JSON.stringify({ ...rest, spatialReference }))];
  },
  "a ZIP with two GeoPackages, a readme and hidden files": () => [
    "all.zip",
    zipSync({
      "__MACOSX/._trackers.gpkg": strToU8("x"),
      "._trackers.gpkg": strToU8("x"),
      "readme.txt": strToU8("two files"),
      "trackers.gpkg": byGdal("GPKG", "gpkg", "-where", "serial < 2"),
      "north\\trackers.geojson": byGdal("GeoJSON", "geojson", "-where", "serial = 2"),
    }),
  ],
};
const esri = {
  geometryType: "esriGeometryPolygon",
  spatialReference: { wkid: 4326, latestWkid: 4326 },
  features: features.map(({ properties, geometry: { coordinates } }) => ({
    attributes: properties,
    geometry: { rings: coordinates },
  })),
};

const withGdal = describe.skipIf(!hasGdal("ogr2ogr", "gdalsrsinfo"));

withGdal("trackers are read from", () => {
  for (const [title, make] of Object.entries(written)) {
    it(title, async () => {
      const [name, bytes] = make();
      expectTrackers(await trackersOf(name, bytes));
    });
  }

  it("a DXF drawing beside its .prj in a ZIP", async () => {
    const dxf = byGdal("DXF", "dxf", ...utm, "--config", "DXF_WRITE_HATCH", "NO");
    const prj = strToU8(gdal("gdalsrsinfo", "-o", "wkt_esri", "EPSG:32719"));
    const zip = zipSync({ "trackers.dxf": dxf, "trackers.prj": prj });
    const rows = await trackersOf("trackers.zip", zip);
    // The hole is a closed line of its own.
    const places = Map.groupBy(rows, ({ lon }) => lon.toFixed(5));
    expect(rows).toHaveLength(4);
    expectTrackers(
      [...places.values()].map(([first]) => first!),
      false,
    );
    const refused: unknown = await trackersOf("trackers.dxf", dxf).catch((error: unknown) => error);
    expect(isFailure(refused) && refused.problems[0]).toMatchObject({
      reason: "crs_missing",
      file: "Pampa trackers.dxf",
    });
  });

  it("a DXF whose layers are types, whose blocks are inserted and whose texts are names", async () => {
    const pairs = (list: readonly (string | number)[]) => list.join("\n");
    const block = [0, "BLOCK", 2, "TABLE", 10, 0, 20, 0];
    const corners = [0, "LWPOLYLINE", 8, "0", 90, 4, 70, 1];
    for (const [x, y] of [
      [0, 0],
      [2e-5, 0],
      [2e-5, 2e-4],
      [0, 2e-4],
    ])
      corners.push(10, x!, 20, y!);
    const inserted = [0, 1, 2].flatMap((at): (string | number)[] => {
      const x = LON + at * 1e-4;
      const table = [0, "INSERT", 8, "Seguidores", 2, "TABLE", 10, x, 20, LAT];
      const words = [0, "TEXT", 8, "Textos", 10, x + 1e-5, 20, LAT + 1e-4, 40, 1];
      return [...table, ...words, 1, `Träcker ${at + 1}`];
    });
    const blocks = [0, "SECTION", 2, "BLOCKS", ...block, ...corners, 0, "ENDBLK", 0, "ENDSEC"];
    const entities = [0, "SECTION", 2, "ENTITIES", ...inserted, 0, "ENDSEC", 0, "EOF", ""];
    const text = pairs([...blocks, ...entities]);
    expectTrackers(await trackersOf("plan.dxf", strToU8(text)));
  });
});

withGdal("what a number would change", () => {
  const feature = (at: number) =>
    `{"type":"Feature","properties":{"name":"${at}","dt_id":${LONG_ID.slice(0, -1)}${at}},"geometry":${JSON.stringify(features[at]!.geometry)}}`;
  it("stays: IDs of more than 53 bits in GeoJSON, GeoPackage and shapefile", async () => {
    const text = `{"type":"FeatureCollection","features":[${feature(1)},${feature(2)}]}`;
    const idsOf = async (name: string, bytes: Uint8Array) => {
      const source = bufferSource(`Pampa ${name}`, Buffer.from(bytes));
      const { draft } = await readTwinFiles([source], plant, new Set());
      return draft.levels.find(({ type }) => type === "tracker")!.dtId.toSorted();
    };
    const wanted = [`${LONG_ID.slice(0, -1)}1`, `${LONG_ID.slice(0, -1)}2`];
    expect(await idsOf("trackers.geojson", strToU8(text))).toEqual(wanted);
    const from = join(folder, "long.geojson");
    writeFileSync(from, text);
    const long = (format: string, ending: string) => {
      const to = join(folder, `long.${ending}`);
      gdal("ogr2ogr", "-f", format, to, from);
      return readFileSync(to);
    };
    expect(await idsOf("trackers.gpkg", long("GPKG", "gpkg"))).toEqual(wanted);
    expect(await idsOf("trackers.fgb", long("FlatGeobuf", "fgb"))).toEqual(wanted);
    long("ESRI Shapefile", "shp");
    const zip = ["shp", "dbf", "shx", "prj"].map((ending) => {
      return [`trackers.${ending}`, readFileSync(join(folder, `long.${ending}`))] as const;
    });
    expect(await idsOf("trackers.zip", zipSync(Object.fromEntries(zip)))).toEqual(wanted);
  });
});

describe("every import reads them", () => {
  it.skipIf(!hasGdal("ogr2ogr"))(
    "plant outlines and blueprints from a zipped shapefile and a GeoPackage",
    async () => {
      for (const [name, bytes] of [
        ["plan.zip", byGdal("ESRI Shapefile", "shp", ...utm)],
        ["plan.gpkg", byGdal("GPKG", "gpkg")],
      ] as const) {
        const source = bufferSource(name, Buffer.from(bytes));
        const { areas } = await readPlantAreas(source);
        expect(areas.map((area) => area.name)).toEqual(["Träcker 1", "Träcker 2", "Träcker 3"]);
        const { feature_count, drawing } = await readBlueprint(source);
        expect(feature_count).toBe(3);
        const { geometry } = drawing.features[0]!;
        const [lon, lat] = (geometry.coordinates as number[][][])[0]![0]!;
        expect(lon).toBeCloseTo(LON, 5);
        expect(lat).toBeCloseTo(LAT, 5);
      }
    },
  );

  it("a CSV of points as a blueprint, with decimal commas", async () => {
    const text = "sep=;\nname;Longitud;Latitud\nA;-70,112;-18,886\nB;x;1\n";
    const { drawing, refused } = await readBlueprint(bufferSource("p.csv", Buffer.from(text)));
    expect(drawing.features).toEqual([
      {
        type: "Feature",
        properties: { name: "A" },
        geometry: { type: "Point", coordinates: [-70.112, -18.886] },
      },
    ]);
    expect(refused.problems).toEqual([
      { reason: "csv_place", field: "Longitud", feature: 2, line: 4, file: "p.csv" },
    ]);
  });
});
