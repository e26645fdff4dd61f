// The rows of a Parquet file, group by group, within limits. What the footer promises is checked before anything is
// unpacked, and what pages promise while they are.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import {
  parquetMetadataAsync,
  parquetReadObjects,
  snappyUncompress,
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
} from "hyparquet";
import { isFailure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { arePagesWhole } from "./parquet-page.ts";
import { fileRefused, type TwinSource } from "./raw-feature.ts";

const MAGIC = "PAR1";
/** The same with an encrypted footer. */
const ENCRYPTED = "PARE";
/** Magic at both ends, and the length of the footer. */
const LEAST_BYTES = 12;

export type Row = Readonly<Record<string, unknown>>;

function rangesOf(source: TwinSource): AsyncBuffer {
  return {
    byteLength: source.bytes,
    async slice(start, end = source.bytes) {
      const parts: Buffer[] = [];
      if (end > start) {
        for await (const part of await source.open({ start, end: end - 1 })) {
          parts.push(part as Buffer);
        }
      }
      // A buffer of its own: the library reads from its first byte.
      return new Uint8Array(Buffer.concat(parts)).buffer;
    },
  };
}

/** Binary values, not yet decoded: a bad one is refused later with the number of its feature. */
const parsers = {
  geometryFromBytes: (bytes: Uint8Array) => bytes as never,
  geographyFromBytes: (bytes: Uint8Array) => bytes as never,
  jsonFromBytes: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
};

/**
 * The footer of the file, with what it promises checked.
 * @throws FILE_REFUSED
 */
export async function parquetFooter(source: TwinSource): Promise<FileMetaData> {
  const file = rangesOf(source);
  if (source.bytes < LEAST_BYTES) throw fileRefused(source, { reason: "parquet_cut_off" });
  const tail = Buffer.from(await file.slice(source.bytes - 8, source.bytes));
  const magic = tail.toString("latin1", 4);
  if (magic === ENCRYPTED) throw fileRefused(source, { reason: "parquet_encrypted" });
  const length = tail.readUInt32LE(0);
  if (magic !== MAGIC || length > source.bytes - LEAST_BYTES) {
    throw fileRefused(source, { reason: "parquet_cut_off" });
  }
  if (length > limits.parquetFooterBytes) throw fileRefused(source, { reason: "parquet_broken" });
  let footer: FileMetaData;
  try {
    footer = await parquetMetadataAsync(file, { geoparquet: false });
    check(source, footer);
  } catch (error) {
    if (isFailure(error)) throw error;
    throw fileRefused(source, { reason: "parquet_broken" });
  }
  return footer;
}

function check(source: TwinSource, { num_rows, row_groups }: FileMetaData): void {
  const most = limits.twinComponents;
  if (num_rows > most) throw fileRefused(source, { reason: "twin_over_limit", values: { most } });
  if (row_groups.length > limits.parquetGroups) {
    throw fileRefused(source, { reason: "parquet_too_large", field: "row_groups" });
  }
  const chunks = row_groups.flatMap(({ columns }) => columns);
  if (chunks.some((one) => one.crypto_metadata || one.encrypted_column_metadata)) {
    throw fileRefused(source, { reason: "parquet_encrypted" });
  }
  const rows = row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  const isWhole =
    rows === Number(num_rows) &&
    row_groups.every((group) => group.num_rows >= 0) &&
    // Values that lie in another file.
    chunks.every((one) => one.meta_data && !one.file_path);
  if (!isWhole) throw fileRefused(source, { reason: "parquet_broken" });
}

/** Unpacks pages, all of a group together within the limit. */
function compressorsWithin(source: TwinSource): Compressors {
  let left = limits.parquetGroupBytes;
  const within =
    (unpack: (packed: Uint8Array, bytes: number) => Uint8Array) =>
    (packed: Uint8Array, bytes: number) => {
      left -= bytes;
      if (!(bytes >= 0 && left >= 0)) throw fileRefused(source, { reason: "parquet_too_large" });
      return unpack(packed, bytes);
    };
  const options = (bytes: number) => ({ maxOutputLength: Math.max(1, bytes) });
  return {
    SNAPPY: within((packed, bytes) => {
      const unpacked = new Uint8Array(bytes);
      snappyUncompress(packed, unpacked);
      return unpacked;
    }),
    GZIP: within((packed, bytes) => gunzipSync(packed, options(bytes))),
    BROTLI: within((packed, bytes) => brotliDecompressSync(packed, options(bytes))),
    ZSTD: within((packed, bytes) => zstdDecompressSync(packed, options(bytes))),
  };
}

/**
 * The rows of the columns, with the number of each from 1.
 * @throws FILE_REFUSED, with the first row of the group that cannot be read
 */
export async function* parquetRows(
  source: TwinSource,
  metadata: FileMetaData,
  columns: string[],
): AsyncGenerator<readonly [number: number, row: Row]> {
  const file = rangesOf(source);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const feature = rowStart + 1;
    const chunks = group.columns.flatMap(({ meta_data }) =>
      meta_data && columns.includes(meta_data.path_in_schema[0] ?? "") ? meta_data : [],
    );
    const compressors = compressorsWithin(source);
    const closed = chunks.find(({ codec }) => codec !== "UNCOMPRESSED" && !compressors[codec]);
    if (closed) {
      const values = { name: closed.codec };
      throw fileRefused(source, { reason: "parquet_codec", values, feature });
    }
    const bytes = chunks.reduce((sum, one) => sum + Number(one.total_uncompressed_size), 0);
    const isLarge =
      bytes > limits.parquetGroupBytes ||
      chunks.some(({ num_values }) => num_values > limits.parquetGroupValues);
    if (isLarge) throw fileRefused(source, { reason: "parquet_too_large", feature });
    for (const { dictionary_page_offset, data_page_offset, ...chunk } of chunks) {
      // A dictionary of no offset stands before the first page in some files, and is a page as well.
      const start = Number(dictionary_page_offset || data_page_offset);
      const end = start + Number(chunk.total_compressed_size);
      const isWhole = end <= file.byteLength && start >= 0 && start <= end;
      if (!isWhole || !arePagesWhole(await file.slice(start, end), Number(chunk.num_values))) {
        throw fileRefused(source, { reason: "parquet_broken", feature });
      }
    }
    let rows: readonly Row[];
    try {
      rows = await parquetReadObjects({
        file,
        metadata,
        columns,
        rowStart,
        rowEnd,
        compressors,
        parsers,
        utf8: false,
        geoparquet: false,
      });
    } catch (error) {
      if (isFailure(error)) throw error;
      throw fileRefused(source, { reason: "parquet_broken", feature });
    }
    if (rows.length !== rowEnd - rowStart) {
      throw fileRefused(source, { reason: "parquet_broken", feature: feature + rows.length });
    }
    for (const [at, row] of rows.entries()) yield [feature + at, row];
    rowStart = rowEnd;
  }
}
