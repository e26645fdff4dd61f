import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import { postmasterOf } from "../src/server/adapters/postgres-cluster.ts";
import { task } from "../src/server/store/schema/plant.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { addPlant, largeTwin } from "./fixtures/large-import.ts";
import { startedWorker } from "./fixtures/server.ts";

/** Orchestrators kill what has not ended after ten seconds. */
const mostMs = 10_000;

let server: CrashingServer;
let plant_id = 0;
const sockets: Socket[] = [];

async function start(environment: Record<string, string> = {}): Promise<void> {
  server = await startCrashingServer(environment);
  plant_id = await server.withDatabase((db) => addPlant(db, server.customer_id));
}
beforeEach(() => {
  sockets.length = 0;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Sends text to the server and leaves the connection open. */
async function dangle(...lines: string[]): Promise<Socket> {
  const socket = connect(Number(new URL(server.process().url).port), "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  await new Promise((connected) => socket.once("connect", connected));
  socket.write(lines.join("\r\n"));
  return socket;
}

const signedHeaders = () =>
  Object.entries(server.headers()).map(([name, value]) => `${name}: ${value}`);
const multipart = [
  "content-type: multipart/form-data; boundary=x",
  "content-length: 30000000",
  "",
  "--x",
];

async function launchImport(): Promise<number> {
  const params = { id: plant_id };
  const { body } = await server.ask(api.digitalTwin.importFiles, {
    params,
    body: largeTwin(60_000),
  });
  return (body as { task_id: number }).task_id;
}

const stateOf = (id: number) =>
  server.withDatabase(async (db) => {
    const [row] = await db.select().from(task).where(eq(task.id, id));
    return row?.state;
  });

const untilRunning = (id: number) =>
  expect.poll(() => stateOf(id), { timeout: 20_000, interval: 50 }).not.toBe("PENDING");

/** Stores a document and gives the path of its file. */
async function storeDocument(bytes: number): Promise<string> {
  const form = new FormData();
  form.append("title", "Large");
  const pdf = new Uint8Array(bytes);
  pdf.set(Buffer.from("%PDF-1.7\n"));
  form.append("file", new Blob([pdf]), "large.pdf");
  const { status, body } = await server.ask(api.document.upload, { body: form });
  expect([status, body]).toMatchObject([200, {}]);
  return `/api/auth/doc-file/${(body as { id: number }).id}/download`;
}

function expectCleanEnd(): void {
  const cluster = join(server.folder, "postgres", "cluster");
  expect(postmasterOf(cluster)).toBeNull();
  expect(existsSync(join(cluster, "postmaster.pid"))).toBe(false);
  const log = readFileSync(join(server.folder, "postgres", "postgres.log"), "utf8");
  expect(log.trim().split("\n").at(-1)).toMatch(/database system is shut down/);
  expect(existsSync(join(server.folder, "server.lock"))).toBe(false);
}

describe("a server that is asked to end", { timeout: patient(120_000) }, () => {
  it("ends within ten seconds, its database cleanly, whatever clients and tasks do", async () => {
    await start();
    const file = await storeDocument(24e6);
    const task_id = await launchImport();
    await untilRunning(task_id);
    // Nothing sent, half a request, half a body, half an upload, an idle connection, a slow reader.
    await dangle("");
    await dangle("GET /api/health/live HTTP/1.1", "host: a", "x-half: ");
    await dangle("POST /api/auth/login HTTP/1.1", "host: a", "content-length: 100", "", "{");
    await dangle(
      `POST /api/auth/plant/${plant_id}/field-geometry/import HTTP/1.1`,
      "host: a",
      ...signedHeaders(),
      ...multipart,
      'content-disposition: form-data; name="file"; filename="Pampa.geojson"',
      "",
      '{"type":"FeatureCollection","features":[',
    );
    await dangle("GET /api/health/live HTTP/1.1", "host: a", "", "");
    const reader = await dangle(`GET ${file} HTTP/1.1`, "host: a", ...signedHeaders(), "", "");
    reader.pause();
    await vi.waitUntil(() => reader.bytesRead > 0);
    const begun = performance.now();
    expect(await server.process().end("SIGTERM")).toBe(0);
    expect(performance.now() - begun).toBeLessThan(mostMs);
    expect(server.process().printed()).toContain("The server ends: SIGTERM");
    expectCleanEnd();
  });

  it("waits for nothing but its database after a second Ctrl-C", async () => {
    await start();
    const task_id = await launchImport();
    await untilRunning(task_id);
    await dangle("POST /api/auth/login HTTP/1.1", "host: a", "content-length: 100", "", "{");
    const ended = server.process().end("SIGINT");
    await sleep(1200);
    try {
      process.kill(server.process().pid, "SIGINT");
    } catch {
      // A fast machine has ended it before.
    }
    const begun = performance.now();
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeLessThan(mostMs / 2);
    expectCleanEnd();
  });

  it("thaws a frozen database to end it cleanly", async () => {
    await start();
    process.kill(postmasterOf(join(server.folder, "postgres", "cluster")) ?? 0, "SIGSTOP");
    const begun = performance.now();
    expect(await server.process().end("SIGTERM")).toBe(0);
    expect(performance.now() - begun).toBeLessThan(mostMs);
    expectCleanEnd();
  });
});

describe("a worker that is asked to end", { timeout: patient(120_000) }, () => {
  it("ends within ten seconds in the middle of a task, which runs again later", async () => {
    await start({ JOB_CONCURRENCY: "0" });
    const worker = await startedWorker(server.folder);
    const task_id = await launchImport();
    await untilRunning(task_id);
    const begun = performance.now();
    expect(await worker.end("SIGTERM")).toBe(0);
    expect(performance.now() - begun).toBeLessThan(mostMs);
    expect(await stateOf(task_id)).toMatch(/RUNNING|SUCCESSFUL/);
    const second = await startedWorker(server.folder);
    await expect
      .poll(() => stateOf(task_id), { timeout: 60_000, interval: 200 })
      .toBe("SUCCESSFUL");
    await second.end("SIGTERM");
  });
});
