// The task queue: a task row for the user and a job in pg-boss, written in one transaction.

import { and, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { unfinishedStates } from "../../domain/analysis/task.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Database, Services } from "../context.ts";
import type { Job } from "./job.ts";
import { endTask, interrupted } from "./end-task.ts";
import { runTask } from "./job-runner.ts";
import { task } from "../store/schema/plant.ts";
import { turnOf } from "./fair-turn.ts";
import { stoppableFiles } from "./stoppable-files.ts";
import { endingPace, type EndingPace } from "./task-ending.ts";
import { openTaskLocks } from "./task-lock.ts";

const queue = "task";
/** A task is begun again after this many crashes. After one more it may be their cause, so it fails. */
const retryLimit = 2;
const lockRetryMs = 1000;

export type JobPace = EndingPace & {
  /** Milliseconds between two looks for tasks of dead processes. */
  readonly recoverEveryMs: number;
  /** A task that was fetched so long ago holds its lock, unless its process died. */
  readonly lockedAfterMs: number;
  /** Milliseconds that a running task gets to end when the server stops. */
  readonly stopTimeoutMs: number;
};
const jobPace: JobPace = {
  ...endingPace,
  recoverEveryMs: 2000,
  lockedAfterMs: 5000,
  stopTimeoutMs: 4000,
};

export type Launch = {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly plant_id?: number | undefined;
  readonly analysis_id?: number | undefined;
  /** Account that the task belongs to; null for tasks of the server. */
  readonly account_id: number | null;
  /** Runs in the transaction that stores the task. */
  readonly also?: (transaction: Database) => Promise<void>;
};

type UnfinishedJob = {
  id: string;
  task_id: number;
  /** A worker fetched it long enough ago that it holds the lock of the task, unless it died. */
  begun: boolean;
};

export type Jobs = {
  /** Stores the task and its job. Returns the ID of the task. @throws for an unknown job or an invalid input */
  launch(launch: Launch): Promise<number>;
  /** Stops taking tasks and waits briefly for running ones. The next start repeats the rest. */
  stop(): Promise<void>;
};

/**
 * Opens the queue and, where `concurrency` is above 0, runs tasks in this process.
 * @param services what jobs receive; its `db` is connected as the owner of the tables
 * @param ownerUrl the same database, for the queue's own tables
 * @param pace how soon tasks end that users end, and those of dead processes begin again
 */
export async function openJobs(
  services: Services,
  ownerUrl: string,
  registry: readonly Job[],
  concurrency: number,
  pace = jobPace,
): Promise<Jobs> {
  const { db, log } = services;
  const byName = new Map(registry.map((job) => [job.name, job]));
  const boss = new PgBoss({ connectionString: ownerUrl, max: 4, schedule: false });
  boss.on("error", (error) => log.error(error, "the task queue met an error"));
  await boss.start();
  // Without the heartbeat of the queue, which would repeat the task of a process that is alive but busy.
  // Database locks detect dead processes reliably and sooner; see decisions/job-locks.md.
  const ago = sql`now() - ${`${pace.lockedAfterMs} milliseconds`}::interval`;
  const options = {
    retryLimit,
    expireInSeconds: 12 * 3600,
    deleteAfterSeconds: 3600,
  };
  await boss.createQueue(queue, options);
  // A queue of an earlier version has a heartbeat.
  await db.execute(sql`update pgboss.queue set heartbeat_seconds = null where name = ${queue}`);
  const locks = openTaskLocks(ownerUrl);
  const stoppable = stoppableFiles(services.files);
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let workerId = "";

  async function run(taskId: number): Promise<void> {
    const work = () => runTask({ ...services, files: stoppable.files }, byName, taskId, pace);
    // If another process holds the lock, the job was repeated although that process is alive but slow.
    // This job waits for it: if it ended now, a crash would leave a task without a job.
    const done = (async () => {
      while (!isStopping && !(await locks.withLock(taskId, work)) && (await isUnfinished(taskId))) {
        await sleep(lockRetryMs);
      }
    })();
    running.add(done);
    await done.finally(() => running.delete(done));
  }

  async function isUnfinished(taskId: number): Promise<boolean> {
    const { id, state } = task;
    return (await db.$count(task, and(eq(id, taskId), inArray(state, unfinishedStates)))) > 0;
  }

  async function launch(request: Launch): Promise<number> {
    const job = byName.get(request.name);
    if (!job) throw new Error(`no such job: ${request.name}`);
    job.input.parse(request.input);
    const { name, input, plant_id, analysis_id, account_id: created_by } = request;
    const id = await db.transaction(async (transaction) => {
      const [row] = await transaction
        .insert(task)
        .values({ name, input, plant_id, analysis_id, created_by })
        .returning({ id: task.id });
      if (!row) throw new Error("the task was not stored");
      await request.also?.(transaction);
      const priority = await turnOf(transaction, queue, row.id);
      await boss.send(queue, { task_id: row.id }, { priority, db: fromDrizzle(transaction, sql) });
      return row.id;
    });
    if (workerId !== "") boss.notifyWorker(workerId);
    return id;
  }

  /** Queues the tasks that transactions of requests stored without a job. */
  async function queueStored(): Promise<void> {
    const { rows } = await db.execute<{ id: number }>(sql`
      select id from task where state = 'PENDING' and not exists (
        select from pgboss.job where name = ${queue} and (data->>'task_id')::int = task.id
          and state in ('created', 'retry', 'active')) order by id`);
    for (const { id } of rows) {
      const send = async () =>
        boss.send(queue, { task_id: id }, { priority: await turnOf(db, queue, id) });
      await locks.withLock(id, send);
    }
  }

  /** Repeats the tasks of dead processes. A task that was repeated too often fails. */
  async function recover(): Promise<void> {
    const { rows: jobs } = await db.execute<UnfinishedJob>(sql`
      select id, (data->>'task_id')::int as task_id,
        state = 'active' and started_on < ${ago} as begun
      from pgboss.job where name = ${queue} and state in ('created', 'retry', 'active')`);
    for (const { id, task_id, begun } of jobs) {
      if (begun)
        await locks.withLock(task_id, () => boss.fail(queue, id, { cause: "interrupted" }));
    }
    const waiting = jobs.map(({ task_id }) => task_id);
    const lost = await db
      .select({ id: task.id, name: task.name })
      .from(task)
      .where(
        and(
          eq(task.state, "RUNNING"),
          notInArray(task.id, [0, ...waiting]),
          // A younger task may have been stored after the jobs were read above.
          lt(task.created_at, ago),
        ),
      );
    for (const { id, name } of lost) {
      await locks.withLock(id, () =>
        endTask(db, byName.get(name), id, {
          state: "FAILED",
          error: null,
          problems: [interrupted],
        }),
      );
    }
  }

  let recovering = Promise.resolve();
  const recoverSafely = () => {
    recovering = recovering
      .then(queueStored)
      .then(recover)
      .catch((error: unknown) => log.error(error, "interrupted tasks were not recovered"));
    return recovering;
  };
  let timer: NodeJS.Timeout | undefined;
  if (concurrency > 0) {
    await recoverSafely();
    timer = setInterval(recoverSafely, pace.recoverEveryMs);
    workerId = await boss.work<{ task_id: number }>(
      queue,
      { pollingIntervalSeconds: 0.5, localConcurrency: concurrency, batchSize: 1 },
      async ([job]) => (job ? run(job.data.task_id) : undefined),
    );
  }
  return {
    launch,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await recovering;
      if (workerId !== "") await boss.offWork(queue, { wait: false });
      await Promise.race([
        Promise.all(running),
        sleep(pace.stopTimeoutMs, undefined, { ref: false }),
      ]);
      if (running.size > 0) stoppable.stop();
      await boss.stop({ graceful: false });
      await locks.close();
    },
  };
}
