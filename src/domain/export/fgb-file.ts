// The rows as FlatGeobuf 3: the outline of each component with its values, typed, in WGS 84 and without an index.
import { Builder } from "flatbuffers";
import { magicbytes } from "flatgeobuf/lib/mjs/constants.js";
import { ColumnType } from "flatgeobuf/lib/mjs/flat-geobuf/column-type.js";
import { Column } from "flatgeobuf/lib/mjs/flat-geobuf/column.js";
import { Crs } from "flatgeobuf/lib/mjs/flat-geobuf/crs.js";
import { GeometryType } from "flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js";
import { Header } from "flatgeobuf/lib/mjs/flat-geobuf/header.js";
import { Feature } from "flatgeobuf/lib/mjs/flat-geobuf/feature.js";
import { Geometry } from "flatgeobuf/lib/mjs/flat-geobuf/geometry.js";
import { RING_CELLS, type ExportCells, type Pause, type RingOf } from "./export-request.ts";
import { propertiesOf, propertyFields, type PropertyFields } from "./geojson-file.ts";
import { eachPiece } from "./pieces.ts";

const WGS_84 = 4326;

/** The file; null if cancelled. The title is the name of its layer. */
export async function fgbFile(
  title: string,
  rows: Uint32Array,
  columns: readonly ExportCells[],
  ringOf: RingOf,
  pause: Pause,
): Promise<Blob | null> {
  const fields = propertyFields(columns);
  const parts: BlobPart[] = [magicbytes.slice(), headerBytes(title, rows.length, fields)];
  const feature = featureWriter(fields);
  const write = (piece: Uint32Array) => {
    const some = Array.from(piece, (row) => feature(ringOf(row), propertiesOf(columns, row)));
    // Separate blobs let the browser move the bytes out of memory.
    parts.push(new Blob(some));
  };
  const isWhole = await eachPiece(rows, columns.length + RING_CELLS, write, pause);
  return isWhole ? new Blob(parts, { type: "application/octet-stream" }) : null;
}

/** The library's own header has neither the name of the layer nor the titles of its fields. */
function headerBytes(title: string, count: number, fields: PropertyFields) {
  const builder = new Builder();
  const columns = Header.createColumnsVector(
    builder,
    fields.map(({ key, header, isNumber }) => {
      const [nameAt, titleAt] = [builder.createString(key), builder.createString(header)];
      Column.startColumn(builder);
      Column.addName(builder, nameAt);
      Column.addType(builder, isNumber ? ColumnType.Double : ColumnType.String);
      Column.addTitle(builder, titleAt);
      return Column.endColumn(builder);
    }),
  );
  const org = builder.createString("EPSG");
  Crs.startCrs(builder);
  Crs.addOrg(builder, org);
  Crs.addCode(builder, WGS_84);
  const crs = Crs.endCrs(builder);
  const name = builder.createString(title);
  Header.startHeader(builder);
  Header.addName(builder, name);
  Header.addGeometryType(builder, GeometryType.Polygon);
  Header.addColumns(builder, columns);
  Header.addFeaturesCount(builder, BigInt(count));
  Header.addIndexNodeSize(builder, 0);
  Header.addCrs(builder, crs);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array().slice();
}

/**
 * A function that writes features. One builder serves all: the library's `buildFeature` makes one for each, and a
 * million of them took 125 s.
 */
function featureWriter(fields: PropertyFields) {
  const builder = new Builder(4096);
  const encoder = new TextEncoder();
  let bytes = new Uint8Array(4096);
  let view = new DataView(bytes.buffer);
  const room = (size: number) => {
    if (size <= bytes.length) return;
    const more = new Uint8Array(2 * size);
    more.set(bytes);
    bytes = more;
    view = new DataView(bytes.buffer);
  };
  /** Each value after the number of its field; answers the length. */
  const writeValues = (properties: Readonly<Record<string, unknown>>): number => {
    let at = 0;
    for (const [index, { key, isNumber }] of fields.entries()) {
      const value = properties[key];
      if (value === null || value === undefined) continue;
      room(at + 10);
      view.setUint16(at, index, true);
      at += 2;
      if (isNumber) {
        view.setFloat64(at, Number(value), true);
        at += 8;
        continue;
      }
      const text = String(value);
      room(at + 4 + 3 * text.length);
      const { written } = encoder.encodeInto(text, bytes.subarray(at + 4));
      view.setUint32(at, written, true);
      at += 4 + written;
    }
    return at;
  };
  return (ring: readonly (readonly number[])[], properties: Readonly<Record<string, unknown>>) => {
    builder.clear();
    const length = writeValues(properties);
    const values = Feature.createPropertiesVector(builder, bytes.subarray(0, length));
    const places = Geometry.createXyVector(builder, ring.flat());
    const ends = Geometry.createEndsVector(builder, [ring.length]);
    Geometry.startGeometry(builder);
    Geometry.addEnds(builder, ends);
    Geometry.addXy(builder, places);
    Geometry.addType(builder, GeometryType.Polygon);
    const geometry = Geometry.endGeometry(builder);
    Feature.startFeature(builder);
    Feature.addGeometry(builder, geometry);
    Feature.addProperties(builder, values);
    builder.finishSizePrefixed(Feature.endFeature(builder));
    return builder.asUint8Array().slice();
  };
}
