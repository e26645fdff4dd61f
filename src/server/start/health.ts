// Whether the server lives, and whether it can do its work: asked by balancers, so cheap and mute.

import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Services } from "../context.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";

const patience = 2000;
/** Share of the disk that must be free. */
const leastFree = 0.02;
/** Balancers ask every second, several at once; the answer is this old at most. */
const freshness = 1000;

export type Health = {
  /** Rejects or resolves with the names of what does not work; an empty list is ready. */
  faults(): Promise<readonly string[]>;
};

type Parts = Pick<Services, "db"> & { files: ObjectStore; dataDir: string };

/** Checks the database (a write), the object store (write and read) and the disk. */
export function openHealth({ db, files, dataDir }: Parts): Health {
  const checks: Record<string, () => Promise<unknown>> = {
    // A temporary sequence number needs a writing connection, and leaves nothing behind.
    database: () => db.execute(sql`select pg_current_xact_id()`),
    objects: () => files.check(),
    disk: async () => {
      const disk = await statfs(dataDir);
      if (disk.bavail < disk.blocks * leastFree) throw new Error("the disk is nearly full");
    },
  };
  let asked = 0;
  let answer: Promise<readonly string[]> = Promise.resolve([]);
  return {
    faults() {
      if (Date.now() - asked > freshness) {
        asked = Date.now();
        answer = findFaults(checks);
      }
      return answer;
    },
  };
}

async function findFaults(checks: Record<string, () => Promise<unknown>>): Promise<string[]> {
  const tried = Object.entries(checks).map(async ([name, check]) => {
    const tooLong = sleep(patience, true, { ref: false });
    const failed = await Promise.race([
      check().then(
        () => false,
        () => true,
      ),
      tooLong,
    ]);
    return failed ? name : null;
  });
  return (await Promise.all(tried)).filter((name) => name !== null);
}

/** Adds `/api/health/live` and `/api/health/ready`, which need no session. */
export function addHealth(door: FastifyInstance, health: Health): void {
  door.get("/api/health/live", async (_request, reply) => {
    await reply.header("cache-control", "no-store").send({ status: "live" });
  });
  door.get("/api/health/ready", async (_request, reply) => {
    const faults = await health.faults();
    await reply
      .code(faults.length === 0 ? 200 : 503)
      .header("cache-control", "no-store")
      .send(faults.length === 0 ? { status: "ready" } : { status: "not ready", faults });
  });
}
