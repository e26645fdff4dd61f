// Reads FlatGeobuf 3 feature by feature. Sizes in the file are checked against its bytes. The generated
// readers of the package decode one feature at a time.
import { ByteBuffer } from "flatbuffers";
import { Feature, generic, type ColumnMeta } from "flatgeobuf";
import { calcTreeSize } from "flatgeobuf/lib/mjs/packedrtree.js";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { hasLong, longValues } from "./flatgeobuf-long.ts";
import { hasRootTable, headerOf, shapesOf } from "./flatgeobuf-table.ts";
import type { Shape } from "./geometry-shape.ts";
import { askingForSystem } from "./json-feature.ts";
import { fileRefused, type FeatureReader } from "./raw-feature.ts";

const noShape: Shape = { outlines: [], lines: [], points: [] };
const MAGIC_BYTES = 8;
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

export const readFlatGeobuf: FeatureReader = async (source, sink) => {
  sink.format?.("flatgeobuf");
  const { take, takeNow, skip } = exactReader(await source.open());
  const refuse = (problem: Problem) => fileRefused(source, problem);
  await take(MAGIC_BYTES);
  const size = await take(4);
  const headerBytes = size.length === 4 ? size.readUInt32LE(0) : 0;
  const header = await take(Math.min(headerBytes, limits.flatGeobufHeaderBytes));
  if (header.length === 0 || header.length < headerBytes) throw refuse({ reason: "fgb_cut_off" });
  const meta = headerOf(Buffer.concat([size, header]));
  if (meta === null) throw refuse({ reason: "fgb_header" });
  const { indexNodeSize, featuresCount, geometryType } = meta;
  if (!(featuresCount >= 0 && featuresCount <= source.bytes) || indexNodeSize === 1) {
    throw refuse({ reason: "fgb_header" });
  }
  if (featuresCount > limits.twinComponents) {
    throw refuse({ reason: "twin_over_limit", values: { most: limits.twinComponents } });
  }
  if (meta.crs !== null) sink.crs(meta.crs);
  const placed = askingForSystem(source, () => meta.crs, sink);
  if (indexNodeSize > 1 && featuresCount > 0) {
    const tree = calcTreeSize(featuresCount, indexNodeSize);
    if (tree > source.bytes || !(await skip(tree))) throw refuse({ reason: "fgb_cut_off" });
  }
  const isExact = !hasLong(meta.columns);
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
    let shape: Shape | Problem | null = null;
    let properties: Record<string, unknown> = {};
    try {
      const feature = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(bytes));
      const geometry = feature.geometry();
      shape = geometry === null ? noShape : shapesOf(geometry, geometryType, length);
      // no property is longer than the bytes of all
      if (feature.propertiesLength() > length) shape = null;
      else properties = generic.parseProperties(feature, meta.columns as ColumnMeta[]) ?? {};
      const stated = isExact ? null : feature.propertiesArray();
      if (stated) properties = { ...properties, ...longValues(stated, meta.columns) };
    } catch {
      shape = null;
    }
    if (shape === null) throw refuse({ reason: "fgb_feature", feature: number });
    if ("reason" in shape) {
      sink.refuse({ ...shape, feature: number });
      continue;
    }
    const kind = generic.GeometryType[geometryType] ?? "-";
    placed.feature({ number, properties, ...shape, kind });
  }
  if (featuresCount > 0 && number < featuresCount) {
    throw refuse({ reason: "fgb_cut_off", feature: number + 1 });
  }
};
