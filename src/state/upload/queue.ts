// Sends files side by side, a few at a time. Each file is sent, checked by the server, and sent again from
// where it stopped after a passing error. The queue knows no atoms: it publishes a list.
import {
  addSample,
  secondsLeft,
  speedOf,
  type RateSample,
} from "../../domain/upload/transfer-rate.ts";
import { failed } from "../shell/loaded.ts";
import { isWorthAnAttempt, retryDelaysMs } from "./attempt.ts";
import type { Transfer } from "./transfer.ts";
import type { Source, Surroundings, Transport } from "./transport.ts";

/** Files that are sent at the same time. */
const SIDE_BY_SIDE = 3;
/** Progress is published at most this often. */
const PUBLISH_MS = 250;

/** A file that began before a reload: it has no bytes here until it is chosen again. */
export type Begun = Omit<Source, "file"> & {
  readonly file: File | null;
  readonly upload_id: number | null;
  readonly size: number;
  /** Bytes that the server has. */
  readonly sent: number;
};

type Entry = {
  source: Begun;
  transfer: Transfer;
  samples: readonly RateSample[];
  /** Aborts when the user pauses or gives up. */
  run: AbortController | null;
  /** Aborts the present attempt alone. */
  attempt: AbortController | null;
  /** The announcement to the server, which is made once. */
  begun: Promise<number> | null;
};

export type UploadQueue = ReturnType<typeof uploadQueue>;

