// Exports of a million modules against GDAL's ogr2ogr, which writes the same features from a FlatGeobuf. Ours computes
// outlines, names and texts of classes from the columns; ogr2ogr only changes the format.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NO_ROW, type Geometry } from "../../src/domain/component/component-index.ts";
import { exportFile, type ExportData } from "../../src/domain/export/export-file.ts";
import type { ExportFormat, ExportRequest } from "../../src/domain/export/export-request.ts";
import { fullGoal, type BenchOptions, type Report } from "./report.ts";

const drivers = {
  csv: "CSV",
  geojson: "GeoJSON",
  fgb: "FlatGeobuf",
  gpkg: "GPKG",
  kml: "KML",
  xlsx: "XLSX",
} satisfies Record<ExportFormat, string>;

/** Sheets of Excel end at 1,048,576 rows, and ogr2ogr keeps all cells in memory. */
const MODULES = { short: 100_000, full: 1_000_000 };

function plantOf(most: number): ExportData {
  const at = (of: (row: number) => number) =>
    Float32Array.from({ length: most }, (_, row) => of(row));
  const geometry: Geometry = {
    type: "module",
    count: most,
    parent: new Uint32Array(most).fill(NO_ROW),
    centreX: at((row) => (row % 1000) * 2.5),
    centreY: at((row) => Math.floor(row / 1000) * 2.5),
    length: at(() => 2.2),
    width: at(() => 1.1),
    rotation: at((row) => (row % 7) * 0.1),
    height: at(() => 1),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
  const names = { count: most, dtId: (row: number) => `M-${row}`, pcs: (row: number) => `P${row}` };
  const heat = at((row) => (row % 11 === 0 ? NaN : (row % 977) * 0.1));
  const classes = Uint8Array.from({ length: most }, (_, row) => 1 + (row % 4));
  return {
    levels: new Map([["module", { geometry, names }]]),
    columnOf: (hash) => (hash === "heat" ? heat : classes),
    judgedOf: () => {
      throw new RangeError("no severity is exported");
    },
  };
}

/** Seconds that ogr2ogr takes. */
function convert(driver: string, to: string, from: string, ...more: string[]): number {
  const begun = performance.now();
  execFileSync("ogr2ogr", ["-f", driver, to, from, ...more], { stdio: "ignore" });
  return (performance.now() - begun) / 1000;
}

export async function bench(report: Report, { form }: BenchOptions): Promise<void> {
  const most = MODULES[form];
  const rowsOf = (format: ExportFormat) => (format === "xlsx" ? most / 10 : most);
  const hasGdal = spawnSync("ogr2ogr", ["--version"]).status === 0;
  const data = plantOf(most);
  const folder = mkdtempSync(join(tmpdir(), "bench-export-"));
  const ask = (format: ExportFormat): ExportRequest => ({
    format,
    title: "modules",
    type: "module",
    origin: [-70, -24],
    rows: Uint32Array.from({ length: rowsOf(format) }, (_, row) => row),
    columns: [
      { header: "Heat", key: "heat", of: { hash: "heat" } },
      { header: "Class", key: "kind", of: { hash: "class" }, words: { 1: "good", 2: "bad" } },
      { header: "Longitude", key: "longitude", of: "longitude" },
      { header: "Latitude", key: "latitude", of: "latitude" },
    ],
  });
  const write = async (format: ExportFormat, path: string): Promise<number> => {
    const begun = performance.now();
    const file = await exportFile(data, ask(format), async () => true);
    writeFileSync(path, Buffer.from(await file!.arrayBuffer()));
    return (performance.now() - begun) / 1000;
  };
  try {
    const source = { whole: join(folder, "whole.fgb"), part: join(folder, "part.fgb") };
    await write("fgb", source.whole);
    if (hasGdal) convert("FlatGeobuf", source.part, source.whole, "-limit", String(rowsOf("xlsx")));
    for (const format of Object.keys(drivers) as ExportFormat[]) {
      const path = join(folder, `ours.${format}`);
      const ours = await write(format, path);
      const from = rowsOf(format) === most ? source.whole : source.part;
      const theirs = join(folder, `theirs.${format}`);
      const seconds = hasGdal ? convert(drivers[format], theirs, from) : null;
      const megabytes = (file: string) => Math.round(statSync(file).size / 1024 ** 2);
      report({
        name: `${rowsOf(format).toLocaleString("en")} modules exported as ${drivers[format]}`,
        unit: "s",
        ours,
        baseline: hasGdal ? "ogr2ogr from FlatGeobuf" : "ogr2ogr is not installed",
        theirs: seconds,
        // The one format that ogr2ogr reads and writes without making texts.
        ...(format === "fgb" &&
          seconds !== null &&
          fullGoal(form, "no slower than ogr2ogr", ours <= seconds)),
        note: `${megabytes(path)} MiB${hasGdal ? `, theirs ${megabytes(theirs)} MiB` : ""}`,
      });
      rmSync(path);
      rmSync(theirs, { force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
