// Reads FlatGeobuf 3 feature by feature. Sizes in the file are checked against its bytes. The generated
// readers of the package decode one feature at a time.
import { ByteBuffer } from "flatbuffers";
import { Feature, Geometry, generic, type HeaderMeta } from "flatgeobuf";
import { fromByteBuffer } from "flatgeobuf/lib/mjs/header-meta.js";
import { calcTreeSize } from "flatgeobuf/lib/mjs/packedrtree.js";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { fileRefused, type FeatureReader, type RawOutline } from "./raw-feature.ts";

const MAGIC_BYTES = 8;
const MAX_HEADER_BYTES = 16 * 1024 ** 2;
const MAX_FEATURE_BYTES = 64 * 1024 ** 2;

/** Reads exact lengths from a stream of chunks. */
function exactReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let buffered: Buffer = Buffer.alloc(0);
  const fill = async (length: number) => {
    const parts = [buffered];
    let size = buffered.length;
    while (size < length) {
      const next = await chunks.next();
      if (next.done) break;
      parts.push(next.value);
      size += next.value.length;
    }
    if (parts.length > 1) buffered = Buffer.concat(parts);
  };
  /** The next bytes if they are buffered, else null. */
  const takeNow = (length: number): Buffer | null => {
    if (buffered.length < length) return null;
    const taken = buffered.subarray(0, length);
    buffered = buffered.subarray(length);
    return taken;
  };
  /** The next bytes. Waits for them; returns fewer only at the end of the file. */
  const take = async (length: number): Promise<Buffer> => {
    await fill(length);
    return takeNow(Math.min(length, buffered.length))!;
  };
  const skip = async (length: number): Promise<boolean> => {
    let left = length;
    while (left > 0) {
      const part = await take(Math.min(left, 1024 ** 2));
      if (part.length === 0) return false;
      left -= part.length;
    }
    return true;
  };
  return { take, takeNow, skip };
}

/** A reusable aligned buffer for one feature at a time. */
function alignedBuffer() {
  let space = new Uint8Array(64 * 1024);
  return (body: Buffer): Uint8Array => {
    if (space.length < body.length + 4) space = new Uint8Array(body.length * 2 + 4);
    space.set(body, 4);
    return space.subarray(0, body.length + 4);
  };
}

const { Unknown, Polygon, MultiPolygon, GeometryCollection } = generic.GeometryType;

/**
 * True if the root table of a size-prefixed flatbuffer is within its bytes. The generated readers
 * silently return default values for data outside.
 */
function hasRootTable(bytes: Uint8Array): boolean {
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

/** The outlines of a geometry, or null if its sizes exceed those of the feature. */
function outlinesOf(
  geometry: Geometry,
  headerType: number,
  bytes: number,
  depth = 0,
): RawOutline[] | null {
  const type = headerType === Unknown ? geometry.type() : headerType;
  if (type === MultiPolygon || type === GeometryCollection) {
    const outlines: RawOutline[] = [];
    const parts = geometry.partsLength();
    if (depth > 4 || parts > bytes / 4) return null;
    for (let i = 0; i < parts; i++) {
      const part = geometry.parts(i);
      const found =
        part && outlinesOf(part, type === MultiPolygon ? Polygon : Unknown, bytes, depth + 1);
      if (!found) return null;
      outlines.push(...found);
    }
    return outlines;
  }
  if (type !== Polygon) return [];
  if (geometry.xyLength() * 8 > bytes || geometry.endsLength() * 4 > bytes) return null;
  const xy = geometry.xyArray() ?? new Float64Array(0);
  const ends = geometry.endsArray() ?? [xy.length / 2];
  const rings: Float64Array[] = [];
  let from = 0;
  for (const end of ends) {
    if (end < from || end * 2 > xy.length) return null;
    rings.push(xy.subarray(from * 2, end * 2));
    from = end;
  }
  const [ring = xy, ...holes] = rings;
  return [{ ring, holes }];
}

function crsOf({ crs }: HeaderMeta): string | null {
  if (crs === null) return null;
  if (crs.code > 0) return `${crs.org ?? "EPSG"}:${crs.code}`;
  return crs.code_string ?? crs.wkt ?? crs.name;
}

export const readFlatGeobuf: FeatureReader = async (source, sink) => {
  const { take, takeNow, skip } = exactReader(await source.open());
  const refuse = (problem: Problem) => fileRefused(source, problem);
  await take(MAGIC_BYTES);
  const size = await take(4);
  const headerBytes = size.length === 4 ? size.readUInt32LE(0) : 0;
  const header = await take(Math.min(headerBytes, MAX_HEADER_BYTES));
  if (header.length === 0 || header.length < headerBytes) throw refuse({ reason: "fgb_cut_off" });
  let meta: HeaderMeta;
  const whole = Buffer.concat([size, header]);
  if (!hasRootTable(whole)) throw refuse({ reason: "fgb_header" });
  try {
    meta = fromByteBuffer(new ByteBuffer(Uint8Array.from(whole)));
  } catch {
    throw refuse({ reason: "fgb_header" });
  }
  const { indexNodeSize, featuresCount, geometryType } = meta;
  if (!(featuresCount >= 0 && featuresCount <= source.bytes) || indexNodeSize === 1) {
    throw refuse({ reason: "fgb_header" });
  }
  if (featuresCount > limits.twinComponents) {
    throw refuse({ reason: "twin_over_limit", values: { most: limits.twinComponents } });
  }
  const crs = crsOf(meta);
  if (crs !== null) sink.crs(crs);
  if (indexNodeSize > 1 && featuresCount > 0) {
    const tree = calcTreeSize(featuresCount, indexNodeSize);
    if (tree > source.bytes || !(await skip(tree))) throw refuse({ reason: "fgb_cut_off" });
  }
  let number = 0;
  const aligned = alignedBuffer();
  for (;;) {
    // a buffered feature is read without awaiting, because there may be a million of them
    const prefix = takeNow(4) ?? (await take(4));
    if (prefix.length === 0) break;
    number += 1;
    const length = prefix.length === 4 ? prefix.readUInt32LE(0) : 0;
    if (length < 8 || length > MAX_FEATURE_BYTES)
      throw refuse({ reason: "fgb_feature", feature: number });
    const body = takeNow(length) ?? (await take(length));
    if (body.length < length) throw refuse({ reason: "fgb_cut_off", feature: number });
    // a copy, so that doubles are aligned as in the format (after a size prefix of 4 bytes)
    const bytes = aligned(body);
    if (!hasRootTable(bytes)) {
      throw refuse({ reason: "fgb_feature", feature: number });
    }
    let outlines: RawOutline[] | null = null;
    let properties: Record<string, unknown> = {};
    try {
      const feature = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(bytes));
      const geometry = feature.geometry();
      outlines = geometry === null ? [] : outlinesOf(geometry, geometryType, length);
      properties = generic.parseProperties(feature, meta.columns) ?? {};
    } catch {
      outlines = null;
    }
    if (outlines === null) throw refuse({ reason: "fgb_feature", feature: number });
    const kind = generic.GeometryType[geometryType] ?? "-";
    sink.feature({ number, properties, outlines, kind });
  }
  if (featuresCount > 0 && number < featuresCount) {
    throw refuse({ reason: "fgb_cut_off", feature: number + 1 });
  }
};
