import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type QueryResultRow } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isRunning, openDataFolder } from "../start/data-folder.ts";
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from "./postgres.ts";
import { postmasterOf } from "./postgres-cluster.ts";
import { isEveryday, isRelease } from "../../../tests/fixtures/rounds.ts";

const isRoot = process.getuid?.() === 0;
let folder = "";
const running: EmbeddedPostgres[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "postgres-test-"));
  chmodSync(folder, 0o711);
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(path: string): Promise<EmbeddedPostgres> {
  mkdirSync(path, { recursive: true });
  const database = await startEmbeddedPostgres(path);
  running.push(database);
  return database;
}

async function ask<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded PostgreSQL", { timeout: patient(60_000) }, () => {
  it("keeps rows over a clean stop and start, and serves with a role that row-level security binds", async () => {
    const first = await start(folder);
    await ask(first.ownerUrl, "create table kept (value int); insert into kept values (7)");
    expect(
      await ask(
        first.appUrl,
        "select rolsuper, rolbypassrls from pg_roles where rolname = current_user",
      ),
    ).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);
    const second = await start(folder);
    expect(await ask(second.ownerUrl, "select value from kept")).toEqual([{ value: 7 }]);
  });

  it("starts again after its server was killed, with every acknowledged row", async () => {
    const script = fileURLToPath(new URL("./postgres.fixture.ts", import.meta.url));
    const server = spawn(process.execPath, [script, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let acknowledged = 0;
    await new Promise<void>((enough) => {
      server.stdout.on("data", (lines: Buffer) => {
        acknowledged = Number(lines.toString().trim().split("\n").at(-1));
        if (acknowledged > 50) enough();
      });
    });
    server.kill("SIGKILL");
    await new Promise((gone) => server.once("exit", gone));
    const orphan = postmasterOf(join(folder, "postgres", "cluster"));
    expect(orphan).not.toBeNull();
    const lock = await openDataFolder(folder);
    const database = await start(folder);
    expect(isRunning(orphan ?? 0)).toBe(false);
    const [row] = await ask<{ most: number }>(
      database.ownerUrl,
      "select max(value) as most from kept",
    );
    expect(row?.most).toBeGreaterThanOrEqual(acknowledged);
    lock.release();
  });

  it.skipIf(isEveryday)("survives being killed itself", async () => {
    const first = await start(folder);
    await ask(first.ownerUrl, "create table kept (value int); insert into kept values (1)");
    process.kill(first.pid, "SIGKILL");
    await first.ended;
    const second = await start(folder);
    expect(await ask(second.ownerUrl, "select value from kept")).toEqual([{ value: 1 }]);
  });

  it.skipIf(isEveryday)(
    "starts where a killed postmaster's number went to another program",
    async () => {
      const first = await start(folder);
      await first.stop();
      const pidFile = join(folder, "postgres", "cluster", "postmaster.pid");
      writeFileSync(pidFile, `${process.pid}\n${join(folder, "postgres", "cluster")}\n`);
      // PostgreSQL heeds the number only of a process that it could send a signal to.
      const other = spawn("sleep", ["60"], isRoot ? { uid: 65534, gid: 65534 } : {});
      writeFileSync(join(folder, "postgres", "socket", ".s.PGSQL.5432.lock"), `${other.pid}\n`);
      const second = await start(folder);
      expect(await ask(second.appUrl, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(other.exitCode ?? other.signalCode).toBeNull();
      other.kill();
    },
  );

  it.skipIf(isEveryday)(
    "puts its socket elsewhere when the folder's path is too long for one",
    async () => {
      const deep = join(folder, "d".repeat(60), "e".repeat(60));
      const database = await start(deep);
      expect(await ask(database.appUrl, "select 1 as one")).toEqual([{ one: 1 }]);
      expect(findEmbeddedPostgres(deep)).toEqual({
        appUrl: database.appUrl,
        ownerUrl: database.ownerUrl,
      });
      const socket = new URL(database.appUrl.replace("@/", "@x/")).searchParams.get("host") ?? "";
      expect(socket.startsWith(deep)).toBe(false);
      await database.stop();
      expect(existsSync(socket)).toBe(false);
    },
  );

  it("refuses to find a cluster without a server", () => {
    expect(() => findEmbeddedPostgres(folder)).toThrow(/No server is running/);
  });

  it.runIf(isRoot && isRelease)(
    "runs as an unprivileged user when the server is root",
    async () => {
      const database = await start(folder);
      expect(/^Uid:\s+65534\s/m.test(readFileSync(`/proc/${database.pid}/status`, "utf8"))).toBe(
        true,
      );
    },
  );

  it.skipIf(!isRoot)("works below a folder that only root may enter", async () => {
    chownSync(folder, 0, 0);
    chmodSync(folder, 0o700);
    const database = await start(join(folder, "project", ".data"));
    expect(await ask(database.appUrl, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(/^Uid:\s+65534\s/m.test(readFileSync(`/proc/${database.pid}/status`, "utf8"))).toBe(
      true,
    );
  });
});
