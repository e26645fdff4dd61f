// Requests to shut the server down, and the order in which its parts close.

import { setTimeout as sleep } from "node:timers/promises";

/**
 * Signals within this time belong to one request: a Ctrl-C reaches this process directly and once more
 * through `npm start`.
 */
const sameRequestMs = 1000;

export type ShutdownRequest = {
  /**
   * Resolves at the first request: Ctrl-C, SIGTERM, a closed terminal, or the end of `start.mjs`. Answers the
   * signal, or `disconnect`.
   */
  readonly asked: Promise<string>;
  /** Resolves at a later one: nothing waits for clients and tasks any more. */
  readonly hurry: Promise<void>;
};

export function shutdownRequest(): ShutdownRequest {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<void>();
  let askedAt: number | null = null;
  const ask = (reason: string) => {
    askedAt ??= performance.now();
    first.resolve(reason);
    if (performance.now() - askedAt > sameRequestMs) second.resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  if (process.channel) {
    process.channel.unref();
    // The channel closes even if `start.mjs` is killed.
    process.once("disconnect", () => ask("disconnect"));
  }
  return { asked: first.promise, hurry: second.promise };
}

type Part = {
  readonly name: string;
  /** Milliseconds after which the next part closes, whether this one has ended or not. */
  readonly within: number;
  /** Waits also if the user is in a hurry: for the database, whose folder must be complete. */
  readonly always?: boolean;
  end(): Promise<unknown> | void;
};

/** The parts that were opened. They close in reverse order. */
export function openParts(): {
  add(part: Part): void;
  close(hurry: Promise<void>): Promise<void>;
} {
  const parts: Part[] = [];
  return {
    add: (part) => void parts.push(part),
    async close(hurry) {
      for (const { name, within, always, end } of parts.splice(0).toReversed()) {
        const complain = (error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`);
        const ending = Promise.resolve().then(end).catch(complain);
        const patience = [ending, sleep(within)];
        await Promise.race(always ? patience : [...patience, hurry]);
      }
    },
  };
}
