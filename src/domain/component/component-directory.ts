// Finds level and row of a component by dt_id or pcs. A million names take a few megabytes.
import type { ComponentType } from "./component.ts";
import type { Names } from "./component-index.ts";

/** One level of the twin; `exists` is 1 if the row's component exists, null if all do. */
export type DirectoryLevel = {
  readonly type: ComponentType;
  readonly names: Names;
  readonly exists: Uint8Array | null;
};

export type Found = { readonly type: ComponentType; readonly row: number };

export type ComponentDirectory = {
  readonly levels: readonly DirectoryLevel[];
  /** The component with this dt_id; undefined if there is none or it was removed. */
  byDtId(dtId: string): Found | undefined;
  /** The component with this pcs; "ambiguous" if several have it. */
  byPcs(pcs: string): Found | "ambiguous" | undefined;
};

const FREE = 0xffffffff;
const MANY = 0xfffffffe;

/** Builds the index of pcs on first use. */
export function componentDirectory(levels: readonly DirectoryLevel[]): ComponentDirectory {
  const starts = levels.map((_, i) =>
    levels.slice(0, i).reduce((sum, level) => sum + level.names.count, 0),
  );
  const indexOf = (which: "dtId" | "pcs") => {
    const nameAt = (place: number) => {
      const i = starts.findLastIndex((start) => start <= place);
      return (levels[i] as DirectoryLevel).names[which](place - (starts[i] as number));
    };
    const index = nameIndex(
      levels.reduce((sum, level) => sum + level.names.count, 0),
      nameAt,
    );
    levels.forEach((level, i) => {
      for (let row = 0; row < level.names.count; row++) {
        if (level.exists?.[row] === 0) continue;
        const name = level.names[which](row);
        if (name !== "") index.add(name, (starts[i] as number) + row);
      }
    });
    return index;
  };
  const found = (place: number): Found => {
    const i = starts.findLastIndex((start) => start <= place);
    return { type: (levels[i] as DirectoryLevel).type, row: place - (starts[i] as number) };
  };
  const byDtId = indexOf("dtId");
  let byPcs: ReturnType<typeof nameIndex> | null = null;
  return {
    levels,
    byDtId(dtId) {
      const place = byDtId.find(dtId);
      return place >= MANY ? undefined : found(place);
    },
    byPcs(pcs) {
      byPcs ??= indexOf("pcs");
      const place = byPcs.find(pcs);
      if (place === FREE) return undefined;
      return place === MANY ? "ambiguous" : found(place);
    },
  };
}

/** Hash table with open addressing over places; it does not copy the names. */
function nameIndex(count: number, nameAt: (place: number) => string) {
  const size = 2 ** Math.ceil(Math.log2(Math.max(4, count * 2)));
  const places = new Uint32Array(size).fill(FREE);
  const hashes = new Uint32Array(size);
  const isMany = new Uint8Array(size);

  /** The slot of the name, or the free slot for it. */
  function slotOf(name: string, hash: number): number {
    let slot = hash & (size - 1);
    for (; places[slot] !== FREE; slot = (slot + 1) & (size - 1)) {
      if (hashes[slot] === hash && nameAt(places[slot] as number) === name) break;
    }
    return slot;
  }
  return {
    add(name: string, place: number): void {
      const hash = hashOf(name);
      const slot = slotOf(name, hash);
      if (places[slot] !== FREE) isMany[slot] = 1;
      else places[slot] = place;
      hashes[slot] = hash;
    },
    find(name: string): number {
      const slot = slotOf(name, hashOf(name));
      return isMany[slot] === 1 ? MANY : (places[slot] as number);
    },
  };
}

/** FNV-1a over UTF-16 units, with a last mix so that the low bits depend on all of them. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
