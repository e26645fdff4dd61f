// What answers for tiles are kept in memory: the encoded tiles, and for a moment who may see their orthomosaic.
import { LRUCache } from "lru-cache";

/** Bytes of the encoded tiles that a server keeps. */
const MOST_BYTES = 192 * 1024 ** 2;

/** Encoded tiles by their content. Equal requests share one reading. */
export function tileCache(most = MOST_BYTES) {
  const tiles = new LRUCache<string, Uint8Array>({
    maxSize: most,
    sizeCalculation: ({ byteLength }, { length }) => byteLength + length + 1,
  });
  const underway = new Map<string, Promise<Uint8Array>>();
  return (key: string, read: () => Promise<Uint8Array>): Uint8Array | Promise<Uint8Array> => {
    const known = tiles.get(key) ?? underway.get(key);
    if (known) return known;
    const reading = read().then((tile) => {
      tiles.set(key, tile);
      return tile;
    });
    underway.set(key, reading);
    const done = () => void underway.delete(key);
    reading.then(done, done);
    return reading;
  };
}

/**
 * Milliseconds for which an answer of the database is used for further tiles. A map asks for tens of tiles within
 * them. Who is no longer allowed to see an orthomosaic gets tiles for so long.
 */
export const SEEN_MS = 1000;

/** Rows that were read a moment ago. `forget` drops all: something of them has changed. */
export function seenRows<Row extends object>(now = () => performance.now()) {
  const rows = new LRUCache<string, { readonly row: Row; readonly until: number }>({ max: 1000 });
  return {
    find(key: string): Row | undefined {
      const found = rows.get(key);
      return found && now() < found.until ? found.row : undefined;
    },
    keep: (key: string, row: Row) => void rows.set(key, { row, until: now() + SEEN_MS }),
    forget: () => rows.clear(),
  };
}
