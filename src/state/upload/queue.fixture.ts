// A server, a clock and a network for tests of the queue.
import { refusal } from "../shell/served.fixture.ts";
import type { Begun } from "./queue.ts";
import type { Surroundings, Transport } from "./transport.ts";

/** A file of this length, without bytes. */
export function sized(size: number, name = "a.jpg"): File {
  return Object.defineProperty(new File([], name), "size", { value: size });
}

export function begun(key: string, size: number, more: Partial<Begun> = {}): Begun {
  const name = `${key}.jpg`;
  const known = { key, analysis_id: 1, analysis_name: "May", name, file_name: name, size, sent: 0 };
  return { ...known, file: sized(size), handle: null, folder: null, upload_id: null, ...more };
}

type Sending = {
  readonly arrive: (sent: number) => void;
  readonly complete: () => void;
  readonly refuse: (cause?: unknown) => void;
};

/** Lets the test say what arrives. `sent` is what the server has of each upload. */
export function standIn() {
  const sending = new Map<string, Sending>();
  const asked: string[] = [];
  const elsewhere = new Set<number>();
  const transport: Transport = {
    begin: async ({ key }) => {
      asked.push(`begin ${key}`);
      return key.charCodeAt(0);
    },
    send: ({ key }, _upload, onProgress, signal) =>
      new Promise((resolve, reject) => {
        asked.push(`send ${key}`);
        const end = () => sending.delete(key);
        signal.addEventListener("abort", () => {
          end();
          reject(refusal("DISCONNECT"));
        });
        sending.set(key, {
          arrive: onProgress,
          complete: () => {
            end();
            resolve();
          },
          refuse: (cause = refusal("DISCONNECT")) => {
            end();
            reject(cause);
          },
        });
      }),
    finish: async ({ key }) => void asked.push(`finish ${key}`),
    cancel: async ({ key }) => void asked.push(`cancel ${key}`),
    alone: async (upload_id, work) => {
      if (elsewhere.has(upload_id)) return false;
      await work();
      return true;
    },
  };
  return { transport, sending, asked, elsewhere };
}

/** Time passes only when the test says so. */
export function standingClock() {
  let time = 0;
  const waits: { ms: number; end: () => void }[] = [];
  const ticks = new Set<() => void>();
  const surroundings: Surroundings = {
    now: () => time,
    wait: (ms, signal) =>
      new Promise((end) => {
        waits.push({ ms, end });
        signal.addEventListener("abort", () => end());
      }),
    everySecond: (run) => {
      ticks.add(run);
      return () => ticks.delete(run);
    },
  };
  return {
    surroundings,
    waits,
    ticks,
    pass: (ms: number) => (time += ms),
    /** Ends the pause before the next attempt. */
    endWait: () => waits.splice(0).forEach(({ end }) => end()),
  };
}
