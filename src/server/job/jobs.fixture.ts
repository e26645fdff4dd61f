// A worker process that tests kill. It runs the test jobs on a given database.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pino from "pino";
import { z } from "zod";
import { openObjectFolder } from "../adapters/object-folder.ts";
import { failure } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import { defineJob, type Job } from "./job.ts";
import { openJobs } from "./jobs.ts";
import { connect } from "../store/database.ts";
import { task } from "../store/schema/plant.ts";

/** Ends the waiting of jobs that hang, by their input. */
export const releases = new Map<string, () => void>();

const wait = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

export const testJobs: readonly Job[] = [
  defineJob({
    name: "count",
    input: z.object({ to: z.number().int() }),
    async run(_services, { to }, progress) {
      for (let step = 1; step <= to; step += 1) await progress.step(step, to);
      await progress.step(to, to, { reason: "counted", values: { to } });
      return { to };
    },
  }),
  defineJob({
    name: "refuse",
    input: z.object({}),
    async run() {
      throw failure("FILE_REFUSED", { reason: "not_geojson", line: 3 });
    },
  }),
  defineJob({
    name: "break",
    input: z.object({ at: z.number().optional(), upload: z.string().optional() }),
    uploads: ({ upload }) => (upload === undefined ? [] : [upload]),
    async run(_services, { at = 0 }, progress) {
      if (at > 0) await progress.step(at, 5, { reason: "twin_reading", values: { file: "a.kml" } });
      throw new Error("secret detail");
    },
  }),
  defineJob({
    name: "full",
    input: z.object({ upload: z.string() }),
    uploads: ({ upload }) => [upload],
    async run() {
      const code = "ENOSPC";
      throw new Error("write", { cause: Object.assign(new Error("no space left"), { code }) });
    },
  }),
  defineJob({
    name: "cut_off",
    input: z.object({ upload: z.string() }),
    uploads: ({ upload }) => [upload],
    async run({ db, files }, { upload }, progress) {
      const content = (await files.read(upload)).toString();
      if (content === "again") return { content };
      await files.put(upload, Buffer.from("again"));
      await progress.step(1, 2);
      // PostgreSQL ends the connection that asks.
      await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
      return {};
    },
  }),
  defineJob({
    name: "sleep",
    input: z.object({ milliseconds: z.number() }),
    async run(_services, { milliseconds }, progress) {
      await progress.step(1, 2, { reason: "asleep", values: { pid: process.pid } });
      await wait(milliseconds);
      return { pid: process.pid };
    },
  }),
  defineJob({
    name: "hang",
    input: z.object({ obeys: z.boolean(), release: z.string() }),
    async run({ db, files }, { obeys, release }, progress, { signal }) {
      await progress.step(1, 2, { reason: "asleep" });
      if (obeys) await sleep(600_000, undefined, { signal });
      // It hears of nothing but its release.
      await new Promise<void>((wake) => releases.set(release, wake));
      await files.put(release, Buffer.from("late")).catch(() => undefined);
      await db.transaction((transaction) => transaction.insert(task).values({ name: release }));
      return {};
    },
  }),
  defineJob({
    name: "careful",
    input: z.object({ staged: z.string() }),
    async run({ files }, { staged }, progress) {
      try {
        await progress.step(1, 2, { reason: "begun" });
        for (let waited = 0; waited < 60; waited += 1) {
          await wait(50);
          await progress.step(1, 2);
        }
        return {};
      } finally {
        await files.remove(staged);
      }
    },
  }),
];

/** Opens the queue of the tests on a database and a folder of objects. */
export async function openTestJobs(
  ownerUrl: string,
  concurrency: number,
  folder: string,
  log = pino({ level: "silent" }),
) {
  const { db, close } = connect(ownerUrl, 4);
  const files = await openObjectFolder(folder);
  const services = { db, log, files, now: () => new Date() } as unknown as Services;
  const jobs = await openJobs(services, ownerUrl, testJobs, concurrency, {
    lookMs: 50,
    giveUpMs: 500,
    recoverEveryMs: 300,
    lockedAfterMs: 1500,
    stopTimeoutMs: 1000,
  });
  return { ...jobs, stop: () => jobs.stop().then(close) };
}

if (process.argv[1] === import.meta.filename) {
  await openTestJobs(process.argv[2] ?? "", 2, process.argv[3] ?? "");
  process.stdout.write("ready\n");
}
