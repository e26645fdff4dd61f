// Notices a database that does not answer, such as a frozen one. Calls then fail at once instead of waiting.

import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Connection } from "./database.ts";

const everyMs = 1000;
/** The database is away when it gave no answer for this long. */
const answerWithinMs = 4000;
/** A timer that is later than this shows that this process was busy, not the database. */
const lateMs = 500;

export type DatabaseWatch = { stop(): void };

/**
 * Asks the database every second. While it does not answer, the connections refuse calls, and calls that
 * wait for an answer fail. Both are errors of an outage (`isDatabaseAway`).
 */
export function watchDatabase(
  url: string,
  connections: readonly Connection[],
  onChange: (isAway: boolean) => void = () => undefined,
): DatabaseWatch {
  let isStopped = false;
  let isAway = false;
  let session: Promise<Client> | null = null;

  async function openSession(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      application_name: "solar-inspection watch",
      keepAlive: true,
    });
    const forget = () => (session = null);
    client.on("error", forget);
    client.on("end", forget);
    await client.connect();
    return client;
  }

  /** Resolves to false if the database refuses, which calls notice by themselves. */
  async function ask(): Promise<boolean> {
    session ??= openSession();
    try {
      await (await session).query("select 1");
      return true;
    } catch {
      session = null;
      return false;
    }
  }

  async function isSilent(answer: Promise<unknown>): Promise<boolean> {
    const waiting = answer.then(() => false);
    for (;;) {
      const due = performance.now() + answerWithinMs;
      const timeout = sleep(answerWithinMs, true, { ref: false });
      if (!(await Promise.race([waiting, timeout]))) return false;
      // The answer may have arrived while this process was busy.
      if (performance.now() - due < lateMs) return true;
    }
  }

  function change(away: boolean): void {
    if (away === isAway || isStopped) return;
    isAway = away;
    for (const connection of connections) connection.setAway(away);
    onChange(away);
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      const answer = ask();
      if (await isSilent(answer)) {
        change(true);
        await answer;
      }
      // A refusal is an answer too: the connections get the same one.
      change(false);
      await sleep(everyMs, undefined, { ref: false });
    }
  }

  void watch();
  return {
    stop() {
      isStopped = true;
      void session?.then((client) => client.end()).catch(() => undefined);
      session = null;
    },
  };
}
