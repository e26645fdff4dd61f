// Writes a body to a file while the next bytes arrive, and syncs what is written beside that.

import type { FileHandle } from "node:fs/promises";

/**
 * Chunks of the network have 64 kB, and each write wakes a thread. More than this has left the cache of the
 * processor before the kernel copies it: with 4 MB the copies took twice as long.
 */
const writeBytes = 256 * 1024;
/** So much is written between two syncs: the last one, which the client waits for, then has little to do. */
const syncBytes = 32 * 1024 ** 2;

/** Where the body ended, and why if it broke. */
export type Written = { readonly offset: number; readonly fault: unknown };

/**
 * Writes until the body ends or breaks, and resolves when all of it would survive a power failure. A fault of
 * the disk is thrown, one of the body is returned.
 */
export async function writeBody(
  file: FileHandle,
  from: number,
  body: AsyncIterable<Uint8Array>,
): Promise<Written> {
  let offset = from;
  let synced = from;
  let gathered: Uint8Array[] = [];
  let size = 0;
  const writing = queue();
  const syncing = queue();
  const flush = async () => {
    const [pieces, at] = [gathered, offset];
    offset += size;
    gathered = [];
    size = 0;
    // One write runs while the next one is gathered.
    await writing.done();
    writing.run(() => writeAt(file, at, pieces));
    if (at - synced < syncBytes || syncing.isBusy()) return;
    synced = at;
    syncing.run(() => file.datasync());
  };
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await chunks.next().then(
        (result) => ({ result }),
        (fault: unknown) => ({ fault }),
      );
      if ("fault" in next || next.result.done) {
        if (size > 0) await flush();
        await writing.done();
        await syncing.done();
        if (offset > from) await file.datasync();
        return { offset, fault: "fault" in next ? next.fault : undefined };
      }
      gathered.push(next.result.value);
      size += next.result.value.byteLength;
      if (size >= writeBytes) await flush();
    }
  } finally {
    // The file is closed behind this: nothing may still write to it.
    await Promise.allSettled([writing.done(), syncing.done()]);
  }
}

/** One piece of work after the other. A fault ends the queue and is thrown where somebody waits for it. */
function queue() {
  let last: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  return {
    isBusy: () => isBusy,
    run(work: () => Promise<unknown>) {
      isBusy = true;
      last = last.then(work).finally(() => (isBusy = false));
      last.catch(() => undefined);
    },
    done: () => last,
  };
}

async function writeAt(file: FileHandle, from: number, pieces: Uint8Array[]): Promise<void> {
  const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  let rest = pieces;
  for (let written = 0; written < size;) {
    const { bytesWritten } = await file.writev(rest, from + written);
    written += bytesWritten;
    if (written < size) rest = [Buffer.concat(pieces).subarray(written)];
  }
  for (const piece of pieces) free(piece);
}

/**
 * Gives the memory of a piece back at once. Left to the collector, gigabytes that pass make it walk the whole
 * heap again and again, which took half of the server's time.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  // A part of a larger piece of memory, which others may use, is left alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
