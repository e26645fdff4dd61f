// Imports exported files again with the product's own import. src/domain/export/export-file.test.ts checks their content.
import { expect, test } from "vitest";
import type { ExportColumn, ExportFormat } from "../src/domain/export/export-request.ts";
import { judged, plant } from "../src/domain/plant/plant-data.fixture.ts";
import { bufferSource } from "../src/server/geo-file/buffer-source.ts";
import { readTwinFiles } from "../src/server/twin-file/read-files.ts";

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

/** Degrees east of the origin, on a circle of latitude; the modules lie ten metres apart. */
const longitudeOf = (row: number, metres = 0) =>
  LON + ((row * 10 + metres) / (EARTH_RADIUS_M * Math.cos((LAT / 180) * Math.PI)) / Math.PI) * 180;

async function imported(format: "geojson" | "kml" | "fgb") {
  const bytes = await exportedFile(format);
  const file = { name: "Pampa", technology: "photovoltaic" as const };
  const source = bufferSource(`modules.${format}`, bytes);
  const { draft, report } = await readTwinFiles([source], file, new Set());
  expect(report.refused).toEqual([]);
  return draft.levels.find(({ type }) => type === "module")!;
}

test.each(["geojson", "kml", "fgb"] as const)(
  "%s is imported with its IDs, names and outlines",
  async (format) => {
    const level = await imported(format);
    expect(level.dtId).toEqual(rows.map((row) => `module-${row}`));
    expect(level.pcs).toEqual(rows.map((row) => `=M${row}`));
    rows.forEach((row, at) => {
      // Each module is two metres long.
      const from = level.ringOffsets[at]! * 2;
      const ring = [...level.rings.subarray(from, level.ringOffsets[at + 1]! * 2)];
      const longitudes = ring.filter((_, place) => place % 2 === 0);
      expect(Math.min(...longitudes)).toBeCloseTo(longitudeOf(row, -1), 8);
      expect(Math.max(...longitudes)).toBeCloseTo(longitudeOf(row, 1), 8);
      const area = ring.reduce((sum, _, place) => {
        if (place % 2 === 1) return sum;
        const [x = 0, y = 0] = [ring[place], ring[place + 1]];
        const [nextX = 0, nextY = 0] = [
          ring[(place + 2) % ring.length],
          ring[(place + 3) % ring.length],
        ];
        return sum + x * nextY - nextX * y;
      }, 0);
      // Counter-clockwise, as RFC 7946 wants outer rings.
      expect(area).toBeGreaterThan(0);
    });
  },
);
