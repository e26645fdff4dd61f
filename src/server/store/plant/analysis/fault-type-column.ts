// Writes the fault types that follow from the values of an analysis, after some of these were published.
import { MISSING_U8, type ColumnValues } from "../../../../domain/column/column.ts";
import { componentTypeIds } from "../../../../domain/component/component.ts";
import {
  causesOfFaultType,
  derivedFaultTypes,
} from "../../../../domain/key-figure/derived-fault-type.ts";
import { faultTypeFigureOf } from "../../../../domain/key-figure/fault-type.ts";
import type { KeyFigure } from "../../../../domain/key-figure/key-figure.ts";
import type { Services } from "../../../context.ts";
import { readColumn, storeColumn, type ColumnRow, type StoredColumn } from "../column/column.ts";

/** A column of the analysis by key figure, as it is served. */
type Hashes = ReadonlyMap<number, string>;

/**
 * Fault types of all component types of which `stored` has a cause. A type that was stated stays, also where the file
 * states it now: stated is what differs from the type that followed from the values before.
 * @param before the columns before the publication
 * @param stored the columns that are published
 */
export async function faultTypeColumns(
  files: Services["files"],
  before: readonly ColumnRow[],
  stored: readonly StoredColumn[],
): Promise<StoredColumn[]> {
  const old: Hashes = new Map(before.map((one) => [one.key_figure_id, one.summary.hash]));
  const now: Hashes = new Map([
    ...old,
    ...stored.map(({ summary }) => [summary.key_figure_id, summary.hash] as const),
  ]);
  const columns: StoredColumn[] = [];
  for (const type of componentTypeIds) {
    const figure = faultTypeFigureOf(type);
    const causes = causesOfFaultType(type);
    const isTouched = stored.some(({ summary }) =>
      causes.some(({ id }) => id === summary.key_figure_id),
    );
    if (!figure || !isTouched) continue;
    const [values, earlier] = [await read(now, causes), await read(old, causes)];
    const count = Math.max(...[...values.values()].map((one) => one.length));
    const derived = derivedFaultTypes(type, count, ({ id }) => values.get(id));
    const followed = derivedFaultTypes(type, count, ({ id }) => earlier.get(id));
    const known = (await read(now, [figure])).get(figure.id);
    if (!derived || !followed) continue;
    const types = derived.map((one, row) => {
      const has = known?.[row] ?? MISSING_U8;
      return has === MISSING_U8 || has === followed[row] ? one : has;
    });
    const isEmpty = types.every((one) => one === MISSING_U8);
    if (known ? !isSame(types, known) : !isEmpty) {
      columns.push(await storeColumn(files, types, figure));
    }
  }
  return columns;

  async function read(hashes: Hashes, figures: readonly KeyFigure[]) {
    const found = new Map<number, ColumnValues>();
    for (const { id } of figures) {
      const hash = hashes.get(id);
      if (hash !== undefined) found.set(id, await readColumn(files, hash));
    }
    return found;
  }
}

const isSame = (one: Uint8Array, other: ColumnValues) =>
  one.length === other.length && one.every((value, row) => value === other[row]);
