// The rows as a GeoPackage 1.3 (OGC 12-128r17): the outline of each component with its values, in WGS 84.
import { RING_CELLS, type ExportCells, type Pause, type RingOf } from "./export-request.ts";
import { propertiesOf, propertyFields } from "./geojson-file.ts";
import { eachPiece } from "./pieces.ts";
import { sqliteWriter, type SqlTable } from "./sqlite-file.ts";

const WGS_84 = 4326;
const identity = { application_id: 0x47504b47, user_version: 10_300 };

const WGS_84_WKT =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';

/** The file; null if cancelled. The title is the name of its layer. */
export async function gpkgFile(
  title: string,
  rows: Uint32Array,
  columns: readonly ExportCells[],
  ringOf: RingOf,
  pause: Pause,
): Promise<Blob | null> {
  const writer = sqliteWriter(identity);
  const features = writer.begin();
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  let id = 0;
  const write = (piece: Uint32Array) => {
    for (const row of piece) {
      id += 1;
      const ring = ringOf(row);
      features.add(id, [
        null,
        polygonOf(ring, bounds),
        ...Object.values(propertiesOf(columns, row)),
      ]);
    }
    features.flush();
  };
  const isWhole = await eachPiece(rows, columns.length + RING_CELLS, write, pause);
  if (!isWhole) return null;
  const root = features.end();
  // Names of the standard's own tables begin so.
  const name = title.replace(/^(?:gpkg|sqlite)_/i, "").trim() || "components";
  const begun = { name, sql: createTable(name, columns), root };
  const file = writer.end(tablesOf(name, rows.length === 0 ? null : bounds), begun);
  return new Blob([file], { type: "application/geopackage+sqlite3" });
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function createTable(name: string, columns: readonly ExportCells[]): string {
  const fields = propertyFields(columns).map(
    ({ key, isNumber }) => `${quoted(key)} ${isNumber ? "REAL" : "TEXT"}`,
  );
  const all = ["fid INTEGER PRIMARY KEY", "geom POLYGON", ...fields].join(", ");
  return `CREATE TABLE ${quoted(name)} (${all})`;
}

/** The polygon with its bounds, which widen those of the layer. */
function polygonOf(ring: ReturnType<RingOf>, bounds: number[]): Uint8Array {
  const bytes = new Uint8Array(40 + 13 + 16 * ring.length);
  const view = new DataView(bytes.buffer);
  // "GP", version 0, little-endian with an envelope of x and y.
  bytes.set([0x47, 0x50, 0, 0b11]);
  view.setInt32(4, WGS_84, true);
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  // Well-known binary: little-endian, a polygon of one ring.
  bytes[40] = 1;
  view.setUint32(41, 3, true);
  view.setUint32(45, 1, true);
  view.setUint32(49, ring.length, true);
  for (const [i, [lon, lat]] of ring.entries()) {
    view.setFloat64(53 + 16 * i, lon, true);
    view.setFloat64(61 + 16 * i, lat, true);
    [west, south] = [Math.min(west, lon), Math.min(south, lat)];
    [east, north] = [Math.max(east, lon), Math.max(north, lat)];
  }
  for (const [i, value] of [west, east, south, north].entries()) {
    view.setFloat64(8 + 8 * i, value, true);
  }
  bounds[0] = Math.min(bounds[0]!, west);
  bounds[1] = Math.min(bounds[1]!, south);
  bounds[2] = Math.max(bounds[2]!, east);
  bounds[3] = Math.max(bounds[3]!, north);
  return bytes;
}

/** The tables that the standard asks for, with its statements. */
function tablesOf(name: string, bounds: readonly number[] | null): SqlTable[] {
  const [west = null, south = null, east = null, north = null] = bounds ?? [];
  const changed = new Date().toISOString();
  return [
    {
      name: "gpkg_spatial_ref_sys",
      sql: "CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT)",
      indexes: [],
      rows: [
        {
          id: -1,
          values: ["Undefined cartesian SRS", null, "NONE", -1, "undefined", null],
        },
        { id: 0, values: ["Undefined geographic SRS", null, "NONE", 0, "undefined", null] },
        { id: WGS_84, values: ["WGS 84 geodetic", null, "EPSG", WGS_84, WGS_84_WKT, null] },
      ],
    },
    {
      name: "gpkg_contents",
      sql: "CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')), min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER, CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id))",
      indexes: [[0], [2]],
      rows: [
        {
          id: 1,
          values: [name, "features", name, "", changed, west, south, east, north, WGS_84],
        },
      ],
    },
    {
      name: "gpkg_geometry_columns",
      sql: "CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL, CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name), CONSTRAINT uk_gc_table_name UNIQUE (table_name), CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name), CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys (srs_id))",
      indexes: [[0, 1], [0]],
      rows: [{ id: 1, values: [name, "geom", "POLYGON", WGS_84, 0, 0] }],
    },
  ];
}
