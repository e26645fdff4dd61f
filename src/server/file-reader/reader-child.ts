// One process that reads users' files, seen from the server.
import { fork } from "node:child_process";
import { join } from "node:path";
import { failure, type Failure, type Problem } from "../../domain/error.ts";
import type { Answer, Order } from "./reader.ts";

export type ReaderLimits = {
  readonly ms: number;
  readonly bytes: number;
  /** Processor time. A busy machine gives a process little of it, and that is no fault of the file. */
  readonly processor_ms?: number;
};

export type Ask = {
  readonly name: string;
  readonly input: unknown;
  /** Called with what the process says; the process waits for it. */
  readonly onSaid: (value: unknown) => Promise<void> | void;
  /** Name of the file, for the reason. */
  readonly file: string;
  readonly limits: ReaderLimits;
  /** Kills the process that reads. The reader rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
};

export type ReaderChild = {
  readonly pid: number;
  /** False once the process has ended or was asked to end. */
  readonly isAlive: boolean;
  /** Bytes it held after its last run. */
  readonly rss: number;
  /** @throws FILE_REFUSED from the file itself, or because reading it took too long or too much memory */
  read(ask: Ask): Promise<unknown>;
  /** Ends the process at once. A reader that runs never returns. */
  end(): void;
};

/** The same as start.mjs gives the server. With it a process starts in half the time. */
const compileCache = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache", "node");
const megabyte = 1024 ** 2;

/**
 * @param script path of the program, see reader-process.ts
 * @param heapBytes what JavaScript objects may take, beside the limit of each reader
 */
export function startReaderChild(script: string, heapBytes: number): ReaderChild {
  const child = fork(script, {
    serialization: "advanced",
    execArgv: ["--expose-gc", `--max-old-space-size=${Math.ceil(heapBytes / megabyte)}`],
    // Nothing of the server's settings: no address or password is in reach of what reads a file.
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? compileCache,
      READER_PRIORITY: process.env["READER_PRIORITY"],
      SERVER_BUNDLE: process.env["SERVER_BUNDLE"],
      TMPDIR: process.env["TMPDIR"],
      // The pools have several processes, so each needs few threads.
      UV_THREADPOOL_SIZE: "2",
      VIPS_CONCURRENCY: "1",
      MALLOC_ARENA_MAX: "2",
    },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const state = { isAlive: true, isEnded: false, rss: 0 };
  let finish: ((outcome: Outcome) => void) | null = null;
  const send = (order: Order) => {
    child.send(order, (error) => {
      if (error) finish?.({ failed: error.message });
    });
  };
  let hear: (answer: Answer) => void = () => undefined;
  child.on("message", (answer: Answer) => hear(answer));
  child.on("error", (error) => {
    state.isAlive = false;
    finish?.({ failed: error.message });
  });
  child.on("exit", (code, signal) => {
    state.isAlive = false;
    finish?.({ died: signal ?? `code ${code}` });
  });

  async function read({ name, input, onSaid, file, limits, signal }: Ask): Promise<unknown> {
    signal?.throwIfAborted();
    child.ref();
    child.channel?.ref();
    const clock = stopwatch(limits.ms, () => {
      finish?.({ late: true });
      child.kill("SIGKILL");
    });
    const outcome = await new Promise<Outcome>((resolve) => {
      finish = resolve;
      signal?.addEventListener("abort", abort);
      hear = (answer) => {
        if (answer.kind !== "said") return resolve({ answer });
        clock.pause();
        Promise.resolve(onSaid(answer.value)).then(
          () => {
            clock.resume();
            send({ kind: "received" });
          },
          (error: unknown) => {
            child.kill("SIGKILL");
            resolve({ thrown: error });
          },
        );
      };
      if (!state.isAlive) return resolve({ died: "before it began" });
      const { bytes: memory_bytes, processor_ms = 0 } = limits;
      send({ kind: "read", name, input, memory_bytes, processor_ms });
    });
    signal?.removeEventListener("abort", abort);
    finish = null;
    clock.pause();
    child.unref();
    child.channel?.unref();
    if (state.isEnded) return new Promise<never>(() => undefined);
    if ("thrown" in outcome) throw outcome.thrown;
    if ("late" in outcome) {
      throw refused({ reason: "file_takes_too_long", values: { most: limits.ms / 1000 } });
    }
    if ("died" in outcome) throw refused(reasonOf(outcome.died, limits));
    if ("failed" in outcome) throw new Error(`a reader failed: ${outcome.failed}`);
    const { answer } = outcome;
    if (answer.kind === "done") {
      state.rss = answer.rss;
      return answer.result;
    }
    if (answer.kind === "refused") throw failure(answer.code, ...answer.problems);
    const cause = new Error(`the reader ${name} failed: ${answer.message}`);
    throw Object.assign(cause, answer.code !== undefined && { code: answer.code });

    function abort() {
      state.isAlive = false;
      finish?.({ thrown: signal?.reason });
      child.kill("SIGKILL");
    }

    function refused(problem: Problem): Failure {
      state.isAlive = false;
      return failure("FILE_REFUSED", { ...problem, file });
    }
  }

  child.unref();
  child.channel?.unref();
  return {
    get pid() {
      return child.pid ?? 0;
    },
    get isAlive() {
      return state.isAlive;
    },
    get rss() {
      return state.rss;
    },
    read,
    end() {
      state.isAlive = false;
      state.isEnded = true;
      child.kill("SIGKILL");
    },
  };
}

type Outcome =
  | { readonly answer: Exclude<Answer, { kind: "said" }> }
  | { readonly died: string }
  | { readonly late: true }
  | { readonly thrown: unknown }
  | { readonly failed: string };

/**
 * SIGKILL comes from the watch thread or from the kernel, SIGABRT from V8: all three for memory. SIGVTALRM comes from
 * the watch thread, for processor time.
 */
function reasonOf(died: string, { bytes, processor_ms = 0 }: ReaderLimits): Problem {
  if (died === "SIGVTALRM")
    return { reason: "file_takes_too_long", values: { most: processor_ms / 1000 } };
  if (died !== "SIGKILL" && died !== "SIGABRT") return { reason: "file_ended_reader" };
  return { reason: "file_takes_too_much_memory", values: { most: Math.round(bytes / megabyte) } };
}

/** Counts down while it runs. The time in which the server works on what it heard does not count. */
function stopwatch(milliseconds: number, over: () => void) {
  let left = milliseconds;
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  const resume = () => {
    begun = performance.now();
    timer = setTimeout(over, Math.max(0, left));
  };
  resume();
  return {
    resume,
    pause() {
      clearTimeout(timer);
      left -= performance.now() - begun;
    },
  };
}
