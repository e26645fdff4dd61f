import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { everyNth, isRelease } from "./fixtures/rounds.ts";
import { patient } from "./fixtures/patience.ts";
import { findEmbeddedPostgres } from "../src/server/adapters/postgres.ts";
import { postmasterOf } from "../src/server/adapters/postgres-cluster.ts";
import { readMetrics, valueOf } from "./fixtures/prometheus-text.ts";
import { startedServer, startServer, type RunningServer } from "./fixtures/server.ts";

const isRoot = process.getuid?.() === 0;
let folder = "";
const running: RunningServer[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
  chmodSync(folder, 0o711);
});

afterEach(async () => {
  for (const server of running.splice(0)) await server.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(
  dataDir = folder,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const server = await startedServer(dataDir, environment);
  running.push(server);
  return server;
}

/** Another program on a port. */
async function listening() {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as { port: number };
  return { other, port };
}

/** Ports on which the process listens, its children left out. */
function portsOf({ pid }: RunningServer): number[] {
  const files = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return [];
    }
  });
  const rows = ["tcp", "tcp6"].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, "utf8").trim().split("\n").slice(1),
  );
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, , , state, , , , , , inode]) => state === "0A" && files.includes(`socket:[${inode}]`),
    )
    .map(([, local = ""]) => parseInt(local.split(":")[1] ?? "", 16));
}

async function isReady({ url }: RunningServer): Promise<boolean> {
  return (await fetch(`${url}/api/health/ready`)).ok;
}

