// Exported files, read by an independent program: GDAL finds the same rows, values and outlines in each of them.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExportColumn, ExportFormat } from "../src/domain/export/export-request.ts";
import { judged, plant } from "../src/domain/plant/plant-data.fixture.ts";
import { hasGdal } from "./fixtures/gdal.ts";

const EARTH_RADIUS_M = 6378137;
const [LON, LAT] = [-70, -18];
/** Those that a filter lets through, in the order of a table. Module 5 has no value. */
const rows = [38, 12, 5, 0];
const HEAT = "Heat, “K” & more";
const columns: readonly ExportColumn[] = [
  { header: "Name", key: "pcs", of: "pcs" },
  { header: "dt_id", key: "dt_id", of: "dt_id" },
  { header: "=HYPERLINK(1)", key: "note", of: { text: "=1+1" } },
  { header: HEAT, key: "heat", of: { hash: "now" } },
  {
    header: "Severity",
    key: "severity",
    of: { severity: judged },
    words: { 0: "Good", 1: "Watch", 2: "Bad", 3: "Act" },
  },
];

const isPossible = hasGdal("ogr2ogr");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "export-gdal-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Feature = {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly type: string; readonly coordinates: [number, number][][] } | null;
};

/** The features of an exported file, as GDAL reads them. */
async function readByGdal(format: ExportFormat): Promise<Feature[]> {
  const ask = {
    format,
    title: "Pampa",
    type: "module" as const,
    origin: [LON, LAT] as const,
    rows: Uint32Array.from(rows),
    columns,
  };
  const file = await plant().exportFile(ask, async () => true);
  const path = join(folder, `modules.${format}`);
  await writeFile(path, Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer()));
  const to = ["-f", "GeoJSON", "-lco", "COORDINATE_PRECISION=9", "/vsistdout/"];
  const { stdout, stderr } = spawnSync("ogr2ogr", [...to, path], { encoding: "utf8" });
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as { features: Feature[] }).features;
}

const severityOf = (row: number) => (row === 5 ? null : Math.floor(row / 10));
const words = ["Good", "Watch", "Bad", "Act"];
/** Degrees east, on a circle of latitude: modules are 2 m long and lie 10 m apart. */
const longitudeOf = (metres: number) =>
  LON + ((metres / (EARTH_RADIUS_M * Math.cos((LAT / 180) * Math.PI))) * 180) / Math.PI;

test.skipIf(!isPossible).each(["geojson", "kml", "fgb", "gpkg"] as const)(
  "%s has the rows with their values and outlines",
  async (format) => {
    const features = await readByGdal(format);
    expect(features.map(({ properties }) => properties["dt_id"])).toEqual(
      rows.map((row) => `module-${row}`),
    );
    for (const [at, { properties, geometry }] of features.entries()) {
      const row = rows[at]!;
      expect(properties).toMatchObject({ pcs: `=M${row}`, note: "=1+1" });
      // KML has no numbers.
      const number = (key: string) => (properties[key] == null ? null : Number(properties[key]));
      expect(number("heat")).toBe(row === 5 ? null : row);
      expect(number("severity")).toBe(severityOf(row));
      const longitudes = geometry!.coordinates[0]!.map(([lon]) => lon);
      expect(Math.min(...longitudes)).toBeCloseTo(longitudeOf(row * 10 - 1), 8);
      expect(Math.max(...longitudes)).toBeCloseTo(longitudeOf(row * 10 + 1), 8);
    }
  },
);

test.skipIf(!isPossible).each(["csv", "xlsx"] as const)(
  "%s has the rows, and no cell begins a formula",
  async (format) => {
    const features = await readByGdal(format);
    // A text of Excel is declared as one; in CSV an apostrophe makes it one, and an empty cell is an empty text.
    const isCsv = format === "csv";
    const text = (of: string) => (isCsv ? `'${of}` : of);
    const cell = (key: string, value: string | number | null) =>
      value === null ? (isCsv ? { [key]: "" } : {}) : { [key]: isCsv ? String(value) : value };
    expect(features.map(({ properties }) => properties)).toEqual(
      rows.map((row) => {
        const severity = severityOf(row);
        return {
          Name: text(`=M${row}`),
          dt_id: `module-${row}`,
          [text("=HYPERLINK(1)")]: text("=1+1"),
          ...cell(HEAT, row === 5 ? null : row),
          ...cell("Severity", severity === null ? null : words[severity]!),
        };
      }),
    );
  },
);
