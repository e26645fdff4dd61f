// Health checks for load balancers: whether the server runs, and whether it can work.

import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import type { Disk, Room } from "../adapters/disk.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";

const checkTimeoutMs = 2000;
/** Load balancers call often, so an answer is reused for this time. */
const cacheMs = 1000;

export type Health = {
  /** Names of the checks that fail; an empty list means ready. */
  faults(): Promise<readonly string[]>;
  /** What is free on the disk, and what is kept. */
  room?(): Promise<Room>;
};

type Parts = Pick<Services, "db"> & { files: ObjectStore; disk: Disk };

/** Checks the database (a write), the object store (write and read) and the disk. */
export function openHealth({ db, files, disk }: Parts): Health {
  const checks: Record<string, () => Promise<unknown>> = {
    // A transaction ID needs a writable database and stores nothing.
    database: () => db.execute(sql`select pg_current_xact_id()`),
    objects: () => files.check(),
    disk: async () => {
      if ((await disk.room()).is_short) throw new Error("the disk is nearly full");
    },
  };
  let checkedAt = 0;
  let answer: Promise<readonly string[]> = Promise.resolve([]);
  return {
    room: disk.room,
    faults() {
      if (Date.now() - checkedAt > cacheMs) {
        checkedAt = Date.now();
        answer = findFaults(checks);
      }
      return answer;
    },
  };
}

async function findFaults(checks: Record<string, () => Promise<unknown>>): Promise<string[]> {
  const results = Object.entries(checks).map(async ([name, check]) => {
    const timeout = sleep(checkTimeoutMs, true, { ref: false });
    const failed = await Promise.race([
      check().then(
        () => false,
        () => true,
      ),
      timeout,
    ]);
    return failed ? name : null;
  });
  return (await Promise.all(results)).filter((name) => name !== null);
}

/** Adds `/api/health/live` and `/api/health/ready`, which need no session. */
export function addHealth(app: FastifyInstance, health: Health): void {
  app.get("/api/health/live", async (_request, reply) => {
    await reply.header("cache-control", "no-store").send({ status: "live" });
  });
  app.get("/api/health/ready", async (_request, reply) => {
    const faults = await health.faults();
    const { free_mb, kept_mb } = (await health.room?.()) ?? {};
    const disk = faults.includes("disk") ? { disk: { free_mb, kept_mb } } : {};
    await reply
      .code(faults.length === 0 ? 200 : 503)
      .header("cache-control", "no-store")
      .send(faults.length === 0 ? { status: "ready" } : { status: "not ready", faults, ...disk });
  });
}
