// The embedded database: a PostgreSQL in the data folder that listens on a Unix socket.

import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { startFault } from "../start/start-fault.ts";
import { chooseAccount, type Account } from "./postgres-account.ts";
import { prepareBinaries, type Binaries } from "./postgres-binaries.ts";
import * as clusters from "./postgres-cluster.ts";

const database = "workbench";
/** Owns the tables and runs the migrations. */
const ownerRole = "workbench_owner";
/** Serves requests. It is no superuser, so row-level security applies to it. */
const appRole = "workbench_app";
/** The limit of the kernel is 108 bytes with the closing zero. */
const maxSocketPathBytes = 107;
const logLimit = 5e6;

type Passwords = { superuser: string; owner: string; app: string };

export type PostgresAddress = {
  /** Connection string of the role that serves requests. */
  readonly appUrl: string;
  /** Connection string of the role that owns the tables. */
  readonly ownerUrl: string;
};

export type EmbeddedPostgres = PostgresAddress & {
  readonly pid: number;
  /** Resolves when PostgreSQL has ended for any reason. */
  readonly ended: Promise<void>;
  /** Stops it cleanly. It is safe to call this twice. */
  stop(): Promise<void>;
};

/**
 * Starts the cluster in `dataFolder/postgres`. Creates the cluster and its roles if missing. A second
 * start of this process has the same address as the first.
 * The caller has locked the folder (`openDataFolder`).
 * @param signal ends a start that takes long
 * @throws a start fault with the reason in one line
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  signal?: AbortSignal,
): Promise<EmbeddedPostgres> {
  const home = resolve(dataFolder, "postgres");
  const cluster = join(home, "cluster");
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const account = chooseAccount(home);
  const binaries = prepareBinaries(home, account.id !== null);
  const passwords = readPasswords(home);
  await clusters.endLeftover(cluster);
  if (!existsSync(join(cluster, "PG_VERSION"))) {
    clusters.createCluster(cluster, binaries, account, passwords.superuser);
  }
  const socket = makeSocketFolder(home, account);
  const log = join(home, "postgres.log");
  if (existsSync(log) && statSync(log).size > logLimit) rmSync(log);
  const logged = existsSync(log) ? statSync(log).size : 0;
  const child = launch(cluster, socket, log, binaries, account);
  const ended = new Promise<void>((settle) => child.once("exit", () => settle()));
  const stop = () => end(child, ended).then(() => removeSocketFolder(home, socket));
  try {
    await waitUntilReady(socket, passwords, child, () => {
      if (signal?.aborted) return startFault("The start was stopped.");
      if (child.exitCode === null && child.signalCode === null) return null;
      return clusters.clusterFault(cluster, readFileSync(log).subarray(logged).toString());
    });
  } catch (error) {
    await stop();
    throw error;
  }
  const address = addressOf(socket, passwords);
  writeFileSync(join(home, "address.json"), JSON.stringify(address), { mode: 0o600 });
  return { ...address, pid: child.pid ?? 0, ended, stop };
}

/**
 * The address of the cluster that a running server started in this folder, for a worker on the same
 * machine.
 * @throws a start fault if no server is running
 */
export function findEmbeddedPostgres(dataFolder: string): PostgresAddress {
  const home = resolve(dataFolder, "postgres");
  if (clusters.postmasterOf(join(home, "cluster")) === null) {
    throw startFault(
      `No server is running on ${resolve(dataFolder)}. Start it first, or set DATABASE_URL for this worker.`,
    );
  }
  return JSON.parse(readFileSync(join(home, "address.json"), "utf8")) as PostgresAddress;
}

