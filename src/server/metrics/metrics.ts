// Numbers about this process and its database, in the text format of Prometheus.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { unfinishedStates } from "../../domain/analysis/task.ts";
import type { Database } from "../context.ts";

/** Milliseconds that the page waits for the database. Prometheus itself gives up after 10 seconds. */
const countTimeoutMs = 3000;
/** Upper bounds in seconds: from answers of memory to long uploads. */
const durationBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What is known of a pool of connections; `pg.Pool` has these fields. */
export type PoolCounts = {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};

export type Metrics = {
  /** @param route pattern of the address, such as `/api/auth/plant/:id` */
  countRequest(method: string, route: string, status: number, seconds: number): void;
  readonly contentType: string;
  /** The page. Numbers of a database that does not answer are left out, and `database_up` is 0. */
  text(): Promise<string>;
};

/**
 * @param ownerDb sees the tasks and uploads of all customers; only their number is shown
 * @param pools the pools of this process by name
 */
export function openMetrics(
  ownerDb: Database,
  pools: Readonly<Record<string, PoolCounts>>,
): Metrics {
  const register = new Registry();
  // Memory, processor time, open files, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the head of a request to the end of its answer; its _count is the number of requests.",
    labelNames: ["method", "route", "status"],
    buckets: durationBounds,
    registers: [register],
  });
  addPools(register, pools);
  const writeCounts = addCounts(register);
  return {
    countRequest: (method, route, status, seconds) =>
      durations.observe({ method, route, status }, seconds),
    contentType: register.contentType,
    async text() {
      const timeout = sleep(countTimeoutMs, null, { ref: false });
      writeCounts(await Promise.race([readCounts(ownerDb).catch(() => null), timeout]));
      return register.metrics();
    },
  };
}

function addPools(register: Registry, pools: Readonly<Record<string, PoolCounts>>): void {
  const connections = new Gauge({
    name: "database_pool_connections",
    help: "Connections of this process to the database: in use and idle.",
    labelNames: ["pool", "state"],
    registers: [register],
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        connections.set({ pool, state: "used" }, totalCount - idleCount);
        connections.set({ pool, state: "idle" }, idleCount);
      }
    },
  });
  const waiting = new Gauge({
    name: "database_pool_waiting",
    help: "Queries that wait for a connection.",
    labelNames: ["pool"],
    registers: [register],
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools))
        waiting.set({ pool }, waitingCount);
    },
  });
}

type Counts = {
  readonly waiting: number;
  readonly running: number;
  readonly oldest_s: number;
  readonly dead_letters: number;
  readonly uploads: number;
  readonly upload_bytes: number;
  readonly seals: number;
};

/** Gauges of what the database counts. The returned function sets them, or removes their values for null. */
function addCounts(register: Registry): (counts: Counts | null) => void {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  const up = gauge("database_up", "1 if the database answered, else 0.");
  const tasks = gauge("task_queue_length", "Tasks by state.", ["state"]);
  const age = gauge("task_queue_oldest_seconds", "Age of the oldest waiting task; 0 without one.");
  const dead = gauge("task_dead_letters", "Tasks that failed and were not repeated.");
  const uploads = gauge("uploads_running", "Uploads of drone data that have begun and not ended.");
  const missing = gauge("uploads_missing_bytes", "Bytes that the running uploads still lack.");
  const seals = gauge(
    "audit_seals",
    "Place of the newest seal of the audit trail. It never falls, unless entries were removed.",
  );
  const gauges = [tasks, age, dead, uploads, missing, seals];
  return (counts) => {
    up.set(counts === null ? 0 : 1);
    if (counts === null) {
      for (const one of gauges) one.remove({});
      for (const state of unfinishedStates) tasks.remove({ state });
      return;
    }
    tasks.set({ state: "PENDING" }, counts.waiting);
    tasks.set({ state: "RUNNING" }, counts.running);
    age.set(counts.oldest_s);
    dead.set(counts.dead_letters);
    uploads.set(counts.uploads);
    missing.set(counts.upload_bytes);
    seals.set(counts.seals);
  };
}

async function readCounts(db: Database): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select t.*, u.*, a.* from
      (select count(*) filter (where state = 'PENDING')::int as waiting,
        count(*) filter (where state = 'RUNNING')::int as running,
        coalesce(extract(epoch from now() - min(created_at) filter (where state = 'PENDING')), 0)::float8
          as oldest_s,
        count(*) filter (where state = 'FAILED' and repeated_by is null)::int as dead_letters
      from task) t,
      (select count(*)::int as uploads, coalesce(sum(bytes - "offset"), 0)::float8 as upload_bytes
      from analysis_upload where state = 'running') u,
      (select coalesce(max(position), 0)::float8 as seals from audit_seal) a`);
  const [row] = rows;
  if (!row) throw new Error("the database counted nothing");
  return row;
}
