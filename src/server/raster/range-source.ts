// Bytes of an object, read by ranges, as the TIFF library asks for them. Its pages are kept while they are used.
import { LRUCache } from "lru-cache";
import type { ObjectStore } from "../adapters/object-storage.ts";

type Slice = { readonly offset: number; readonly length: number };

/** What the TIFF library reads from. */
export type RangeSource = {
  readonly fileSize: number;
  fetch(slices: readonly Slice[]): Promise<ArrayBuffer[]>;
  fetchSlice(slice: Slice): Promise<Slice & { data: ArrayBuffer }>;
  close(): Promise<void>;
};

const PAGE = 64 * 1024;
/** Pages that are kept: 16 MB. Longer slices, whole tiles and strips, are read at once and not kept. */
const PAGES = 256;

/** @throws Error if the object is missing */
export async function objectSource(store: ObjectStore, key: string): Promise<RangeSource> {
  const size = await store.size(key);
  if (size === null) throw new Error(`no such object: ${key}`);
  return rangeSource(size, async (start, end) => {
    const bytes = new Uint8Array(end - start);
    let at = 0;
    for await (const chunk of await store.stream(key, { start, end: end - 1 })) {
      const piece = chunk as Uint8Array;
      bytes.set(piece.subarray(0, bytes.length - at), at);
      at += piece.length;
    }
    return bytes;
  });
}

export function memorySource(bytes: Uint8Array): RangeSource {
  return rangeSource(bytes.length, (start, end) => Promise.resolve(bytes.slice(start, end)));
}

function rangeSource(
  fileSize: number,
  read: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>,
): RangeSource {
  const pages = new LRUCache<number, Promise<Uint8Array>>({ max: PAGES });
  const pageAt = (index: number) => {
    const known = pages.get(index);
    if (known) return known;
    const page = read(index * PAGE, Math.min(fileSize, (index + 1) * PAGE));
    pages.set(index, page);
    page.catch(() => pages.delete(index));
    return page;
  };

  /** Beyond the end of the file nothing is added: the library then finds the slice too short. */
  async function slice({ offset, length }: Slice): Promise<ArrayBuffer> {
    const [start, end] = [Math.min(offset, fileSize), Math.min(offset + length, fileSize)];
    if (!(start < end)) return new ArrayBuffer(0);
    if (end - start > PAGE) return (await read(start, end)).buffer;
    const bytes = new Uint8Array(end - start);
    for (let index = Math.floor(start / PAGE); index * PAGE < end; index++) {
      const from = Math.max(start, index * PAGE);
      const page = await pageAt(index);
      bytes.set(page.subarray(from - index * PAGE, end - index * PAGE), from - start);
    }
    return bytes.buffer;
  }

  return {
    fileSize,
    fetch: (slices) => Promise.all(slices.map(slice)),
    fetchSlice: async (wanted) => ({ ...wanted, data: await slice(wanted) }),
    close: () => Promise.resolve(),
  };
}
