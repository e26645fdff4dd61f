import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import { postmasterOf } from "../src/server/adapters/postgres-cluster.ts";
import { analysis, task } from "../src/server/store/schema/plant.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { addPlant, largeTwin } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";
import { checksumHeader, creationHeaders, hexHash, sampleBytes } from "./fixtures/upload.ts";

let server: CrashingServer;
let plant_id = 0;

beforeAll(async () => {
  server = await startCrashingServer();
  plant_id = await server.withDatabase((db) => addPlant(db, server.customer_id));
});
afterAll(() => server.close());

const times = rounds(1, 20);
const step = 200_000;
/** From the end of the database until the next chunk is taken. */
const healedMs = 5000;

async function sendChunk(id: number, bytes: Uint8Array, offset: number): Promise<number> {
  const chunk = bytes.subarray(offset, offset + step);
  const { status } = await fetch(
    `${server.process().url}/api/auth/analysis-upload/${id}/next-chunk`,
    {
      method: "POST",
      headers: {
        ...server.headers(),
        "content-type": "application/octet-stream",
        "upload-offset": String(offset),
        "upload-checksum": checksumHeader(chunk),
      },
      body: chunk as BodyInit,
    },
  );
  return status;
}

const postmaster = () => postmasterOf(join(server.folder, "postgres", "cluster")) ?? 0;

/** The processes of PostgreSQL that serve a connection. */
function backends(): number[] {
  const parent = String(postmaster());
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ");
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
        return fields?.[1] === parent && command.includes("workbench");
      } catch {
        return false;
      }
    })
    .map(Number);
}

type Answer = { status: number; waited: number; retry: string | null };

async function askOnce(path: string, init: RequestInit = {}): Promise<Answer> {
  const begun = performance.now();
  const response = await fetch(`${server.process().url}${path}`, {
    ...init,
    headers: { ...server.headers(), ...(init.body ? { "content-type": "application/json" } : {}) },
  });
  await response.arrayBuffer();
  const retry = response.headers.get("retry-after");
  return { status: response.status, waited: performance.now() - begun, retry };
}

const customer = JSON.stringify({ name: "Sun" });
const calls: readonly (readonly [string, RequestInit])[] = [
  ["/api/auth/plants", {}],
  ["/api/auth/orders", {}],
  ["/api/auth/doc-files", {}],
  ["/api/auth/customer", { method: "POST", body: customer }],
];

/** Asks all calls at once, again and again, until `enough`; gives every answer. */
async function askUntil(enough: (answers: Answer[]) => boolean, within: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const begun = performance.now(); performance.now() - begun < within; await sleep(100)) {
    answers.push(...(await Promise.all(calls.map(([path, init]) => askOnce(path, init)))));
    if (enough(answers)) return answers;
  }
  throw new Error(`not reached within ${within} ms: ${JSON.stringify(answers.slice(-8))}`);
}

/** True for answers that say to come back, and none that blames the server's program. */
function expectNoFault(answers: readonly Answer[]): void {
  expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.filter(({ retry }) => retry === null)).toEqual([]);
}

const serves = (answers: Answer[]) => answers.slice(-4).every(({ status }) => status < 500);

const taskEnds = (id: number) =>
  expect
    .poll(
      () =>
        server
          .withDatabase(async (db) => (await db.select().from(task).where(eq(task.id, id)))[0])
          .then(
            (row) => row?.state,
            () => "away",
          ),
      { timeout: 90_000, interval: 300 },
    )
    .toBe("SUCCESSFUL");

async function launchImport(): Promise<number> {
  const body = largeTwin(20_000);
  const answer = await server.ask(api.digitalTwin.importFiles, { params: { id: plant_id }, body });
  return (answer.body as { task_id: number }).task_id;
}

describe("a server whose PostgreSQL", { timeout: patient(180_000) }, () => {
  it("is killed starts it again, answers 503 meanwhile, and ends its tasks", async () => {
    const first = postmaster();
    const task_id = await launchImport();
    await sleep(300);
    process.kill(first, "SIGKILL");
    const answers = await askUntil((all) => postmaster() !== 0 && serves(all), 30_000);
    expectNoFault(answers);
    expect(postmaster()).not.toBe(first);
    await taskEnds(task_id);
    expect((await fetch(`${server.process().url}/api/health/ready`)).status).toBe(200);
  });

  it(`is restarted or killed ${times} times takes uploads again within seconds, and loses none`, async () => {
    const analysis_id = await server.withDatabase(async (db) => {
      const flown_at = "2026-11-01T10:00:00Z";
      const [row] = await db
        .insert(analysis)
        .values({ plant_id, name: "Survey", flown_at })
        .returning();
      return row?.id ?? 0;
    });
    const bytes = sampleBytes(step * times);
    const path = `${server.process().url}/api/auth/analysis-upload`;
    const begun = await fetch(`${path}/analysis/${analysis_id}`, {
      method: "POST",
      headers: { ...server.headers(), ...creationHeaders("a.jpg", bytes.length) },
    });
    const { id } = (await begun.json()) as { id: number };
    for (let round = 0; round < times; round += 1) {
      const first = postmaster();
      const sent = sendChunk(id, bytes, round * step);
      await sleep(Math.random() * 30);
      // A fast shutdown, as of an update, or a crash.
      process.kill(first, round % 2 === 0 ? "SIGINT" : "SIGKILL");
      const down = performance.now();
      expect([200, 503]).toContain(await sent);
      let status = 0;
      do {
        await sleep(50);
        status = await sendChunk(id, bytes, round * step);
        // 409: the chunk was stored, and its answer was lost. 423: by a lease that its writer could not give back.
        expect([200, 409, 423, 503]).toContain(status);
        // The old one still answers while it ends.
      } while (postmaster() === first || (status !== 200 && status !== 409));
      expect(performance.now() - down).toBeLessThan(healedMs);
    }
    const params = { upload_id: id };
    const body = { sha256: hexHash(bytes) };
    expect((await server.ask(api.analysisUpload.finish, { params, body })).status).toBe(200);
  });

  it("loses a backend answers 503 meanwhile, and goes on", async () => {
    await askUntil(serves, 5000);
    const first = postmaster();
    const [backend] = backends();
    expect(backend).toBeGreaterThan(0);
    process.kill(backend ?? 0, "SIGKILL");
    expectNoFault(await askUntil(serves, 30_000));
    expect(postmaster()).toBe(first);
  });

  it("is frozen answers 503 within seconds, and serves again when it goes on", async () => {
    await askUntil(serves, 5000);
    const frozen = [postmaster(), ...backends()];
    for (const pid of frozen) process.kill(pid, "SIGSTOP");
    try {
      const held = await Promise.all(calls.map(([path, init]) => askOnce(path, init)));
      expect(held.map(({ status }) => status)).toEqual(calls.map(() => 503));
      expectNoFault(held);
      for (const { waited } of held) expect(waited).toBeLessThan(15_000);
      // Once that is known, requests are answered at once.
      const soon = await Promise.all(calls.map(([path, init]) => askOnce(path, init)));
      expect(soon.map(({ status }) => status)).toEqual(calls.map(() => 503));
      for (const { waited } of soon) expect(waited).toBeLessThan(3000);
    } finally {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
    }
    expectNoFault(await askUntil(serves, 30_000));
    await taskEnds(await launchImport());
  });
});
