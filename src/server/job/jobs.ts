// The task queue: a task row for the user and a job in pg-boss, written together or not at all.

import { and, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { setTimeout as sleep } from "node:timers/promises";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Services } from "../context.ts";
import type { Job } from "./job.ts";
import { runTask } from "./job-runner.ts";
import { task } from "../store/schema/plant.ts";
import { stoppableFiles } from "./stoppable-files.ts";
import { openTaskLocks } from "./task-lock.ts";

const queue = "task";
/** A crash may repeat a task this often; then it is reported as failed. */
const retryLimit = 3;
const recoverEvery = 2000;
const waitForHolder = 1000;
/** Milliseconds that a running task gets to end when the server stops. */
const stopPatience = 4000;
const unfinished = ["PENDING", "RUNNING"] as const;

export type Launch = {
  readonly name: string;
  readonly input: Record<string, unknown>;
  readonly plant_id?: number | undefined;
  readonly analysis_id?: number | undefined;
  /** Whose task it is; null for the server's own. */
  readonly account_id: number | null;
};

type UnfinishedJob = {
  id: string;
  task_id: number;
  /** Fetched by a worker long enough ago that it must hold the task's lock, if it lives. */
  begun: boolean;
};

export type Jobs = {
  /** Stores the task and its job; answers the task's id. Refuses an input that the job does not take. */
  launch(launch: Launch): Promise<number>;
  /** Takes no more tasks and waits a moment for the running ones; the rest is repeated by the next start. */
  stop(): Promise<void>;
};

/**
 * Opens the queue and, where `concurrency` is above 0, runs tasks in this process.
 * @param services what jobs hold; its `db` belongs to the owner of the tables
 * @param ownerUrl the same database, for the queue's own tables
 */
export async function openJobs(
  services: Services,
  ownerUrl: string,
  registry: readonly Job[],
  concurrency: number,
): Promise<Jobs> {
  const { db, log } = services;
  const byName = new Map(registry.map((job) => [job.name, job]));
  const boss = new PgBoss({ connectionString: ownerUrl, max: 4, schedule: false });
  boss.on("error", (error) => log.error(error, "the task queue met an error"));
  await boss.start();
  // No heartbeat of the queue: it repeats the task of a living process that is busy. The locks of the
  // database say who lives, and say it sooner; see decisions/job-locks.md.
  const options = {
    retryLimit,
    expireInSeconds: 12 * 3600,
    deleteAfterSeconds: 3600,
  };
  await boss.createQueue(queue, options);
  // A queue made by an earlier version has one.
  await db.execute(sql`update pgboss.queue set heartbeat_seconds = null where name = ${queue}`);
  const locks = openTaskLocks(ownerUrl);
  const stoppable = stoppableFiles(services.files);
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let workerId = "";

  async function run(taskId: number): Promise<void> {
    const work = () => runTask({ ...services, files: stoppable.files }, byName, taskId);
    // Held by somebody else, it is a job that was repeated although its process lives, only slowly.
    // This one waits for that: were it done already, a crash would leave a task without any job.
    const done = (async () => {
      while (!isStopping && !(await locks.holding(taskId, work)) && (await isUnfinished(taskId))) {
        await sleep(waitForHolder);
      }
    })();
    running.add(done);
    await done.finally(() => running.delete(done));
  }

  async function isUnfinished(taskId: number): Promise<boolean> {
    const { id, state } = task;
    return (await db.$count(task, and(eq(id, taskId), inArray(state, unfinished)))) > 0;
  }

  async function launch(launched: Launch): Promise<number> {
    const job = byName.get(launched.name);
    if (!job) throw new Error(`no such job: ${launched.name}`);
    job.input.parse(launched.input);
    const { name, input, plant_id, analysis_id, account_id: created_by } = launched;
    const id = await db.transaction(async (transaction) => {
      const [row] = await transaction
        .insert(task)
        .values({ name, input, plant_id, analysis_id, created_by })
        .returning({ id: task.id });
      if (!row) throw new Error("the task was not stored");
      await boss.send(queue, { task_id: row.id }, { db: fromDrizzle(transaction, sql) });
      return row.id;
    });
    if (workerId !== "") boss.notifyWorker(workerId);
    return id;
  }

  /** Repeats what a dead process was running, and fails what was repeated too often. */
  async function recover(): Promise<void> {
    const { rows: jobs } = await db.execute<UnfinishedJob>(sql`
      select id, (data->>'task_id')::int as task_id,
        state = 'active' and started_on < now() - interval '5 seconds' as begun
      from pgboss.job where name = ${queue} and state in ('created', 'retry', 'active')`);
    for (const { id, task_id, begun } of jobs) {
      if (begun) await locks.holding(task_id, () => boss.fail(queue, id, { cause: "interrupted" }));
    }
    const waiting = jobs.map(({ task_id }) => task_id);
    const lost = await db
      .select({ id: task.id })
      .from(task)
      .where(
        and(
          inArray(task.state, unfinished),
          notInArray(task.id, [0, ...waiting]),
          // A task younger than this may have been stored after its jobs were read above.
          lt(task.created_at, sql`now() - interval '5 seconds'`),
        ),
      );
    for (const { id } of lost) {
      await locks.holding(id, async () => {
        const problems = [{ reason: "task_interrupted" }];
        await db
          .update(task)
          .set({ state: "FAILED", problems, finished_at: sql`now()` })
          .where(and(eq(task.id, id), inArray(task.state, unfinished)));
      });
    }
  }

  let recovering = Promise.resolve();
  const recoverSafely = () => {
    recovering = recovering
      .then(recover)
      .catch((error: unknown) => log.error(error, "interrupted tasks were not recovered"));
    return recovering;
  };
  let timer: NodeJS.Timeout | undefined;
  if (concurrency > 0) {
    await recoverSafely();
    timer = setInterval(recoverSafely, recoverEvery);
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
      await Promise.race([Promise.all(running), sleep(stopPatience, undefined, { ref: false })]);
      if (running.size > 0) stoppable.stop();
      await boss.stop({ graceful: false });
      await locks.close();
    },
  };
}
