// The body of a chunk as pieces: watched, counted and hashed while the store takes it.
import type { Hash } from "node:crypto";
import { failure } from "../../domain/error.ts";
import { otherWriter, type Writer } from "./upload-lease.ts";

/** A writer whose client sends nothing for so long gives way to another one. */
const silentMs = 1500;

type Silent = { lastAt: number; stop(error: Error): void };

/** The writers of this process, by their object. */
const writers = new Map<string, Silent>();

/** Ends a writer of this process whose client seems to be gone, such as one that lost its network. */
export function stopSilentWriter(object: string): void {
  const writer = writers.get(object);
  if (writer && performance.now() - writer.lastAt > silentMs) writer.stop(otherWriter());
}

export type ChunkBody = {
  /** The next bytes, at most about so many. Throws where the body breaks. */
  piece(most: number): AsyncGenerator<Buffer>;
  /** True once all bytes that were announced have been handed out. */
  isSent(): boolean;
  /** Waits for the next bytes or the end. A body that breaks has more: the fault. */
  hasMore(): Promise<boolean>;
  /** Another writer takes over: those waiting for the store stop. */
  readonly signal: AbortSignal;
  end(): void;
};

type SentBody = {
  readonly stream: AsyncIterable<Buffer>;
  /** Absent where the client does not know it. */
  readonly content_length: number | undefined;
};

/** @param hashes are updated with all bytes that are handed out */
export function chunkBody(
  { stream, content_length }: SentBody,
  { upload, isHeld }: Writer,
  hashes: readonly (Hash | null)[],
): ChunkBody {
  const chunks = stream[Symbol.asyncIterator]();
  let left = upload.bytes - upload.offset;
  const stopping = new AbortController();
  const { signal } = stopping;
  let giveUp: (error: Error) => void = () => undefined;
  const writer: Silent = {
    lastAt: performance.now(),
    stop(error) {
      stopping.abort(error);
      giveUp(error);
    },
  };
  writers.set(upload.object, writer);
  const read = () =>
    new Promise<IteratorResult<Buffer>>((resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      giveUp = reject;
      chunks.next().then(resolve, reject);
    });
  /** What was asked for and not handed out. */
  let ahead: Promise<IteratorResult<Buffer>> | null = null;
  const peek = () => (ahead ??= read());
  let isDone = false;
  let unsent = content_length ?? Infinity;

  return {
    async *piece(most) {
      for (let size = 0; size < most;) {
        const result = await peek();
        if (result.done) {
          isDone = true;
          return;
        }
        ahead = null;
        const { value } = result;
        writer.lastAt = performance.now();
        if (!isHeld()) throw otherWriter();
        left -= value.length;
        unsent -= value.length;
        if (left < 0) throw failure("TOO_LARGE");
        for (const hash of hashes) hash?.update(value);
        size += value.length;
        yield value;
      }
    },
    signal,
    isSent: () => isDone || unsent <= 0,
    hasMore: () =>
      peek().then(
        ({ done }) => !done,
        () => true,
      ),
    end() {
      if (writers.get(upload.object) === writer) writers.delete(upload.object);
    },
  };
}
