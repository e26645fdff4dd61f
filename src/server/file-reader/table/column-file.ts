// Columns of a result as files on the disk: the reader writes them, the task publishes them one by one.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ColumnValues } from "../../../domain/column/column.ts";
import { keyFigureById, type KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import type { CollectedColumn } from "../../../domain/result-file/implied-class.ts";
import { packColumn, type PackedColumn } from "../../store/plant/column/packed-column.ts";
import type { ColumnToPublish } from "../../store/plant/column/column-to-publish.ts";

type ColumnFile = {
  readonly key_figure_id: number;
  readonly rows: number;
  /** Null if the analysis has the column already: then the values are needed, not the packed ones. */
  readonly packed: Omit<PackedColumn, "bytes"> | null;
};

const path = (folder: string, id: number, what: "values" | "given" | "packed") =>
  join(folder, `${id}.${what}`);

/** @param known key figures that the analysis has a column of */
export async function writeColumnFile(
  folder: string,
  { keyFigure, values, given }: CollectedColumn,
  known: ReadonlySet<number>,
): Promise<ColumnFile> {
  const { id } = keyFigure;
  await writeFile(path(folder, id, "values"), values);
  await writeFile(path(folder, id, "given"), given);
  const file = { key_figure_id: id, rows: values.length };
  if (known.has(id)) return { ...file, packed: null };
  const { bytes, ...packed } = await packColumn(values, keyFigure);
  await writeFile(path(folder, id, "packed"), bytes);
  return { ...file, packed };
}

/** The column as it is published. Its files are read when they are needed. */
export function columnFromFile(folder: string, file: ColumnFile): ColumnToPublish {
  const keyFigure = keyFigureById(file.key_figure_id);
  if (!keyFigure) throw new RangeError(`there is no key figure ${file.key_figure_id}`);
  const values = () => readValues(folder, keyFigure, file.rows);
  return {
    keyFigure,
    async values() {
      return { values: await values(), given: await readFile(path(folder, keyFigure.id, "given")) };
    },
    async packed() {
      // Someone removed the column that the analysis had when the reader began.
      if (file.packed === null) return packColumn(await values(), keyFigure);
      return { ...file.packed, bytes: await readFile(path(folder, keyFigure.id, "packed")) };
    },
  };
}

async function readValues(
  folder: string,
  { id, kind }: KeyFigure,
  rows: number,
): Promise<ColumnValues> {
  const bytes = await readFile(path(folder, id, "values"));
  if (kind === "u8") return new Uint8Array(bytes);
  // A copy, because floats must begin at a multiple of four.
  const values = new Float32Array(rows);
  new Uint8Array(values.buffer).set(bytes);
  return values;
}
