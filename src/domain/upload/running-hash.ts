// SHA-256 of a file that is sent in chunks: of each chunk, and of the whole file on the way.
import { createSHA256, type IHasher } from "hash-wasm";

/** The bytes of the file from `start` to `end`, without `end`. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

export type RunningHash = {
  /** The SHA-256 of one chunk in hexadecimal; the whole file's hash goes on with it. */
  readonly chunk: (start: number, end: number) => Promise<string>;
  /** The SHA-256 of the whole file in hexadecimal; bytes that were no chunk yet are read first. */
  readonly whole: (size: number) => Promise<string>;
};

/** How much is read at a time where no chunk says it. */
const PIECE_BYTES = 4 * 1024 ** 2;

/** @param read the file; after a resumed upload it is read from its beginning again */
export async function runningHash(read: ReadBytes): Promise<RunningHash> {
  const chunkHash = await createSHA256();
  const wholeHash: IHasher = (await createSHA256()).init();
  let position = 0;
  /** Before the last chunk: it may not have arrived, and comes again. */
  let before = { position: 0, state: wholeHash.save() };

  async function goTo(target: number): Promise<void> {
    if (target < position) {
      wholeHash.load(before.state);
      position = before.position;
    }
    if (target < position) {
      wholeHash.init();
      position = 0;
    }
    while (position < target) {
      const end = Math.min(target, position + PIECE_BYTES);
      wholeHash.update(await read(position, end));
      position = end;
    }
  }

  return {
    async chunk(start, end) {
      await goTo(start);
      const bytes = await read(start, end);
      before = { position, state: wholeHash.save() };
      wholeHash.update(bytes);
      position = end;
      return chunkHash.init().update(bytes).digest();
    },
    async whole(size) {
      await goTo(size);
      const state = wholeHash.save();
      const digest = wholeHash.digest();
      wholeHash.load(state);
      return digest;
    },
  };
}
