// Ends a running task that users cancel, also one that hangs: it gets an abort signal and a while to end, then
// it is given up, and what it still does has no effect.

import { eq } from "drizzle-orm";
import type { RequestedEnd } from "../../domain/analysis/task.ts";
import type { Database, Services } from "../context.ts";
import type { Readers } from "../file-reader/readers.ts";
import { task } from "../store/schema/plant.ts";
import { closableDatabase } from "./closable-database.ts";
import { stoppableFiles } from "./stoppable-files.ts";

export type EndingPace = {
  /** Milliseconds between two looks whether users have ended the task. */
  readonly lookMs: number;
  /** Milliseconds that the job has after the signal. */
  readonly giveUpMs: number;
};
export const endingPace: EndingPace = { lookMs: 1000, giveUpMs: 10_000 };

/** Thrown in a job after users ended its task, and the reason of its signal. */
export class TaskEnded extends Error {
  readonly state: RequestedEnd;
  constructor(state: RequestedEnd) {
    super(`users ended the task as ${state}`);
    this.state = state;
  }
}

/**
 * Runs the work until it ends or is given up. Its services end with it: its readings are killed at the signal,
 * and once it is given up its database and its files do nothing more.
 * @throws TaskEnded where users ended the task, and the errors of the work
 */
export async function runUntilEnded<Result>(
  services: Services,
  taskId: number,
  { lookMs, giveUpMs }: EndingPace,
  work: (services: Services, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { db } = services;
  const ending = new AbortController();
  const { signal } = ending;
  const database = closableDatabase(db);
  const files = stoppableFiles(services.files);
  const own: Services = {
    ...services,
    db: database.db,
    files: files.files,
    readers: endingReaders(services.readers, signal),
  };
  let giveUp: (ended: unknown) => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => (giveUp = reject));
  let patience: NodeJS.Timeout | undefined;
  const look = setInterval(() => {
    void requestedEnd(db, taskId).then((wanted) => {
      if (!wanted || signal.aborted) return;
      const ended = new TaskEnded(wanted);
      ending.abort(ended);
      patience = setTimeout(() => {
        files.stop();
        void database.close().then(() => giveUp(ended));
      }, giveUpMs);
    });
  }, lookMs);
  const running = work(own, signal);
  try {
    return await Promise.race([running, givenUp]);
  } catch (error) {
    const isEnd = error instanceof Error && error.name === "AbortError" && signal.aborted;
    throw isEnd ? signal.reason : error;
  } finally {
    clearInterval(look);
    clearTimeout(patience);
    // What was given up may still fail.
    running.catch(() => undefined);
  }
}

/** Null while the database is away: it is asked again. */
async function requestedEnd(db: Database, taskId: number): Promise<RequestedEnd | null> {
  const rows = await db
    .select({ wanted: task.end_requested })
    .from(task)
    .where(eq(task.id, taskId))
    .catch(() => []);
  return rows[0]?.wanted ?? null;
}

/** The same processes; the signal kills the one that reads for this task. */
function endingReaders(readers: Readers, signal: AbortSignal): Readers {
  return {
    ...readers,
    now: (name, order) => readers.now(name, { ...order, signal }),
    later: (name, order) => readers.later(name, { ...order, signal }),
    picture: (name, order) => readers.picture(name, { ...order, signal }),
    tile: (name, order) => readers.tile(name, { ...order, signal }),
  };
}
