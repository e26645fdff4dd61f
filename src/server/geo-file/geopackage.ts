// Reads the feature tables of a GeoPackage (OGC 12-128r18), with the SQLite of Node.
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import wkx from "wkx";
import { isFailure } from "../../domain/error.ts";
import { exactInteger } from "./exact-json.ts";
import { shapeOf, type Json } from "./geometry-shape.ts";
import {
  fileRefused,
  firstPlace,
  placeMetres,
  unreadNote,
  type FeatureReader,
  type FeatureSink,
  type TwinSource,
} from "./raw-feature.ts";

type Layer = { readonly table: string; readonly column: string; readonly srs: number };
type Value = null | number | bigint | string | Uint8Array;
type Row = Readonly<Record<string, Value>>;

/** A GeoPackage has a few layers; more are no drawing of a plant. */
const MOST_LAYERS = 200;
const MOST_LISTED = 1000;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export const readGeoPackage: FeatureReader = async (source, sink) => {
  sink.format?.("geopackage");
  const folder = await mkdtemp(join(tmpdir(), "geopackage-"));
  const path = join(folder, "file.gpkg");
  let database: DatabaseSync | null = null;
  try {
    await pipeline(await source.open(), createWriteStream(path));
    database = new DatabaseSync(path, { readOnly: true, allowExtension: false });
    // Once it is open, the file needs no name: it goes with this process, however that ends.
    const layers = layersOf(database, source);
    sayUnread(database, layers, sink);
    await rm(folder, { recursive: true, force: true });
    for (const layer of layers) {
      if (layers.length > 1) sink.part?.(`${layer.table}.gpkg`);
      readLayer(database, layer, source, sink);
    }
  } catch (error) {
    if (isFailure(error) || !isOfSqlite(error)) throw error;
    throw fileRefused(source, { reason: "gpkg_broken" });
  } finally {
    database?.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const isOfSqlite = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";

/** Tables with features. A view could compute for ever, so it is left out. */
function layersOf(database: DatabaseSync, source: TwinSource): Layer[] {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const names = new Set(tables.map(({ name }) => String(name)));
  if (!names.has("gpkg_geometry_columns")) {
    throw fileRefused(source, { reason: "format_sqlite" });
  }
  const found = database
    .prepare("SELECT table_name, column_name, srs_id FROM gpkg_geometry_columns LIMIT ?")
    .all(MOST_LAYERS + 1)
    .map(({ table_name, column_name, srs_id }) => ({
      table: String(table_name),
      column: String(column_name),
      srs: Number(srs_id),
    }))
    .filter(({ table }) => names.has(table));
  if (found.length === 0) throw fileRefused(source, { reason: "gpkg_no_layer" });
  if (found.length > MOST_LAYERS) {
    throw fileRefused(source, { reason: "gpkg_many_layers", values: { most: MOST_LAYERS } });
  }
  return found;
}

/** Says which layers that the GeoPackage lists are not read: views, images, and tables without shapes. */
function sayUnread(database: DatabaseSync, layers: readonly Layer[], sink: FeatureSink): void {
  const read = new Set(layers.map(({ table }) => table));
  const lists = ["gpkg_contents", "gpkg_geometry_columns"].filter((list) =>
    database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(list),
  );
  const named = lists.flatMap((list) =>
    database
      .prepare(`SELECT table_name AS name FROM ${list} LIMIT ?`)
      .all(MOST_LISTED)
      .map(({ name }) => String(name)),
  );
  const unread = [...new Set(named)].filter((name) => !read.has(name) && !name.startsWith("gpkg_"));
  if (unread.length > 0) sink.note?.(unreadNote("gpkg_not_read", unread));
}

/** Codes of GeoPackage for a system that is not known: in degrees, and on a plane. */
const UNKNOWN_DEGREES = 0;
const UNKNOWN_PLANE = -1;

/** The name of a reference system, as its registry or its definition says. */
function systemOf(database: DatabaseSync, srs: number): string {
  if (srs === 4326 || srs === UNKNOWN_DEGREES) return "EPSG:4326";
  const row = database
    .prepare(
      "SELECT organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?",
    )
    .get(srs);
  if (row && /^epsg$/i.test(String(row["organization"]))) return `EPSG:${Number(row["code"])}`;
  return String(row?.["definition"] ?? `EPSG:${srs}`);
}

function readLayer(
  database: DatabaseSync,
  { table, column, srs }: Layer,
  source: TwinSource,
  sink: FeatureSink,
): void {
  const isUnknown = srs === UNKNOWN_DEGREES || srs === UNKNOWN_PLANE;
  // A .prj beside it says it, or a user.
  if (srs !== UNKNOWN_PLANE && (!isUnknown || !source.hasSystem)) sink.crs(systemOf(database, srs));
  const rows = database.prepare(`SELECT * FROM ${quoted(table)}`);
  rows.setReadBigInts(true);
  let number = 0;
  for (const row of rows.iterate() as Iterable<Row>) {
    number += 1;
    const geometry = row[column];
    if (!(geometry instanceof Uint8Array)) {
      sink.refuse({ reason: "geojson_no_geometry", field: column, feature: number });
      continue;
    }
    const parsed = geometryOf(Buffer.from(geometry));
    const shape = parsed === null ? null : shapeOf(parsed);
    if (shape === null || "reason" in shape) {
      sink.refuse({ reason: "gpkg_geometry", field: column, feature: number });
      continue;
    }
    if (isUnknown) placeMetres(source, sink, firstPlace(shape), srs === UNKNOWN_PLANE);
    const kind = String(parsed!["type"]);
    sink.feature({
      number,
      kind,
      ...shape,
      properties: propertiesOf(row, column),
      folders: [table],
    });
  }
}

function propertiesOf(row: Row, column: string): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === column || value instanceof Uint8Array) continue;
    properties[name] = typeof value === "bigint" ? exactInteger(value) : value;
  }
  return properties;
}

/** Bytes of the envelope by its code in the flags. */
const envelopes = [0, 32, 48, 48, 64];

/** The geometry behind the header of a GeoPackage's BLOB (2.1.3); null for a damaged one. */
function geometryOf(blob: Buffer): Json | null {
  if (blob.length < 8 || blob.toString("latin1", 0, 2) !== "GP") return null;
  const envelope = envelopes[(blob[3]! >> 1) & 7];
  if (envelope === undefined) return null;
  try {
    return wkx.Geometry.parse(blob.subarray(8 + envelope)).toGeoJSON() as Json;
  } catch {
    return null;
  }
}
