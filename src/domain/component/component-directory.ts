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

/** Names that are indexed before other work has its turn: a few milliseconds. */
const NAMES_A_TURN = 20_000;

/** Takes 0.3 s for a million components. The index of pcs is built on first use. */
export function componentDirectory(levels: readonly DirectoryLevel[]): ComponentDirectory {
  const places = placesOf(levels);
  return directoryOf(levels, places, finished(indexing(levels, places, "dtId")));
}

/** The same; `turn` is awaited again and again, so that other work goes on. */
export async function componentDirectoryInTurns(
  levels: readonly DirectoryLevel[],
  turn: () => Promise<unknown>,
): Promise<ComponentDirectory> {
  const places = placesOf(levels);
  const work = indexing(levels, places, "dtId");
  for (;;) {
    const { done, value } = work.next();
    if (done) return directoryOf(levels, places, value);
    await turn();
  }
}

/** The components of all levels in one order. */
type Places = { readonly starts: readonly number[]; of(place: number): number };

function placesOf(levels: readonly DirectoryLevel[]): Places {
  const starts = levels.map((_, i) =>
    levels.slice(0, i).reduce((sum, level) => sum + level.names.count, 0),
  );
  return { starts, of: (place) => starts.findLastIndex((start) => start <= place) };
}

type Index = ReturnType<typeof nameIndex>;

function* indexing(
  levels: readonly DirectoryLevel[],
  { starts, of }: Places,
  which: "dtId" | "pcs",
): Generator<undefined, Index> {
  const nameAt = (place: number) => {
    const i = of(place);
    return levels[i]!.names[which](place - starts[i]!);
  };
  const count = levels.reduce((sum, level) => sum + level.names.count, 0);
  const index = nameIndex(count, nameAt);
  for (const [i, { names, exists }] of levels.entries()) {
    for (let row = 0; row < names.count; row++) {
      if (row % NAMES_A_TURN === NAMES_A_TURN - 1) yield;
      if (exists?.[row] === 0) continue;
      const name = names[which](row);
      if (name !== "") index.add(name, starts[i]! + row);
    }
  }
  return index;
}

function finished(work: Generator<undefined, Index>): Index {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function directoryOf(
  levels: readonly DirectoryLevel[],
  places: Places,
  byDtId: Index,
): ComponentDirectory {
  const found = (place: number): Found => {
    const i = places.of(place);
    return { type: levels[i]!.type, row: place - places.starts[i]! };
  };
  let byPcs: Index | null = null;
  return {
    levels,
    byDtId(dtId) {
      const place = byDtId.find(dtId);
      return place >= MANY ? undefined : found(place);
    },
    byPcs(pcs) {
      byPcs ??= finished(indexing(levels, places, "pcs"));
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
