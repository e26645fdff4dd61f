// Whole numbers of 64 bits in the properties of a FlatGeobuf feature; the package rounds them.
import { ColumnType } from "flatgeobuf/lib/mjs/flat-geobuf/column-type.js";
import { exactInteger } from "./exact-json.ts";

type Column = { readonly name: string; readonly type: number };

/** Bytes of each type; texts have their length in front. */
const sizes: Readonly<Record<number, number>> = {
  [ColumnType.Byte]: 1,
  [ColumnType.UByte]: 1,
  [ColumnType.Bool]: 1,
  [ColumnType.Short]: 2,
  [ColumnType.UShort]: 2,
  [ColumnType.Int]: 4,
  [ColumnType.UInt]: 4,
  [ColumnType.Float]: 4,
  [ColumnType.Long]: 8,
  [ColumnType.ULong]: 8,
  [ColumnType.Double]: 8,
};

const isLong = ({ type }: Column) => type === ColumnType.Long || type === ColumnType.ULong;
export const hasLong = (columns: readonly Column[]) => columns.some(isLong);

/** The values of the columns of 64 bits by name. @throws RangeError for bytes that end too early */
export function longValues(
  bytes: Uint8Array,
  columns: readonly Column[],
): Record<string, number | string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values: Record<string, number | string> = {};
  for (let at = 0; at + 2 <= bytes.length;) {
    const column = columns[view.getUint16(at, true)];
    if (!column) return values;
    at += 2;
    if (isLong(column)) {
      const isSigned = column.type === ColumnType.Long;
      const value = isSigned ? view.getBigInt64(at, true) : view.getBigUint64(at, true);
      values[column.name] = exactInteger(value);
    }
    at += sizes[column.type] ?? 4 + view.getUint32(at, true);
  }
  return values;
}
