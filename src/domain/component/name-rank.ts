// Natural order of names: numbers inside names by their size (T2 before T10), ignoring case.
import { NO_ROW, type Names } from "./component-index.ts";
import { rowNumbers } from "./row-numbers.ts";

/** Digits are preceded by their count, so that plain string order is the natural one. */
export function naturalKey(name: string): string {
  return name.toLowerCase().replace(/0*(\d+)/g, (_, digits: string) => {
    return String.fromCharCode(48 + Math.min(digits.length, 70)) + digits;
  });
}

/**
 * The place of every row in the order of its name; equal names have the same rank. Takes one or two
 * seconds for a million rows: compute it once per twin.
 */
export function rankNames(names: Names, which: "pcs" | "dt_id"): Uint32Array {
  const keys = Array.from({ length: names.count }, (_, row) =>
    naturalKey(which === "pcs" ? names.pcs(row) : names.dtId(row)),
  );
  const order = rowNumbers(names.count).toSorted((a, b) => {
    const left = keys[a] as string;
    const right = keys[b] as string;
    return left < right ? -1 : left > right ? 1 : a - b;
  });
  const ranks = new Uint32Array(names.count);
  let rank = 0;
  for (let place = 0; place < order.length; place++) {
    const row = order[place] as number;
    const before = order[place - 1];
    if (before !== undefined && keys[row] !== keys[before]) rank += 1;
    ranks[row] = rank;
  }
  return ranks;
}

/** What the order of a level's components depends on. */
export type PlacedLevel = {
  readonly names: Names;
  readonly parent: Uint32Array;
  /** Place of each parent among the parents; null at the top. */
  readonly parentPlaces: Uint32Array | null;
};

/**
 * Sorts rows by their place in the plant: by the parent's place, then by the own name (the plant's, else the
 * ID), then by row. Components without a parent come last.
 */
export function sortByPlace(rows: Uint32Array, level: PlacedLevel): Uint32Array {
  const { names, parent, parentPlaces } = level;
  const parents = parentPlaces?.length ?? 0;
  const groupOf = (row: number) => {
    const above = parent[row] ?? NO_ROW;
    return above < parents ? (parentPlaces![above] as number) : parents;
  };
  // One pass puts siblings together, so that only siblings are compared by name.
  const starts = new Uint32Array(parents + 2);
  for (const row of rows) starts[groupOf(row) + 1]! += 1;
  for (let group = 0; group <= parents; group++) starts[group + 1]! += starts[group]!;
  const sorted = new Uint32Array(rows.length);
  const next = starts.slice();
  for (const row of rows) sorted[next[groupOf(row)]!++] = row;
  for (let group = 0; group <= parents; group++) {
    sortByName(sorted.subarray(starts[group], starts[group + 1]), names);
  }
  return sorted;
}

function sortByName(rows: Uint32Array, names: Names): void {
  if (rows.length < 2) return;
  const named = Array.from(rows, (row) => ({
    row,
    key: naturalKey(names.pcs(row) || names.dtId(row)),
  }));
  named.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row - b.row));
  for (let place = 0; place < rows.length; place++) rows[place] = named[place]!.row;
}

/** The place of every row among all rows of its level. */
export function placesOf(level: PlacedLevel): Uint32Array {
  const rows = rowNumbers(level.names.count);
  const places = new Uint32Array(rows.length);
  sortByPlace(rows, level).forEach((row, place) => (places[row] = place));
  return places;
}
