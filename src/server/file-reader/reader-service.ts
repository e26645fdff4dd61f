// The side of the process that reads users' files: one at a time, as the server asks.
import { writeFileSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { isFailure } from "../../domain/error.ts";
import type { Answer, Order, Reader } from "./reader.ts";
import { programUrl } from "../program.ts";
import { inSources } from "../start/source-place.ts";

type AnyReader = Reader<never, unknown, unknown>;
type ReaderFiles = Record<string, () => Promise<{ readonly reader: AnyReader }>>;

/**
 * Below the server and the database, so that long work takes only what they leave. Tests set 0: beside busy loops of
 * other programs a process of 10 gets a thirtieth of a core.
 */
const priority = Number(process.env["READER_PRIORITY"] ?? 10);
/** Bytes that a reader may leave in use until the next one. */
const noticeable = 32 * 1024 ** 2;

/** Serves these readers until the server ends. */
export function serveReaders(files: ReaderFiles): void {
  setPriority(priority);
  try {
    // Where the machine runs out of memory, Linux ends this process first.
    if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Not every container permits it.
  }

  /** Bytes that the process may hold, and processor time in milliseconds; 0 for no limit. The watch thread reads it. */
  const limit = new Float64Array(new SharedArrayBuffer(16));
  const watch = programUrl("memory-watch", new URL("./memory-watch.ts", import.meta.url));
  new Worker(watch, { workerData: limit }).unref();

  const send = (answer: Answer) => void process.send?.(answer);
  let received = () => undefined as void;

  async function read({
    name,
    input,
    memory_bytes,
    processor_ms,
  }: Extract<Order, { kind: "read" }>) {
    try {
      const found = await files[name]?.();
      if (!found) throw new Error(`no such reader: ${name}`);
      // This process is killed at its end, so what it compiled would not be written otherwise.
      flushCompileCache();
      const before = process.memoryUsage.rss();
      const { user, system } = process.cpuUsage();
      limit[1] = processor_ms > 0 ? (user + system) / 1000 + processor_ms : 0;
      limit[0] = before + memory_bytes;
      const say = (value: unknown) =>
        new Promise<void>((resolve) => {
          received = resolve;
          send({ kind: "said", value });
        });
      // The pool checks input and result by the name.
      const result = await found.reader(input as never, say);
      limit.fill(0);
      // An idle process would keep what it used.
      if (process.memoryUsage.rss() > before + noticeable) globalThis.gc?.();
      send({ kind: "done", result, rss: process.memoryUsage.rss() });
    } catch (error) {
      limit.fill(0);
      globalThis.gc?.();
      if (isFailure(error)) {
        send({ kind: "refused", code: error.code, problems: error.problems });
      } else {
        const message =
          error instanceof Error ? inSources(error.stack ?? error.message) : String(error);
        // The server tells a full disk by its code.
        const code = error instanceof Error && "code" in error ? error.code : undefined;
        send({ kind: "failed", message, ...(typeof code === "string" && { code }) });
      }
    }
  }

  process.on("message", (order: Order) => {
    if (order.kind === "received") received();
    else void read(order);
  });
  // A terminal and systemd send these to all processes. The server decides when this one ends.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  process.once("disconnect", () => process.exit());
}
