// The encoded tiles that are kept in memory.
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
