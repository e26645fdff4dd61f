// The same three outlines in formats that are damaged by tests: small files, built byte by byte.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const [LON, LAT] = [-70.112, -18.886];

/** Clockwise and closed, as shapefiles have them. */
const rings = [0, 1, 2].map((at): readonly (readonly [number, number])[] => {
  const [west, south] = [LON + at * 1e-4, LAT];
  const [east, north] = [west + 2e-5, south + 2e-4];
  return [
    [west, south],
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
});
const names = rings.map((_, at) => `T${at + 1}`);
const wkts = rings.map((ring) => `POLYGON((${ring.map((xy) => xy.join(" ")).join(",")}))`);

/** One record is 8 + 128 bytes: type, bounds, one part, five points. */
export function soundShp(): Buffer {
  const content = 44 + 4 + 5 * 16;
  const bytes = Buffer.alloc(100 + rings.length * (8 + content));
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(bytes.length / 2, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(5, 32);
  const box = [LON, LAT, LON + 3e-4, LAT + 2e-4];
  for (const [at, value] of box.entries()) bytes.writeDoubleLE(value, 36 + at * 8);
  for (const [at, ring] of rings.entries()) {
    const start = 100 + at * (8 + content);
    bytes.writeInt32BE(at + 1, start);
    bytes.writeInt32BE(content / 2, start + 4);
    bytes.writeInt32LE(5, start + 8);
    for (const [corner, value] of box.entries())
      bytes.writeDoubleLE(value, start + 12 + corner * 8);
    bytes.writeInt32LE(1, start + 44);
    bytes.writeInt32LE(ring.length, start + 48);
    for (const [point, [x, y]] of ring.entries()) {
      bytes.writeDoubleLE(x, start + 56 + point * 16);
      bytes.writeDoubleLE(y, start + 64 + point * 16);
    }
  }
  return bytes;
}

/** One column of ten letters. */
export function soundDbf(): Buffer {
  const bytes = Buffer.alloc(65 + names.length * 11 + 1, " ");
  bytes.fill(0, 0, 64);
  bytes[0] = 3;
  bytes.writeUInt32LE(names.length, 4);
  bytes.writeUInt16LE(65, 8);
  bytes.writeUInt16LE(11, 10);
  bytes.write("name", 32);
  bytes.write("C", 43);
  bytes[48] = 10;
  bytes[64] = 0x0d;
  for (const [at, name] of names.entries()) bytes.write(name, 65 + at * 11 + 1);
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}

export function soundGpkg(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "sound-"));
  const path = join(folder, "sound.gpkg");
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
    CREATE TABLE trackers (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES (4326, 'EPSG', 4326, '');
    INSERT INTO gpkg_geometry_columns VALUES ('trackers', 'geom', 4326);
  `);
  const insert = database.prepare("INSERT INTO trackers VALUES (?, ?, ?)");
  for (const [at, ring] of rings.entries()) insert.run(at + 1, gpkgBlob(ring), names[at]!);
  database.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return bytes;
}

function gpkgBlob(ring: readonly (readonly [number, number])[]): Buffer {
  const bytes = Buffer.alloc(8 + 13 + ring.length * 16);
  bytes.write("GP", 0, "latin1");
  bytes[3] = 1;
  bytes.writeInt32LE(4326, 4);
  bytes[8] = 1;
  bytes.writeUInt32LE(3, 9);
  bytes.writeUInt32LE(1, 13);
  bytes.writeUInt32LE(ring.length, 17);
  for (const [point, [x, y]] of ring.entries()) {
    bytes.writeDoubleLE(x, 21 + point * 16);
    bytes.writeDoubleLE(y, 29 + point * 16);
  }
  return bytes;
}

export function soundDxf(): string {
  const lines = rings.flatMap((ring) => [
    0,
    "LWPOLYLINE",
    8,
    "Trackers",
    90,
    4,
    70,
    1,
    ...ring.slice(0, 4).flatMap(([x, y]) => [10, x, 20, y]),
  ]);
  return [0, "SECTION", 2, "ENTITIES", ...lines, 0, "ENDSEC", 0, "EOF", ""].join("\n");
}

export const soundLines = rings
  .map((ring, at) =>
    JSON.stringify({
      type: "Feature",
      properties: { name: names[at] },
      geometry: { type: "Polygon", coordinates: [ring] },
    }),
  )
  .join("\n");

export const soundEsri = JSON.stringify({
  geometryType: "esriGeometryPolygon",
  spatialReference: { wkid: 4326 },
  features: rings.map((ring, at) => ({
    attributes: { name: names[at] },
    geometry: { rings: [ring] },
  })),
});

export const soundCsv = ["name,wkt", ...wkts.map((wkt, at) => `${names[at]},"${wkt}"`), ""].join(
  "\n",
);
