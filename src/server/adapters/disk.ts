// Free space on the disk of the data folder. A reserve is kept, because PostgreSQL stops at a full disk.

import { statfs } from "node:fs/promises";
import { failure, type Problem } from "../../domain/error.ts";

/** A measurement is reused for this long: an upload asks at every chunk. */
const cacheMs = 200;
const million = 1e6;

export type Room = {
  readonly free_mb: number;
  readonly kept_mb: number;
  /** Less is free than must be kept. */
  readonly is_short: boolean;
};

export type Disk = {
  room(): Promise<Room>;
  /**
   * @param bytes that are about to be stored; a negative number uses up part of the reserve
   * @throws INSUFFICIENT_STORAGE if less than the reserve would be left
   */
  require(bytes?: number): Promise<void>;
};

type Measure = (folder: string) => Promise<{ bavail: number; bsize: number }>;

/** @param kept_mb megabytes that stay free; 0 keeps nothing */
export function openDisk(folder: string, kept_mb: number, measure: Measure = statfs): Disk {
  let measuredAt = -Infinity;
  let free = Promise.resolve(Infinity);
  const freeBytes = () => {
    if (performance.now() - measuredAt > cacheMs) {
      measuredAt = performance.now();
      // A folder that cannot be measured is no reason to refuse everything.
      free = measure(folder).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Infinity,
      );
    }
    return free;
  };
  return {
    async room() {
      const bytes = await freeBytes();
      const free_mb = Math.floor(Math.min(bytes, Number.MAX_SAFE_INTEGER) / million);
      return { free_mb, kept_mb, is_short: bytes < kept_mb * million };
    },
    async require(bytes = 0) {
      const left = (await freeBytes()) - bytes;
      if (left >= kept_mb * million || kept_mb === 0) return;
      throw diskShort(Math.floor((left + bytes) / million), kept_mb);
    },
  };
}

function diskShort(free: number, kept: number) {
  const problem: Problem = { reason: "disk_short", values: { free, kept } };
  return failure("INSUFFICIENT_STORAGE", problem);
}
