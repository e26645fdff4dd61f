// Checks the headers of the pages of a Parquet column before it is read. The library takes them as they are: with a
// damaged one it reads for minutes, or fails where nothing hears of it.
// Format: https://github.com/apache/parquet-format (parquet.thrift, PageHeader).
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js";
import { limits } from "../../domain/limits.ts";

const [DATA, DICTIONARY, DATA_V2] = [0, 2, 3];

type Fields = Readonly<Record<string, unknown>>;

const count = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/**
 * @param bytes a column chunk, from its dictionary or first page to its end
 * @param values that the file states for the chunk
 * @returns false where a header is damaged, or the pages do not fit into the chunk
 */
export function arePagesWhole(bytes: ArrayBuffer, values: number): boolean {
  const reader = { view: new DataView(bytes), offset: 0 };
  let left = values;
  try {
    while (left > 0 && reader.offset < bytes.byteLength) {
      const header: Fields = deserializeTCompactProtocol(reader);
      const { field_1: type, field_2: unpacked, field_3: packed } = header;
      if (!count(packed, bytes.byteLength - reader.offset)) return false;
      if (!count(unpacked, limits.parquetGroupBytes)) return false;
      if (type === DICTIONARY) {
        const { field_1: entries } = (header["field_7"] ?? {}) as Fields;
        if (!count(entries, limits.parquetGroupValues)) return false;
      } else if (type === DATA || type === DATA_V2) {
        const page = (header[type === DATA ? "field_5" : "field_8"] ?? {}) as Fields;
        const { field_1: held, field_5: definitions = 0, field_6: repetitions = 0 } = page;
        if (!count(held, left)) return false;
        if (type === DATA_V2) {
          if (!count(definitions, packed) || !count(repetitions, packed - definitions))
            return false;
        }
        left -= held;
      } else return false;
      reader.offset += packed;
    }
  } catch {
    return false;
  }
  return left === 0;
}
