// A few processes that read users' files, and the queue before them.
import { failure } from "../../domain/error.ts";
import { fairQueue } from "./fair-queue.ts";
import { startReaderChild, type Ask, type ReaderChild } from "./reader-child.ts";

type PoolOptions = {
  /** Path of the program of the processes. */
  readonly script: string;
  /** Most processes at a time. */
  readonly size: number;
  readonly heapBytes: number;
  /** An idle process ends after this time. */
  readonly idleMs: number;
  /** Most readers that wait for a process. */
  readonly queueLength: number;
  /** Bytes. A process that holds more than this after a run is replaced. */
  readonly keptBytes: number;
};

export type ReaderPool = {
  /**
   * Reads in one of the processes. `owner` is who the reader is for: owners take turns.
   * @throws the failures of the reader, and UNAVAILABLE if too many wait
   */
  read(owner: string, ask: Ask): Promise<unknown>;
  /** Processes that run or wait for work. */
  readonly pids: readonly number[];
  /** Ends all processes at once. Readers that run or wait never return. */
  close(): void;
};

export function readerPool(options: PoolOptions): ReaderPool {
  const { script, size, heapBytes, idleMs, queueLength, keptBytes } = options;
  const busy = new Set<ReaderChild>();
  const idle = new Map<ReaderChild, NodeJS.Timeout>();
  const queue = fairQueue<(child: ReaderChild) => void>();
  let isClosed = false;

  function takeIdle(): ReaderChild {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.isAlive) return child;
    }
    return startReaderChild(script, heapBytes);
  }

  function serve(): void {
    while (!isClosed && busy.size < size) {
      const begin = queue.next();
      if (!begin) return;
      const child = takeIdle();
      busy.add(child);
      begin(child);
    }
  }

  function putBack(child: ReaderChild): void {
    busy.delete(child);
    if (!child.isAlive || child.rss > keptBytes) child.end();
    else {
      const timer = setTimeout(() => {
        idle.delete(child);
        child.end();
      }, idleMs);
      idle.set(child, timer.unref());
    }
    serve();
  }

  return {
    async read(owner, ask) {
      if (queue.size >= queueLength) throw failure("UNAVAILABLE", { reason: "readers_busy" });
      const child = await new Promise<ReaderChild>((begin) => {
        queue.add(owner, begin);
        serve();
      });
      try {
        return await child.read(ask);
      } finally {
        putBack(child);
      }
    },
    get pids() {
      return [...busy, ...idle.keys()].map(({ pid }) => pid);
    },
    close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      for (const child of [...busy, ...idle.keys()]) child.end();
      idle.clear();
    },
  };
}
