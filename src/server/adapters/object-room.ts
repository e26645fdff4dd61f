// An object store that stores nothing while the server's disk has no room.

import type { Disk } from "./disk.ts";
import type { ObjectStore } from "./object-storage.ts";

/** Bytes of a stream between two looks at the disk. */
const stepBytes = 4e6;

/** The same store; `put` asks for room before and while it stores. */
export function withRoom(store: ObjectStore, disk: Disk): ObjectStore {
  const { growing } = store;
  return {
    ...store,
    checkRoom: disk.require,
    growing: {
      ...growing,
      async append(object, body, signal) {
        await disk.require();
        return growing.append(object, measured(body, disk), signal);
      },
    },
    async put(key, body) {
      await disk.require(body instanceof Uint8Array ? body.byteLength : 0);
      await store.put(key, body instanceof Uint8Array ? body : measured(body, disk));
    },
  };
}

async function* measured(
  chunks: AsyncIterable<Uint8Array>,
  disk: Disk,
): AsyncGenerator<Uint8Array> {
  let unseen = 0;
  for await (const chunk of chunks) {
    unseen += chunk.byteLength;
    if (unseen > stepBytes) {
      unseen = 0;
      await disk.require();
    }
    yield chunk;
  }
}
