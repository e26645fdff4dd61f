// The comparison of two loaded columns, and the columns derived from it.
import type { ColumnValues } from "./column.ts";
import {
  changeColumn,
  decidingChanges,
  differenceColumn,
  worseningColumn,
  type DifferenceRequest,
} from "./difference.ts";

/** Two columns of a key figure by hash, from the older analysis to the newer one, and how they are compared. */
export type Compared = {
  readonly before: string;
  readonly after: string;
  readonly request: DifferenceRequest;
  /** Hashes of the columns with the uncertainty of each value; null where there is none. */
  readonly stated?: { readonly before: string | null; readonly after: string | null };
  /** The measurement behind a class, or the one at which surveys in other weather are compared. */
  readonly measured?: Compared | undefined;
};

/** Hash of the column with the change of each value, for table and files. */
export const changeHash = (name: string) => `${name} change`;
/** Hash of the column with the difference classes. */
export const classesHash = (name: string) => `${name} classes`;
/** Hash of the column that ranks by change: the greatest change for the worse first, see `worseningColumn`. */
export const worseningHash = (name: string) => `${name} worsening`;

/** Filters and map ask for the same comparison, so the last ones are kept. */
const MOST_KEPT = 6;

/** @param columns derived columns are kept here, those of the last comparison; classes have no change as a number */
export function changeData(
  columnOf: (hash: string) => ColumnValues,
  columns: Pick<Map<string, ColumnValues>, "set" | "delete">,
) {
  const known = new Map<string, Uint8Array>();
  let last: Uint8Array = new Uint8Array(0);
  let lastName = "";

  const decidedBy = (classes: Compared, measured: Compared): Uint8Array => {
    const pairOf = ({ before, after, request }: Compared) => ({
      before: columnOf(before),
      after: columnOf(after),
      request,
    });
    return decidingChanges(pairOf(classes), { ...pairOf(measured), changes: classesOf(measured) });
  };

  const classesOf = (compared: Compared): Uint8Array => {
    const { before, after, request, stated, measured } = compared;
    const key = JSON.stringify(compared);
    const found = known.get(key);
    if (found) return found;
    const statedBy = (hash: string | null | undefined) => (hash ? columnOf(hash) : undefined);
    const values = differenceColumn(
      columnOf(before),
      columnOf(after),
      request,
      { before: statedBy(stated?.before), after: statedBy(stated?.after) },
      measured && decidedBy(compared, measured),
    );
    known.set(key, values);
    for (const old of known.keys()) if (known.size > MOST_KEPT) known.delete(old);
    return values;
  };

  /** A measured value that another one decides is ranked by that. */
  const worseningOf = (compared: Compared, classes: Uint8Array): Float32Array => {
    const { before, after, request, measured } = compared;
    const own = worseningColumn(columnOf(before), columnOf(after), classes, request);
    if (!measured || columnOf(before) instanceof Uint8Array) return own;
    const decided = worseningOf(measured, classesOf(measured));
    return own.map((value, row) => (Number.isNaN(decided[row] ?? NaN) ? value : decided[row]!));
  };

  return {
    /** Difference classes by row. @throws RangeError if a column is missing */
    classesOf,

    /** The same, and keeps the derived columns under the hashes of `name`. */
    keep(name: string, compared: Compared): Uint8Array {
      const { request } = compared;
      const [before, after] = [columnOf(compared.before), columnOf(compared.after)];
      last = classesOf(compared);
      for (const hashOf of [classesHash, worseningHash, changeHash]) {
        columns.delete(hashOf(lastName));
      }
      lastName = name;
      columns.set(classesHash(name), last);
      columns.set(worseningHash(name), worseningOf(compared, last));
      if (before instanceof Float32Array && after instanceof Float32Array) {
        columns.set(changeHash(name), changeColumn(before, after, request));
      }
      return last;
    },

    /** The classes that `keep` answered last. */
    kept: () => last,
  };
}