function readPasswords(home: string): Passwords {
  const file = join(home, "passwords.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Passwords;
  const secret = () => randomBytes(24).toString("base64url");
  const passwords = { superuser: secret(), owner: secret(), app: secret() };
  writeFileSync(file, JSON.stringify(passwords), { mode: 0o600, flush: true });
  return passwords;
}

/** The socket folders of this process that are not beside their cluster. */
const distantSockets = new Map<string, string>();

/**
 * Creates the folder of the socket: beside the cluster, or in the temporary folder if that path is too
 * long for a socket. Removes the lock file of a killed postmaster, because PostgreSQL would refuse to
 * start while another program or a zombie has the process number in it.
 */
function makeSocketFolder(home: string, account: Account): string {
  let socket = join(home, "socket");
  if (Buffer.byteLength(join(socket, ".s.PGSQL.5432")) > maxSocketPathBytes) {
    socket = distantSockets.get(home) ?? mkdtempSync(join(tmpdir(), "postgres-"));
    distantSockets.set(home, socket);
  }
  clusters.makePrivateFolder(socket, account);
  for (const name of readdirSync(socket)) rmSync(join(socket, name), { force: true });
  return socket;
}

function removeSocketFolder(home: string, socket: string): void {
  if (socket.startsWith(home)) return;
  distantSockets.delete(home);
  rmSync(socket, { recursive: true, force: true });
}

function launch(
  cluster: string,
  socket: string,
  log: string,
  binaries: Binaries,
  account: Account,
): ChildProcess {
  const settings = {
    listen_addresses: "",
    port: "5432",
    unix_socket_directories: socket,
    unix_socket_permissions: "0700",
    max_connections: "60",
    shared_buffers: "128MB",
    max_wal_size: "512MB",
    // Containers often give 64 MB of /dev/shm, which parallel queries outgrow.
    dynamic_shared_memory_type: "mmap",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const output = openSync(log, "a", 0o600);
  try {
    const line = [...account.prefix, binaries.postgres, "-D", cluster, ...options];
    // In its own process group: Ctrl-C reaches only the server, which then stops PostgreSQL cleanly.
    return spawn(line[0] ?? "", line.slice(1), {
      ...clusters.identity(account),
      cwd: "/",
      env: clusters.programEnvironment(binaries),
      stdio: ["ignore", output, output],
      detached: true,
    });
  } finally {
    closeSync(output);
  }
}

async function waitUntilReady(
  socket: string,
  passwords: Passwords,
  child: ChildProcess,
  faultOf: () => Error | null,
): Promise<void> {
  let failure: Error | null = null;
  child.once("error", (error) => (failure = error));
  // Recovery after a crash may take a while.
  const deadline = Date.now() + 120_000;
  for (;;) {
    if (failure) throw failure;
    const fault = faultOf();
    if (fault) throw fault;
    const client = new Client({
      host: socket,
      port: 5432,
      user: clusters.superuser,
      password: passwords.superuser,
      database: "postgres",
    });
    // A connection that breaks during the start must not end the server.
    client.on("error", () => undefined);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > deadline)
        throw startFault("The embedded PostgreSQL does not answer.", error);
      await sleep(15);
      continue;
    }
    try {
      await makeRoles(client, passwords);
    } finally {
      await client.end();
    }
    return;
  }
}

async function makeRoles(client: Client, passwords: Passwords): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles where rolname in ($1, $2)
     union all select datname from pg_database where datname = $3`,
    [ownerRole, appRole, database],
  );
  const existing = new Set(rows.map((row) => row.name));
  for (const [role, password] of [
    [ownerRole, passwords.owner],
    [appRole, passwords.app],
  ] as const) {
    const literal = client.escapeLiteral(password);
    if (existing.has(role)) continue;
    await client.query(
      `create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole password ${literal}`,
    );
  }
  if (existing.has(database)) return;
  await client.query(`create database ${database} owner ${ownerRole}`);
}

function addressOf(socket: string, passwords: Passwords): PostgresAddress {
  const url = (role: string, password: string) =>
    `postgresql://${role}:${password}@/${database}?host=${encodeURIComponent(socket)}&port=5432`;
  return { appUrl: url(appRole, passwords.app), ownerUrl: url(ownerRole, passwords.owner) };
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const [signal, wait] of [
    ["SIGINT", 8000],
    ["SIGQUIT", 4000],
    ["SIGKILL", 4000],
  ] as const) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    // A frozen process gets its signals when it goes on.
    child.kill("SIGCONT");
    const timer = new AbortController();
    await Promise.race([
      ended,
      sleep(wait, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
  }
}
