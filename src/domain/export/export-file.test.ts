// Files that were exported are read by other programs' readers, and by hand.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { geojson } from "flatgeobuf";
import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { judged, plant } from "../plant/plant-data.fixture.ts";
import type { ExportColumn, ExportFormat } from "./export-request.ts";
import { gpkgFile } from "./gpkg-file.ts";

const EARTH_RADIUS_M = 6378137;
const [LON, LAT] = [-70, -18];
const rows = [38, 12, 5, 0];
const columns: readonly ExportColumn[] = [
  { header: "Name", key: "pcs", of: "pcs" },
  { header: "dt_id", key: "dt_id", of: "dt_id" },
  { header: "Heat, “K” & more", key: "heat", of: { hash: "now" } },
  { header: "Severity", key: "severity", of: { severity: judged }, words: { 0: "Good", 3: "Act" } },
  { header: "Longitude", key: "longitude", of: "longitude" },
  { header: "Latitude", key: "latitude", of: "latitude" },
  { header: "Flown on", key: "flown_at", of: { text: "2026-03-01" } },
];

async function exportedFile(format: ExportFormat): Promise<Buffer> {
  const ask = {
    format,
    title: "Pampa <1> & 2",
    type: "module" as const,
    origin: [LON, LAT] as const,
    rows: Uint32Array.from(rows),
    columns,
  };
  const file = await plant().exportFile(ask, async () => true);
  return Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer());
}

const exported = async (format: ExportFormat) =>
  new TextDecoder().decode(await exportedFile(format));

/** Degrees east of the origin, on a circle of latitude; the modules lie ten metres apart. */
const longitudeOf = (row: number, metres = 0) =>
  LON + ((row * 10 + metres) / (EARTH_RADIUS_M * Math.cos((LAT / 180) * Math.PI)) / Math.PI) * 180;

test("GeoJSON has the values, and a missing one is null", async () => {
  const read = JSON.parse(await exported("geojson")) as {
    name: string;
    features: { properties: Record<string, unknown> }[];
  };
  expect(read.name).toBe("Pampa <1> & 2");
  const known = rows.map((row) => ({
    dt_id: `module-${row}`,
    parent: `tracker-${Math.floor(row / 10)}`,
    heat: row === 5 ? null : row,
    severity: row === 5 ? null : Math.floor(row / 10),
    flown_at: "2026-03-01",
  }));
  expect(read.features.map(({ properties }) => properties)).toMatchObject(known);
  for (const [at, row] of rows.entries()) {
    const { longitude, latitude } = read.features[at]!.properties;
    expect(longitude).toBeCloseTo(longitudeOf(row), 8);
    expect(latitude).toBe(LAT);
  }
});

test("KML is well-formed, with titles, values and the style of the severity", async () => {
  const parser = new SaxesParser();
  const open: string[] = [];
  const texts: string[] = [];
  const styles: string[] = [];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => open.push(name));
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => {
    const parent = open.slice(-2).join(" ");
    if (parent === "Data displayName") texts.push(text);
    if (parent === "Placemark styleUrl") styles.push(text);
  });
  const text = await exported("kml");
  parser.write(text).close();
  expect(texts.filter((title) => title === "Heat, “K” & more")).toHaveLength(rows.length - 1);
  // Module 5 has no value, and so no style.
  expect(styles).toEqual(["#severity_3", "#severity_1", "#severity_0"]);
  for (const style of styles) expect(text).toContain(`<Style id="${style.slice(1)}">`);
});

test("CSV has one line per component, read with a parser written by hand", async () => {
  const text = await exported("csv");
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe('Name,dt_id,"Heat, “K” & more",Severity,Longitude,Latitude,Flown on');
  expect(lines.map((line) => line.split(",").slice(0, 4))).toEqual([
    ["'=M38", "module-38", "38", "Act"],
    ["'=M12", "module-12", "12", "1"],
    ["'=M5", "module-5", "", ""],
    ["'=M0", "module-0", "0", "Good"],
  ]);
  for (const [at, line] of lines.entries()) {
    const [longitude, latitude, day] = line.split(",").slice(4);
    expect(Number(longitude)).toBeCloseTo(longitudeOf(rows[at]!), 8);
    expect([Number(latitude), day]).toEqual([LAT, "2026-03-01"]);
  }
});

test("FlatGeobuf has numbers as numbers, and no field where a value is missing", async () => {
  const read: Record<string, unknown>[] = [];
  for await (const { properties } of geojson.deserialize(await exportedFile("fgb"))) {
    read.push(properties as Record<string, unknown>);
  }
  expect(read.map(({ dt_id, heat, severity_name }) => ({ dt_id, heat, severity_name }))).toEqual([
    { dt_id: "module-38", heat: 38, severity_name: "Act" },
    { dt_id: "module-12", heat: 12, severity_name: undefined },
    { dt_id: "module-5", heat: undefined, severity_name: undefined },
    { dt_id: "module-0", heat: 0, severity_name: "Good" },
  ]);
  expect(read[0]).toMatchObject({ component_type: "module", flown_at: "2026-03-01" });
});

