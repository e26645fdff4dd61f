// The rows as FlatGeobuf 3: the outline of each component with its values, typed, in WGS 84 and without an index.
import { Builder } from "flatbuffers";
import type { HeaderMeta } from "flatgeobuf";
import { magicbytes } from "flatgeobuf/lib/mjs/constants.js";
import { ColumnType } from "flatgeobuf/lib/mjs/flat-geobuf/column-type.js";
import { Column } from "flatgeobuf/lib/mjs/flat-geobuf/column.js";
import { Crs } from "flatgeobuf/lib/mjs/flat-geobuf/crs.js";
import { GeometryType } from "flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js";
import { Header } from "flatgeobuf/lib/mjs/flat-geobuf/header.js";
import { buildFeature } from "flatgeobuf/lib/mjs/generic/feature.js";
import type { ExportCells, Pause, RingOf } from "./export-request.ts";
import { propertiesOf } from "./geojson-file.ts";
import { eachPiece } from "./pieces.ts";

const WGS_84 = 4326;

type Field = { readonly name: string; readonly type: ColumnType; readonly title: string };

/** A class has two fields, as in GeoJSON: its number, and its text under "…_name". */
function fieldsOf(columns: readonly ExportCells[]): Field[] {
  return columns.flatMap(({ key, header, isNumber, words }) => {
    const type = isNumber ? ColumnType.Double : ColumnType.String;
    const field = { name: key, type, title: header };
    return words
      ? [field, { name: `${key}_name`, type: ColumnType.String, title: header }]
      : [field];
  });
}

/** The file; null if cancelled. The title is the name of its layer. */
export async function fgbFile(
  title: string,
  rows: Uint32Array,
  columns: readonly ExportCells[],
  ringOf: RingOf,
  pause: Pause,
): Promise<Blob | null> {
  const fields = fieldsOf(columns);
  // buildFeature reads the name and the type of a column alone.
  const header = { columns: fields } as unknown as HeaderMeta;
  const parts: BlobPart[] = [magicbytes.slice(), headerBytes(title, rows.length, fields)];
  const feature = (row: number): BlobPart => {
    const ring = ringOf(row);
    const geometry = { xy: ring.flat(), ends: [ring.length], type: GeometryType.Polygon };
    return buildFeature(geometry as never, propertiesOf(columns, row), header).slice();
  };
  const write = (piece: Uint32Array) => {
    parts.push(new Blob(Array.from(piece, feature)));
  };
  const isWhole = await eachPiece(rows, write, pause);
  return isWhole ? new Blob(parts, { type: "application/octet-stream" }) : null;
}

/** The library's own header has neither the name of the layer nor the titles of its fields. */
function headerBytes(title: string, count: number, fields: readonly Field[]) {
  const builder = new Builder();
  const columns = Header.createColumnsVector(
    builder,
    fields.map(({ name, type, title: words }) => {
      const [nameAt, titleAt] = [builder.createString(name), builder.createString(words)];
      Column.startColumn(builder);
      Column.addName(builder, nameAt);
      Column.addType(builder, type);
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
