// The processes that read users' files, for the whole server: for requests and for tasks.
import { fileURLToPath } from "node:url";
import { programUrl } from "../program.ts";
import type { Settings } from "../start/settings.ts";
import type { InputOf, ReaderName, ResultOf, SaidOf } from "./reader-files.ts";
import type { ReaderLimits } from "./reader-child.ts";
import { readerPool, type ReaderPool } from "./reader-pool.ts";

type Order<Name extends ReaderName> = {
  readonly input: InputOf<Name>;
  /** Name of the file, for the reason of a refusal. */
  readonly file: string;
  /** Size of the file. Larger ones may take more time and memory. */
  readonly bytes: number;
  /** Who the reader is for. Owners take turns where many wait. */
  readonly owner: number | string;
  /** Receives what the reader says before its end; the reader waits for it. */
  readonly onSaid?: (value: SaidOf<Name>) => Promise<void> | void;
  /** Kills the process that reads; the reader rejects with its reason. */
  readonly signal?: AbortSignal;
};

type Read = <Name extends ReaderName>(name: Name, order: Order<Name>) => Promise<ResultOf<Name>>;

/** All reject with FILE_REFUSED if the file is refused, or takes too much time or memory. */
export type Readers = {
  /** For a request that waits for the answer. */
  readonly now: Read;
  /** For a task. */
  readonly later: Read;
  /** For pictures, of requests and of tasks. */
  readonly picture: Read;
  /** For tiles of the map, out of pyramids that the product made. */
  readonly tile: Read;
  /** IDs of the processes. */
  pids(): readonly number[];
  /** Ends all processes at once. Readers that run or wait never return. */
  close(): void;
};

type ReaderSettings = Pick<
  Settings,
  | "file_reading_seconds"
  | "file_reading_mb"
  | "file_reading_processes"
  | "picture_seconds"
  | "picture_mb"
  | "picture_processes"
  | "job_concurrency"
>;

const source = new URL("./reader-process.ts", import.meta.url);
const script = fileURLToPath(programUrl("reader-process", source));
const megabyte = 1024 ** 2;
/** An idle process ends after this time: starting one takes 0.2 s. */
const idleMs = 5000;
const queueLength = 200;

/**
 * A file may take this processor time. Who asks waits so many times longer, because a busy machine gives the process
 * little of it, and that is no fault of the file.
 */
const patience = { task: 20, request: 5 };

export function openReaders(settings: ReaderSettings): Readers {
  const limitsOf = (processor_ms: number, bytes: number, times: number): ReaderLimits => ({
    ms: times * processor_ms,
    processor_ms,
    bytes,
  });
  const fileLimits = (times: number) => (bytes: number, file: string) =>
    limitsOf(
      (settings.file_reading_seconds + bytes / megabyte) * 1000,
      Math.min(settings.file_reading_mb * megabyte, memoryFor(bytes, file)),
      times,
    );
  const pictureLimits = () =>
    limitsOf(settings.picture_seconds * 1000, settings.picture_mb * megabyte, patience.request);
  const poolOf = (size: number, heapMb: number, keptMb: number) => {
    const bytes = { heapBytes: heapMb * megabyte, keptBytes: keptMb * megabyte };
    return readerPool({ script, size, ...bytes, idleMs, queueLength });
  };
  const pools = {
    now: poolOf(settings.file_reading_processes, settings.file_reading_mb, 120),
    // The names of a large plant stay in memory for its next file.
    later: poolOf(Math.max(1, settings.job_concurrency), settings.file_reading_mb, 1000),
    picture: poolOf(settings.picture_processes, settings.picture_mb, 120),
    // With the library of pictures, directories and pages of a few pyramids a process holds 190 MB. One that
    // ended for it after each tile gave 1 tile a second.
    tile: poolOf(settings.picture_processes, settings.picture_mb, 400),
  };
  const all = Object.values(pools);
  const readIn =
    (pool: ReaderPool, limitsFor: (bytes: number, file: string) => ReaderLimits): Read =>
    async (name, { input, file, bytes, owner, onSaid, signal }) => {
      const answer = await pool.read(String(owner), {
        name,
        input,
        file,
        signal,
        limits: limitsFor(bytes, file),
        // The process runs the reader of this name, so it says and answers what that does.
        onSaid: (value) => onSaid?.(value as never),
      });
      return answer as never;
    };
  return {
    now: readIn(pools.now, fileLimits(patience.request)),
    later: readIn(pools.later, fileLimits(patience.task)),
    picture: readIn(pools.picture, pictureLimits),
    tile: readIn(pools.tile, pictureLimits),
    pids: () => all.flatMap(({ pids }) => pids),
    close: () => all.forEach((pool) => pool.close()),
  };
}

/** A small file needs little memory, so one that takes much is hostile: measured in decisions/file-reader.md. */
function memoryFor(bytes: number, file: string): number {
  // The KML of 300,000 modules takes fifty times the size of its KMZ.
  return 80 * megabyte + (/\.(?:kmz|zip|dxf|gpkg|xlsx)\b/i.test(file) ? 100 : 12) * bytes;
}