test("GeoPackage is a sound database with outlines, values and the system of coordinates", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gpkg-"));
  const path = join(folder, "modules.gpkg");
  await writeFile(path, await exportedFile("gpkg"));
  const read = new DatabaseSync(path, { readOnly: true });
  const all = (sql: string) =>
    read
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  expect(all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  expect(all("PRAGMA application_id")).toEqual([{ application_id: 0x47504b47 }]);
  const layer = '"Pampa <1> & 2"';
  expect(all(`SELECT dt_id, heat, severity_name, parent FROM ${layer} ORDER BY fid`)).toEqual([
    { dt_id: "module-38", heat: 38, severity_name: "Act", parent: "tracker-3" },
    { dt_id: "module-12", heat: 12, severity_name: null, parent: "tracker-1" },
    { dt_id: "module-5", heat: null, severity_name: null, parent: "tracker-0" },
    { dt_id: "module-0", heat: 0, severity_name: "Good", parent: "tracker-0" },
  ]);
  const [contents] = all("SELECT * FROM gpkg_contents WHERE table_name = 'Pampa <1> & 2'");
  expect(contents).toMatchObject({ data_type: "features", srs_id: 4326 });
  expect(contents!["min_x"]).toBeCloseTo(longitudeOf(0, -1), 8);
  expect(contents!["max_x"]).toBeCloseTo(longitudeOf(38, 1), 8);
  const [{ geom }] = all(`SELECT geom FROM ${layer} WHERE fid = 2`) as [{ geom: Uint8Array }];
  const view = new DataView(geom.buffer, geom.byteOffset);
  // Five corners after the head and the envelope; the envelope is that of the module.
  expect([view.getUint32(49, true), geom.length]).toEqual([5, 53 + 5 * 16]);
  expect(view.getFloat64(8, true)).toBeCloseTo(longitudeOf(12, -1), 8);
  expect(view.getFloat64(16, true)).toBeCloseTo(longitudeOf(12, 1), 8);
  read.close();
  await rm(folder, { recursive: true });
});

test("a GeoPackage of many rows, with texts longer than a page, is sound", async () => {
  const long = "ñ".repeat(60_000);
  const cells = [
    { header: "", key: "note", isNumber: false, at: (row: number) => (row === 9 ? long : "=1") },
    { header: "", key: "value", isNumber: true, at: (row: number) => row / 4 },
  ];
  const ringOf = (row: number) =>
    [
      [row, 0],
      [row + 1, 0],
      [row + 1, 1],
      [row, 0],
    ] as const;
  const many = Uint32Array.from({ length: 45_000 }, (_, row) => row);
  const file = await gpkgFile("many", many, cells, ringOf, async () => true);
  const folder = await mkdtemp(join(tmpdir(), "gpkg-"));
  const path = join(folder, "many.gpkg");
  await writeFile(path, Buffer.from(await file!.arrayBuffer()));
  const read = new DatabaseSync(path, { readOnly: true });
  expect(read.prepare("PRAGMA integrity_check").get()).toMatchObject({ integrity_check: "ok" });
  const sums = "SELECT count(*) n, sum(value) s, max(length(note)) l FROM many WHERE fid > 0";
  expect(read.prepare(sums).get()).toMatchObject({
    n: 45_000,
    s: (44_999 * 45_000) / 8,
    l: 60_000,
  });
  read.close();
  await rm(folder, { recursive: true });
  expect(await gpkgFile("many", many, cells, ringOf, async () => false)).toBe(null);
});

/** The cells of a sheet by their place: texts, and numbers as numbers. */
function cellsOf(sheet: string): Map<string, string | number> {
  const cells = new Map<string, string | number>();
  const parser = new SaxesParser();
  let [place, isText] = ["", false];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    // A formula would be a cell with <f>.
    expect(name).not.toBe("f");
    if (name === "c") [place, isText] = [attributes["r"] ?? "", attributes["t"] === "inlineStr"];
  });
  parser.on("text", (text) => {
    if (place) cells.set(place, isText ? text : Number(text));
  });
  parser.on("closetag", ({ name }) => {
    if (name === "c") place = "";
  });
  parser.write(sheet).close();
  return cells;
}

test("Excel has titles, numbers as numbers, classes as texts, and a formula stays a text", async () => {
  const files = unzipSync(await exportedFile("xlsx"));
  expect(strFromU8(files["xl/workbook.xml"]!)).toContain('name="Pampa &lt;1&gt; &amp; 2"');
  const cells = cellsOf(strFromU8(files["xl/worksheets/sheet1.xml"]!));
  const line = (row: number) => ["A", "B", "C", "D", "G"].map((column) => cells.get(column + row));
  expect(line(1)).toEqual(["Name", "dt_id", "Heat, “K” & more", "Severity", "Flown on"]);
  expect(line(2)).toEqual(["=M38", "module-38", 38, "Act", "2026-03-01"]);
  expect(line(3)).toEqual(["=M12", "module-12", 12, 1, "2026-03-01"]);
  expect(line(4)).toEqual(["=M5", "module-5", undefined, undefined, "2026-03-01"]);
  expect(cells.get("E2")).toBeCloseTo(longitudeOf(38), 8);
  expect(cells.has("A6")).toBe(false);
});
