import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../api/index.ts";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { readMetrics, valueOf } from "../../../tests/fixtures/prometheus-text.ts";
import { connect } from "../store/database.ts";
import { openMetrics, type Metrics } from "./metrics.ts";
import { openMetricsServer, type MetricsServer } from "./metrics-server.ts";

const log = { error: () => undefined };
let server: TestServer;
let page: MetricsServer;

beforeAll(async () => {
  server = await startTestServer(undefined, { METRICS_PORT: "1" });
  if (server.metrics === null) throw new Error("no metrics");
  page = await openMetricsServer(server.metrics, { host: "127.0.0.1", port: 0, log });
});
afterAll(async () => {
  await page.close();
  await server.close();
});

function read(port = page.port) {
  return readMetrics(`http://127.0.0.1:${port}/metrics`);
}

describe("the metrics", () => {
  it("count and time requests by the pattern of their route and their status", async () => {
    const route = "/api/auth/analysis/:id";
    const secret = 987_654_321;
    for (let turn = 0; turn < 3; turn += 1) {
      await server.ask(api.analysis.read, "super_admin", { params: { id: secret } });
    }
    await server.ask(api.analysis.read, null, { params: { id: secret } });
    await server.fetch(`/api/no-such-address/${secret}?name=Helios`);
    const { text, samples } = await read();
    const count = (labels: Record<string, string>) =>
      valueOf(samples, "http_request_duration_seconds_count", labels);
    expect(count({ method: "GET", route, status: "404" })).toBe(3);
    expect(count({ method: "GET", route, status: "401" })).toBe(1);
    expect(text).not.toContain(String(secret));
    expect(text).not.toMatch(/Helios|example\.com/);
    const labels = { method: "GET", route, status: "404" };
    const buckets = (samples.get("http_request_duration_seconds_bucket") ?? []).filter((sample) =>
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    );
    // Buckets are cumulative, and the last one holds all requests.
    expect(buckets.at(-1)).toMatchObject({ labels: { le: "+Inf" }, value: 3 });
    const values = buckets.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    const sum = valueOf(samples, "http_request_duration_seconds_sum", labels);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(30);
  });

  it("show the queue, the uploads, the pools and the process", async () => {
    const { db } = server.database.owner;
    await db.execute(sql`delete from task`);
    await db.execute(sql`insert into task (name, input, state, created_at) values
      ('evaluate_analysis', '{}', 'PENDING', now() - interval '90 seconds'),
      ('evaluate_analysis', '{}', 'PENDING', now() - interval '5 seconds'),
      ('evaluate_analysis', '{}', 'RUNNING', now()),
      ('evaluate_analysis', '{}', 'FAILED', now())`);
    const { samples } = await read();
    expect(valueOf(samples, "database_up")).toBe(1);
    expect(valueOf(samples, "task_queue_length", { state: "PENDING" })).toBe(2);
    expect(valueOf(samples, "task_queue_length", { state: "RUNNING" })).toBe(1);
    expect(valueOf(samples, "task_dead_letters")).toBe(1);
    const age = valueOf(samples, "task_queue_oldest_seconds") ?? NaN;
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(120);
    expect(valueOf(samples, "uploads_running")).toBe(0);
    const seals = valueOf(samples, "audit_seals");
    await db.execute(sql`insert into audit_entry (action) values ('sign_in')`);
    expect(valueOf((await read()).samples, "audit_seals")).toBe(Number(seals) + 1);
    const { pool } = server.database.owner;
    const used = valueOf(samples, "database_pool_connections", { pool: "owner", state: "used" });
    const idle = valueOf(samples, "database_pool_connections", { pool: "owner", state: "idle" });
    expect((used ?? NaN) + (idle ?? NaN)).toBe(pool.totalCount);
    expect(valueOf(samples, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(valueOf(samples, "nodejs_eventloop_lag_p99_seconds")).toBeDefined();
  });

  it("say that the database is away, and still show the rest", async () => {
    const away = connect("postgres://a:b@127.0.0.1:1/c", 1);
    const metrics: Metrics = openMetrics(away.db, { app: away.pool });
    const other = await openMetricsServer(metrics, { host: "127.0.0.1", port: 0, log });
    const { samples } = await read(other.port);
    expect(valueOf(samples, "database_up")).toBe(0);
    expect(valueOf(samples, "task_queue_length", { state: "PENDING" })).toBeUndefined();
    expect(valueOf(samples, "task_queue_oldest_seconds")).toBeUndefined();
    expect(valueOf(samples, "process_resident_memory_bytes")).toBeGreaterThan(0);
    await other.close();
    await away.close();
  });

  it("are no address of the app, and nothing else is on their port", async () => {
    expect((await server.fetch("/metrics")).headers.get("content-type")).not.toMatch(/version=0/);
    const at = `http://127.0.0.1:${page.port}`;
    expect((await fetch(`${at}/api/health/live`)).status).toBe(404);
    expect((await fetch(`${at}/metrics`, { method: "POST" })).status).toBe(405);
  });

  it("refuse a port that is taken", async () => {
    const options = { host: "127.0.0.1", port: page.port, log };
    await expect(openMetricsServer(server.metrics as Metrics, options)).rejects.toThrow(
      `Port ${page.port} is taken by another program. Stop it, or set METRICS_PORT to another port.`,
    );
  });
});