export function uploadQueue(
  transport: Transport,
  { now, wait, everySecond }: Surroundings,
  publish: (transfers: readonly Transfer[]) => void,
  onDone: (transfer: Transfer) => void,
) {
  const entries = new Map<string, Entry>();
  let publishedAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  let stopTicks: (() => void) | null = null;

  /** Once for all changes of the same moment. */
  function publishSoon(): void {
    if (isPlanned) return;
    isPlanned = true;
    queueMicrotask(() => {
      isPlanned = false;
      publishedAt = now();
      publish([...entries.values()].map(({ transfer }) => transfer));
    });
  }

  function change(entry: Entry, more: Partial<Transfer>): void {
    entry.transfer = { ...entry.transfer, ...more };
    if (!entries.has(entry.transfer.key)) return;
    publishSoon();
  }

  function measure(entry: Entry, sent: number): void {
    entry.samples = addSample(entry.samples, { at: now(), sent });
    const speed = speedOf(entry.samples);
    const seconds_left = secondsLeft(entry.transfer.size - sent, speed);
    entry.transfer = { ...entry.transfer, sent, speed, seconds_left };
    if (now() - publishedAt >= PUBLISH_MS) publishSoon();
  }

  /** Keeps the speed true while nothing arrives. */
  function tick(): void {
    for (const entry of entries.values()) {
      if (entry.transfer.state === "sending") measure(entry, entry.transfer.sent);
    }
  }

  const idle = { speed: null, seconds_left: null } as const;

  async function begin(entry: Entry, source: Source): Promise<number> {
    entry.begun ??= transport.begin(source);
    try {
      const upload_id = await entry.begun;
      entry.source = { ...entry.source, upload_id };
      return upload_id;
    } finally {
      entry.begun = null;
    }
  }

  /** The server must never see the last upload end while files wait: the data would be complete then. */
  async function announceNext(analysis_id: number): Promise<void> {
    const next = [...entries.values()].find(
      ({ source }) => source.analysis_id === analysis_id && source.upload_id === null,
    );
    const { source } = next ?? {};
    if (next && source?.file) await begin(next, { ...source, file: source.file }).catch(() => 0);
  }

  async function send(entry: Entry, file: File, signal: AbortSignal): Promise<void> {
    const source: Source = { ...entry.source, file };
    const upload_id = entry.source.upload_id ?? (await begin(entry, source));
    signal.throwIfAborted();
    const isHere = await transport.alone(upload_id, async () => {
      entry.samples = [];
      change(entry, { state: "sending", fault: null });
      await transport.send(source, upload_id, (sent) => measure(entry, sent), signal);
      signal.throwIfAborted();
      change(entry, { state: "finishing", sent: entry.transfer.size, ...idle });
      await announceNext(source.analysis_id);
      await transport.finish(source, upload_id);
      change(entry, { state: "done" });
      onDone(entry.transfer);
    });
    if (!isHere) change(entry, { state: "elsewhere", ...idle });
  }

  async function run(entry: Entry, file: File): Promise<void> {
    const controller = new AbortController();
    entry.run = controller;
    change(entry, { state: "sending", fault: null });
    let tries = 0;
    while (!controller.signal.aborted) {
      const from = entry.transfer.sent;
      const attempt = new AbortController();
      entry.attempt = attempt;
      try {
        await send(entry, file, AbortSignal.any([controller.signal, attempt.signal]));
        break;
      } catch (cause) {
        if (controller.signal.aborted) break;
        if (entry.transfer.sent > from) tries = 0;
        const pause = retryDelaysMs[tries];
        const { fault } = failed(attempt.signal.aborted ? { code: "DISCONNECT" } : cause);
        if (pause === undefined || !(attempt.signal.aborted || isWorthAnAttempt(cause, tries))) {
          change(entry, { state: "failed", fault, ...idle });
          break;
        }
        tries += 1;
        change(entry, { state: "resuming", fault, ...idle });
        await wait(pause, controller.signal);
      }
    }
    // Paused and resumed meanwhile: the next run has begun.
    if (entry.run === controller) entry.run = null;
    fill();
  }

  /** Starts as many waiting files as may be sent side by side. */
  function fill(): void {
    let running = 0;
    for (const { run } of entries.values()) running += run ? 1 : 0;
    for (const entry of entries.values()) {
      if (running >= SIDE_BY_SIDE) break;
      const { file } = entry.source;
      if (entry.run || entry.transfer.state !== "waiting" || !file) continue;
      running += 1;
      void run(entry, file);
    }
    if (running > 0) stopTicks ??= everySecond(tick);
    else {
      stopTicks?.();
      stopTicks = null;
    }
  }

  function stop(entry: Entry): void {
    entry.run?.abort();
    entry.run = null;
  }

  function start(entry: Entry): void {
    change(entry, { state: entry.source.file ? "waiting" : "lost", fault: null, ...idle });
    fill();
  }

  return {
    /** Adds files at the end; those without bytes wait until they are chosen again. */
    add(sources: readonly Begun[]): void {
      for (const source of sources) {
        const { key, analysis_id, analysis_name, name, size, sent } = source;
        const state = source.file ? "waiting" : "lost";
        const known = { key, analysis_id, analysis_name, name, size, sent };
        const transfer: Transfer = { ...known, state, fault: null, ...idle };
        entries.set(key, { source, transfer, samples: [], run: null, attempt: null, begun: null });
      }
      publishSoon();
      fill();
    },
    /** Gives a file its bytes again, after a reload. */
    supply(key: string, file: File): void {
      const entry = entries.get(key);
      if (!entry) return;
      entry.source = { ...entry.source, file };
      start(entry);
    },
    pause(key: string): void {
      const entry = entries.get(key);
      if (!entry || entry.transfer.state === "finishing") return;
      stop(entry);
      change(entry, { state: "paused", fault: null, ...idle });
      fill();
    },
    /** Goes on where it stopped: after a pause or a failure. */
    resume(key: string): void {
      const entry = entries.get(key);
      if (entry && !entry.run) start(entry);
    },
    /** Sends the file again from its first byte. */
    async restart(key: string): Promise<void> {
      const entry = entries.get(key);
      if (!entry) return;
      stop(entry);
      const { upload_id } = entry.source;
      entry.source = { ...entry.source, upload_id: null };
      if (upload_id) await transport.cancel(entry.source, upload_id).catch(() => undefined);
      change(entry, { sent: 0 });
      start(entry);
    },
    /** Gives up; what the server has is removed. Rejects with the refusal, the file is gone from the list then too. */
    async cancel(key: string): Promise<void> {
      const entry = entries.get(key);
      if (!entry) return;
      stop(entry);
      entries.delete(key);
      publishSoon();
      fill();
      const { upload_id } = entry.source;
      if (upload_id) await transport.cancel(entry.source, upload_id);
    },
    /** Takes those that have arrived off the list. */
    clearDone(): void {
      for (const [key, { transfer }] of entries) {
        if (transfer.state === "done") entries.delete(key);
      }
      publishSoon();
    },
    /** The network is gone: attempts end now and are made again when it is back. */
    interrupt(): void {
      for (const { attempt } of entries.values()) attempt?.abort();
    },
    /** The session has ended. */
    end(): void {
      for (const entry of entries.values()) stop(entry);
      entries.clear();
      stopTicks?.();
    },
    sourceOf: (key: string): Begun | null => entries.get(key)?.source ?? null,
  };
}
