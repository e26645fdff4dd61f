// Finds a row by name without storing the names: a hash table of row numbers with open addressing.
import { NO_ROW } from "./component-index.ts";

/** FNV-1a (Fowler, Noll, Vo) over UTF-16 units, 32 bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

export type NameIndex = {
  /** The row with this name; NO_ROW if there is none or more than one. */
  rowOf(name: string): number;
};

/**
 * Indexes rows by `nameAt`. Rows with the name "" and rows for which `isLeftOut` is true are not indexed.
 * Takes 8 to 16 bytes per row.
 */
export function indexNames(
  count: number,
  nameAt: (row: number) => string,
  isLeftOut: (row: number) => boolean = () => false,
): NameIndex {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2)));
  const table = new Uint32Array(size).fill(NO_ROW);
  const isTwice = new Uint8Array(count);
  const slotOf = (name: string) => {
    let slot = hashOf(name) & (size - 1);
    while (table[slot] !== NO_ROW && nameAt(table[slot]!) !== name) slot = (slot + 1) & (size - 1);
    return slot;
  };
  for (let row = 0; row < count; row++) {
    const name = nameAt(row);
    if (name === "" || isLeftOut(row)) continue;
    const slot = slotOf(name);
    if (table[slot] === NO_ROW) table[slot] = row;
    else isTwice[table[slot]!] = 1;
  }
  return {
    rowOf(name) {
      if (name === "") return NO_ROW;
      const row = table[slotOf(name)]!;
      return row === NO_ROW || isTwice[row] === 1 ? NO_ROW : row;
    },
  };
}
