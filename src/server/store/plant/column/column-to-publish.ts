// A column that was read and is not published yet. It is loaded when its turn comes.
import type { KeyFigure } from "../../../../domain/key-figure/key-figure.ts";
import type { CollectedColumn } from "../../../../domain/result-file/implied-class.ts";
import type { PackedColumn } from "./packed-column.ts";

export type ColumnToPublish = {
  readonly keyFigure: KeyFigure;
  /** For a key figure that the analysis does not have yet. */
  packed(): Promise<PackedColumn>;
  /** For one that it has. */
  values(): Promise<Pick<CollectedColumn, "values" | "given">>;
};
