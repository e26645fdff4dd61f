// Reads the tables of FlatGeobuf. Tables may refer to the same bytes several times, so that a small file can
// claim to be a large one: what is read is counted against the bytes that are there.
import { ByteBuffer } from "flatbuffers";
import { generic, type Geometry } from "flatgeobuf";
import { Header } from "flatgeobuf/lib/mjs/flat-geobuf/header.js";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { unreadPart, type Shape } from "./geometry-shape.ts";
import type { RawOutline } from "./raw-feature.ts";

const {
  Unknown,
  Point,
  MultiPoint,
  LineString,
  MultiLineString,
  Polygon,
  MultiPolygon,
  GeometryCollection,
} = generic.GeometryType;
/** Types that hold coordinates themselves. Curves and surfaces are none of ours. */
const flat = new Set<number>([Point, MultiPoint, LineString, MultiLineString, Polygon]);
const MAX_DEPTH = 4;

/**
 * True if the root table of a size-prefixed flatbuffer is within its bytes. The generated readers
 * silently return default values for data outside.
 */
export function hasRootTable(bytes: Uint8Array): boolean {
  const reaches = (at: number, length: number) => at >= 4 && at + length <= bytes.length;
  const read16 = (at: number) => bytes[at]! | (bytes[at + 1]! << 8);
  const read32 = (at: number) => read16(at) | (read16(at + 2) << 16);
  if (!reaches(4, 4)) return false;
  const table = 4 + (read32(4) >>> 0);
  if (!reaches(table, 4)) return false;
  const virtual = table - read32(table);
  if (!reaches(virtual, 4)) return false;
  const size = read16(virtual);
  const tableSize = read16(virtual + 2);
  if (size < 4 || tableSize < 4 || !reaches(virtual, size) || !reaches(table, tableSize)) {
    return false;
  }
  for (let field = 4; field < size; field += 2) {
    if (read16(virtual + field) >= tableSize) return false;
  }
  return true;
}

export type FileHeader = {
  readonly geometryType: number;
  readonly featuresCount: number;
  readonly indexNodeSize: number;
  readonly columns: readonly { readonly name: string; readonly type: number }[];
  /** Name or definition of the coordinate reference system; null if the file has none. */
  readonly crs: string | null;
};

/** The header with its size in front; null if it is damaged or claims more than its bytes. */
export function headerOf(bytes: Buffer): FileHeader | null {
  if (!hasRootTable(bytes)) return null;
  try {
    const header = Header.getSizePrefixedRootAsHeader(new ByteBuffer(Uint8Array.from(bytes)));
    const count = header.columnsLength();
    if (count > limits.featureProperties) return null;
    const columns: { name: string; type: number }[] = [];
    let letters = 0;
    for (let i = 0; i < count; i++) {
      const column = header.columns(i);
      const name = column?.name();
      if (!column || !name) return null;
      letters += name.length;
      if (letters > bytes.length) return null;
      columns.push({ name, type: column.type() });
    }
    return {
      geometryType: header.geometryType(),
      featuresCount: Number(header.featuresCount()),
      indexNodeSize: header.indexNodeSize(),
      columns,
      crs: crsOf(header),
    };
  } catch {
    return null;
  }
}

function crsOf(header: Header): string | null {
  const crs = header.crs();
  if (crs === null) return null;
  const org = crs.org() ?? "EPSG";
  // Codes of other registries are not known, and their definition stands beside them.
  if (crs.code() > 0 && /^epsg$/i.test(org)) return `EPSG:${crs.code()}`;
  if (crs.code() > 0) return crs.wkt() || `${org}:${crs.code()}`;
  return crs.codeString() ?? crs.wkt() ?? crs.name();
}

/**
 * The shapes of a geometry, or the problem of a collection with a part that is not read.
 * @returns null if its parts are larger than the feature that has them
 */
export function shapesOf(
  geometry: Geometry,
  headerType: number,
  bytes: number,
): Shape | Problem | null {
  const shape = { outlines: [] as RawOutline[], lines: [] as number[][], points: [] as number[][] };
  let left = bytes;
  let unread: string | null = null;
  const read = (part: Geometry, givenType: number, depth: number): boolean => {
    const type = givenType === Unknown ? part.type() : givenType;
    if (type === MultiPolygon || type === GeometryCollection) {
      const parts = part.partsLength();
      left -= parts * 4;
      if (depth > MAX_DEPTH || left < 0) return false;
      for (let i = 0; i < parts; i++) {
        const member = part.parts(i);
        const memberType = type === MultiPolygon ? Polygon : Unknown;
        if (!member || !read(member, memberType, depth + 1)) return false;
      }
      return true;
    }
    if (!flat.has(type)) {
      if (depth > 0) unread ??= generic.GeometryType[type] ?? String(type);
      return true;
    }
    left -= part.xyLength() * 8 + part.endsLength() * 4;
    if (left < 0) return false;
    if (type === Point || type === MultiPoint) {
      const xy = part.xyArray() ?? [];
      for (let at = 0; at + 1 < xy.length; at += 2) shape.points.push([xy[at]!, xy[at + 1]!]);
      return true;
    }
    const rings = ringsOf(part);
    if (rings === null) return false;
    const [ring = new Float64Array(0), ...holes] = rings;
    if (type === Polygon) shape.outlines.push({ ring, holes });
    else for (const line of rings) shape.lines.push([...line]);
    return true;
  };
  if (!read(geometry, headerType, 0)) return null;
  return unread === null ? shape : unreadPart(unread);
}

/** The rings of a polygon or the lines of a line; null where their ends are not those of its coordinates. */
function ringsOf(geometry: Geometry): Float64Array[] | null {
  const xy = geometry.xyArray() ?? new Float64Array(0);
  const ends = geometry.endsArray() ?? [xy.length / 2];
  const rings: Float64Array[] = [];
  let from = 0;
  for (const end of ends) {
    if (end < from || end * 2 > xy.length) return null;
    rings.push(xy.subarray(from * 2, end * 2));
    from = end;
  }
  return rings.length === 0 ? [xy] : rings;
}