async function query(dataDir: string, sql: string) {
  const client = new Client({ connectionString: findEmbeddedPostgres(dataDir).ownerUrl });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

describe("the server", { timeout: patient(60_000) }, () => {
  it.each(everyNth(["SIGTERM", "SIGINT"] as const, 2))(
    "refuses a second server on its folder, and ends cleanly on %s, with its database",
    async (signal) => {
      const server = await start();
      expect(await startServer(folder)).toEqual({
        code: 1,
        message: `Another server (process ${server.pid}) is running on ${folder}. Stop it first, or set DATA_DIR to another folder.`,
      });
      expect(await isReady(server)).toBe(true);
      const cluster = join(folder, "postgres", "cluster");
      expect(postmasterOf(cluster)).not.toBeNull();
      expect(await server.end(signal)).toBe(0);
      expect(postmasterOf(cluster)).toBeNull();
      expect(existsSync(join(cluster, "postmaster.pid"))).toBe(false);
      expect(existsSync(join(folder, "server.lock"))).toBe(false);
    },
  );

  it.runIf(isRelease)("just starts again after kill -9", async () => {
    const first = await start();
    await query(folder, "insert into customer (name) values ('kept')");
    expect(await first.end("SIGKILL")).toBeNull();
    const second = await start();
    expect(await isReady(second)).toBe(true);
    expect((await query(folder, "select name from customer")).rows).toEqual([{ name: "kept" }]);
  });

  it("refuses a port that is taken", async () => {
    const { other, port } = await listening();
    expect(await startServer(folder, { PORT: String(port) })).toEqual({
      code: 1,
      message: `Port ${port} is taken by another program. Stop it, or set PORT to another port.`,
    });
    other.close();
  });

  it.runIf(isRelease)(
    "serves its numbers to Prometheus on a port of their own, and only where one is set",
    async () => {
      const { other, port } = await listening();
      await new Promise((closed) => other.close(closed));
      const server = await start(folder, { METRICS_PORT: String(port) });
      const appPort = Number(new URL(server.url).port);
      expect(portsOf(server).toSorted()).toEqual([appPort, port].toSorted());
      const url = `http://127.0.0.1:${port}/metrics`;
      const counted = async () => {
        const { samples } = await readMetrics(url);
        expect(valueOf(samples, "database_up")).toBe(1);
        expect(valueOf(samples, "task_queue_length", { state: "RUNNING" })).toBe(0);
        const resident = valueOf(samples, "process_resident_memory_bytes") ?? 0;
        const [, kilobytes] =
          /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
        expect(resident / 1024 / Number(kilobytes)).toBeCloseTo(1, 0);
        const about = { method: "GET", route: "/api/health/ready", status: "200" };
        return valueOf(samples, "http_request_duration_seconds_count", about) ?? 0;
      };
      const before = await counted();
      for (let asked = 0; asked < 3; asked += 1) expect(await isReady(server)).toBe(true);
      expect(await counted()).toBe(before + 3);
      await server.end();
      const silent = await start();
      expect(portsOf(silent)).toEqual([Number(new URL(silent.url).port)]);
      await expect(fetch(url)).rejects.toThrow();
    },
  );

  it("names every wrong setting and ends", async () => {
    expect(await startServer(folder, { PORT: "x", SMTP_URL: "post" })).toEqual({
      code: 1,
      message:
        'PORT must be a whole number from 0 to 65535, not "x".\n' +
        "SMTP_URL must be an address that begins with smtp:// or smtps://.",
    });
  });

  it("refuses to serve the demo's folder in production", async () => {
    writeFileSync(join(folder, "demo.json"), '{"url":"","accounts":[]}');
    const refused = await startServer(folder, { NODE_ENV: "production" });
    expect(refused).toMatchObject({ code: 1 });
    expect("message" in refused && refused.message).toMatch(/contains the demo/);
    expect(existsSync(join(folder, "postgres"))).toBe(false);
  });

  it("refuses a data folder that is a file", async () => {
    writeFileSync(join(folder, "file"), "");
    expect(await startServer(join(folder, "file"))).toMatchObject({
      code: 1,
      message: expect.stringMatching(/is not a folder/),
    });
  });

  it("says when its database is away", async () => {
    const away = { DATABASE_URL: "postgres://a:geheim@127.0.0.1:1/c" };
    expect(await startServer(folder, away)).toMatchObject({
      code: 1,
      message: expect.stringMatching(/^The database cannot be reached: .* Check DATABASE_URL\.$/),
    });
  });

  it.skipIf(!isRoot)("refuses a folder that it cannot write", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o755 });
    const otherUser = { uid: 65534, gid: 65534 };
    expect(await startServer(join(closed, "data"), {}, otherUser)).toMatchObject({
      code: 1,
      message: expect.stringMatching(/This user cannot write to/),
    });
  });

  it.runIf(isRoot && isRelease)(
    "refuses a full disk, and starts once there is room",
    async (test) => {
      const disk = join(folder, "disk");
      mkdirSync(disk);
      const mounted = spawnSync("mount", [
        "-t",
        "tmpfs",
        "-o",
        "size=200m,mode=0711",
        "none",
        disk,
      ]);
      if (mounted.status !== 0) test.skip("mounting is not permitted on this machine");
      try {
        const ballast = join(disk, "ballast");
        writeFileSync(ballast, Buffer.alloc(190e6));
        expect(await startServer(join(disk, "data"))).toMatchObject({
          code: 1,
          message: expect.stringMatching(
            /^The disk that holds .* is full: \d+ MB left, \d+ MB needed\./,
          ),
        });
        rmSync(ballast);
        const server = await start(join(disk, "data"), { DISK_RESERVE_MB: "32" });
        expect(await isReady(server)).toBe(true);
        await server.end();
      } finally {
        spawnSync("umount", ["-l", disk]);
      }
    },
  );

  it.runIf(isRelease)("runs on a copy of its folder, taken while it stood", async () => {
    const first = await start();
    await query(folder, "insert into customer (name) values ('copied')");
    await first.end();
    const copy = `${folder}-copy`;
    spawnSync("cp", ["-a", folder, copy]);
    try {
      await start(copy);
      expect((await query(copy, "select name from customer")).rows).toEqual([{ name: "copied" }]);
    } finally {
      await running.pop()?.end();
      rmSync(copy, { recursive: true, force: true });
    }
  });
});
