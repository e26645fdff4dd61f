// Reads the shapefiles of a ZIP: each .shp with its table, code page and reference system.
import { parseShp } from "shpjs";
import { isFailure } from "../../domain/error.ts";
import type { Entry, ZipArchive } from "../zip/zip-archive.ts";
import { dbfRows } from "./dbf.ts";
import { isObject, shapeOf } from "./geometry-shape.ts";
import { shpRecords } from "./shp-record.ts";
import {
  fileRefused,
  firstPlace,
  placeMetres,
  unreadNote,
  type FeatureSink,
  type TwinSource,
} from "./raw-feature.ts";

const stemOf = (fileName: string) => fileName.replace(/\.[^./]+$/, "").toLowerCase();
const endingOf = (fileName: string) => /\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";

/** The text of a small file beside another, such as .prj or .cpg; null without one. */
export async function besideText(
  zip: ZipArchive,
  { fileName }: Entry,
  ending: string,
): Promise<string | null> {
  const stem = stemOf(fileName);
  const found = zip.entries.find(
    (one) => stemOf(one.fileName) === stem && endingOf(one.fileName) === ending,
  );
  if (!found || found.uncompressedSize > 64 * 1024) return null;
  const bytes = await zip.read(found);
  // Editors of Windows save it so.
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes
    .toString(isUtf16 ? "utf16le" : "utf8")
    .replace(/^\ufeff/, "")
    .trim();
}

/** @throws FILE_REFUSED for a damaged shapefile or one without a table */
export async function readShapefiles(
  zip: ZipArchive,
  shapes: readonly Entry[],
  source: TwinSource,
  sink: FeatureSink,
): Promise<void> {
  for (const shp of shapes) {
    const { fileName } = shp;
    const name = shapes.length === 1 ? source.name : `${source.name}/${fileName}`;
    sink.part?.(fileName);
    sink.format?.("shapefile");
    const part = { ...source, name };
    const dbf = zip.entries.find(
      (one) => stemOf(one.fileName) === stemOf(fileName) && endingOf(one.fileName) === "dbf",
    );
    const rows = dbf ? dbfRows(await zip.read(dbf), await besideText(zip, shp, "cpg")) : null;
    if (dbf && rows === null) throw fileRefused(part, { reason: "shp_table", field: "dbf" });
    if (rows === null) sink.note?.({ reason: "shp_no_table", file: name });
    if (rows?.isOtherPage) sink.note?.({ reason: "shp_encoding", file: name });
    if (rows && rows.repeated.length > 0)
      sink.note?.({ ...unreadNote("columns_repeated", rows.repeated), file: name });
    const bytes = await zip.read(shp);
    const geometries = geometriesOf(bytes, part);
    if (rows && rows.count !== geometries.length) {
      const values = { rows: rows.count, shapes: geometries.length };
      throw fileRefused(part, { reason: "shp_table_count", field: "dbf", values });
    }
    const prj = await besideText(zip, shp, "prj");
    sink.crs(prj || "EPSG:4326");
    let deleted = 0;
    for (const [at, geometry] of geometries.entries()) {
      const number = at + 1;
      const properties = rows ? rows.at(at) : {};
      // Deleted in the table.
      if (properties === null) {
        deleted += 1;
        continue;
      }
      if (!isObject(geometry)) {
        sink.refuse({ reason: "geojson_no_geometry", field: "geometry", feature: number });
        continue;
      }
      const shape = shapeOf(geometry);
      const kind = String(geometry["type"]);
      if (!prj && !("reason" in shape)) {
        placeMetres(part, sink, firstPlace(shape));
      }
      if ("reason" in shape) sink.refuse({ ...shape, feature: number });
      else sink.feature({ number, kind, ...shape, properties });
    }
    if (deleted > 0) sink.note?.({ reason: "shp_deleted", values: { count: deleted } });
  }
}

/** Magic number and length in the header of a .shp, which every sound file has. */
function geometriesOf(bytes: Buffer, part: TwinSource): readonly (object | null)[] {
  if (bytes.length < 100 || bytes.readInt32BE(0) !== 9994) {
    throw fileRefused(part, { reason: "shp_broken" });
  }
  if (bytes.readInt32LE(32) === 31) throw fileRefused(part, { reason: "shp_multipatch" });
  if (bytes.readInt32BE(24) * 2 > bytes.length) throw fileRefused(part, { reason: "shp_cut_off" });
  const { count, fault } = shpRecords(bytes);
  if (fault) throw fileRefused(part, fault);
  try {
    const shapes = parseShp(bytes);
    // Shapes of other kinds than the header's are left out by the library.
    if (shapes.length !== count) throw fileRefused(part, { reason: "shp_broken" });
    return shapes;
  } catch (error) {
    if (isFailure(error)) throw error;
    throw fileRefused(part, { reason: "shp_broken" });
  }
}
