// Keeps the embedded PostgreSQL running: starts it again when it has ended without being asked to.

import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedPostgres, PostgresAddress } from "./postgres.ts";

/** Milliseconds before each further try. The last one repeats: a full disk may have room later. */
const pausesMs = [0, 250, 500, 1000, 2000, 5000] as const;
/** A database that ran for this long starts again without a pause. */
const soundAfterMs = 60_000;
/** One that started, and ended sooner, waits no longer than this pause: pauses grow for starts that fail. */
const mostAfterStart = 2;

export type KeptPostgres = PostgresAddress & {
  /** Stops it cleanly. It is safe to call this twice. */
  stop(): Promise<void>;
};

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/**
 * @param start starts it on the same address each time
 * @param onEvent gets one line for each end and each failed start
 * @param pauseFor waits so many milliseconds, or until the signal
 * @throws the fault of the first start
 */
export async function keepPostgres(
  start: () => Promise<EmbeddedPostgres>,
  onEvent: (event: string) => void,
  pauseFor = wait,
): Promise<KeptPostgres> {
  let current = await start();
  const { appUrl, ownerUrl } = current;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;

  async function keep(): Promise<void> {
    let tries = 0;
    for (;;) {
      const begun = performance.now();
      await current.ended;
      if (isStopping()) return;
      onEvent("PostgreSQL has ended and is started again");
      tries = performance.now() - begun > soundAfterMs ? 0 : Math.min(tries, mostAfterStart);
      while (!isStopping()) {
        await pauseFor(pausesMs[Math.min(tries++, pausesMs.length - 1)] ?? 0, stopping.signal);
        if (isStopping()) return;
        try {
          current = await start();
          break;
        } catch (error) {
          onEvent(`PostgreSQL does not start: ${error instanceof Error ? error.message : error}`);
        }
      }
    }
  }

  const keeping = keep();
  return {
    appUrl,
    ownerUrl,
    async stop() {
      stopping.abort();
      await current.stop();
      await keeping;
      // A start that ran meanwhile has replaced it.
      await current.stop();
    },
  };
}
