// A column as it is stored: its bytes, and what its row says about it.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { ColumnSummary, ColumnValues } from "../../../domain/column/column.ts";
import { decodeColumn, encodeColumn } from "../../../domain/column/column-codec.ts";
import { severityCountsOf } from "../../../domain/column/column-severity.ts";
import { summariseColumn } from "../../../domain/column/column-statistics.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";

const zipped = promisify(gzip);

export type PackedColumn = {
  /** The encoded values, gzipped. */
  readonly bytes: Uint8Array;
  readonly summary: ColumnSummary;
  /** Components per severity 0 to 3 with the catalogue's limits. */
  readonly severity_counts: [number, number, number, number];
};

/** Computes what a column stores. It takes 0.1 s for a million values. */
export async function packColumn(
  values: ColumnValues,
  keyFigure: KeyFigure,
): Promise<PackedColumn> {
  const encoded = encodeColumn(values, keyFigure);
  const hash = createHash("sha256").update(encoded).digest("hex");
  const bytes = await zipped(encoded, { level: 6 });
  const rounded = decodeColumn(encoded);
  return {
    bytes,
    summary: { ...summariseColumn(rounded, keyFigure), hash, bytes: bytes.length },
    severity_counts: severityCountsOf(rounded, keyFigure),
  };
}
